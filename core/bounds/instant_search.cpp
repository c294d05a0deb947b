// SPDX-License-Identifier: Apache-2.0
//
// The best price of an instant (price_search.cpp) lets half a value be held. This search does not: where
// the two cuts that meet at a node's best price disagree on a vertex, it is decided both ways. A node's
// bound is its best price's; the least bound of the open nodes is a lower bound on every choice, whenever the
// search ends. A cut that fits is a choice: no node that proves as much as the best of them is looked at.
#include "core/bounds/instant_search.h"

#include <algorithm>
#include <numeric>
#include <queue>

#include "core/bounds/wide.h"

namespace reforward {

namespace {

using Decision = InstantNetwork::Decision;

struct Choice {
    std::int64_t bytes = 0, time = 0;
    std::vector<bool> reruns;  // by vertex
};

struct Node {
    std::int64_t bound = 0;
    std::uint32_t parent = noIndex;
    VertexId vertex = noIndex;
    Decision decision = Decision::open;
    VertexId branch = noIndex;  // what to decide next
};

class Search {
  public:
    Search(InstantNetwork& network, const ScaledCosts& costs, std::int64_t left, std::size_t cuts,
           const Control& control)
        : network_(network), costs_(costs), left_(left), cutsLeft_(cuts), control_(control) {}

    InstantOptimum run();

  private:
    Choice choose(std::int64_t timePrice, std::int64_t bytePrice);
    void judge(Node& node);
    void apply(std::uint32_t index, bool set);
    bool stopped() const { return cutsLeft_ == 0 || control_.shouldStop(); }

    InstantNetwork& network_;
    const ScaledCosts& costs_;
    std::int64_t left_, fits_ = INT64_MAX, cutValue_ = 0;
    std::size_t cutsLeft_;
    const Control& control_;
    std::vector<Node> nodes_;
};

// The cheapest choice where a byte unit costs `timePrice` and a time unit `bytePrice`.
Choice Search::choose(std::int64_t timePrice, std::int64_t bytePrice) {
    if (cutsLeft_ > 0) --cutsLeft_;
    std::vector<std::int64_t> byteCost(costs_.bytes()), timeCost(costs_.times());
    for (std::int64_t& c : byteCost)
        c *= timePrice;
    for (std::int64_t& c : timeCost)
        c *= bytePrice;
    cutValue_ = network_.cut(byteCost, timeCost);
    Choice choice{0, 0, std::vector<bool>(timeCost.size())};
    for (const ValueId x : network_.values()) {
        if (network_.holds(x)) choice.bytes += costs_.bytes()[x];
    }
    for (const VertexId v : network_.vertices()) {
        choice.reruns[v] = network_.reruns(v);
        if (choice.reruns[v]) choice.time += costs_.times()[v];
    }
    if (choice.bytes <= left_) fits_ = std::min(fits_, choice.time);
    return choice;
}

// Discrete Newton under the decisions made; sets the bound, and what to branch on where it is not exact.
void Search::judge(Node& node) {
    constexpr std::int64_t never = INT64_MAX;
    Choice many = choose(0, 1);
    node.bound = std::max(node.bound, many.time);
    if (many.bytes <= left_) return;
    Choice few = choose(1, 0);
    if (few.bytes > left_) {
        node.bound = never;
        return;
    }
    for (;;) {
        std::int64_t timePrice = few.time - many.time, bytePrice = many.bytes - few.bytes;
        if (timePrice <= 0) break;
        const std::int64_t divisor = std::gcd(timePrice, bytePrice);
        timePrice /= divisor;
        bytePrice /= divisor;
        const std::int64_t meeting = timePrice * many.bytes + bytePrice * many.time;
        Choice found = choose(timePrice, bytePrice);
        const Wide above = static_cast<Wide>(cutValue_) - static_cast<Wide>(timePrice) * left_;
        if (above > 0) {
            const Wide bound = (above + bytePrice - 1) / bytePrice;
            node.bound = std::max(node.bound, static_cast<std::int64_t>(bound));
        }
        if (cutValue_ >= meeting || node.bound >= fits_ || stopped()) break;
        (found.bytes > left_ ? many : few) = std::move(found);
    }
    if (node.bound >= fits_) return;
    // The vertex that frees most and is undecided: undecided ones only differ.
    std::int64_t most = -1;
    for (const ValueId x : network_.values()) {
        const VertexId v = network_.vertexOf(x);
        if (many.reruns[v] == few.reruns[v] || costs_.bytes()[x] <= most) continue;
        most = costs_.bytes()[x];
        node.branch = v;
    }
}

void Search::apply(std::uint32_t index, bool set) {
    for (; index != noIndex && nodes_[index].vertex != noIndex; index = nodes_[index].parent)
        network_.decide(nodes_[index].vertex, set ? nodes_[index].decision : Decision::open);
}

InstantOptimum Search::run() {
    const auto worse = [this](std::uint32_t a, std::uint32_t b) {
        return std::pair(nodes_[a].bound, a) > std::pair(nodes_[b].bound, b);
    };
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, decltype(worse)> open(worse);
    nodes_.push_back({});
    judge(nodes_[0]);
    if (nodes_[0].bound == INT64_MAX) return {true, true, 0};
    open.push(0);
    while (!open.empty()) {
        const std::uint32_t at = open.top();
        const Node node = nodes_[at];
        if (node.bound >= fits_) return {false, true, fits_};
        if (node.branch == noIndex || stopped()) return {false, false, node.bound};
        open.pop();
        for (const Decision decision : {Decision::never, Decision::always}) {
            Node child{node.bound, at, node.branch, decision, noIndex};
            nodes_.push_back(child);
            const auto index = static_cast<std::uint32_t>(nodes_.size() - 1);
            apply(index, true);
            judge(child);
            apply(index, false);
            nodes_[index] = child;
            if (child.bound < fits_) open.push(index);
        }
    }
    if (fits_ == INT64_MAX) return {true, true, 0};
    return {false, true, fits_};
}

}  // namespace

InstantOptimum searchInstant(InstantNetwork& network, const ScaledCosts& costs, std::int64_t left,
                             std::size_t cuts, const Control& control) {
    return Search(network, costs, left, cuts, control).run();
}

}  // namespace reforward
