// SPDX-License-Identifier: Apache-2.0
//
// Orders of low memory: several quick ones (depth first, greedy from either end, greedy with noise), the
// best few of which are then changed a little at a time. A limit stands just below the peak reached; a walk
// by simulated annealing lowers the sum of what exceeds it, which, unlike the peak itself, says of most
// changes whether they help. Where nothing exceeds the limit any more, the order's peak is the next one to
// beat. Changes: an operation moves to another place between its inputs and its readers; or moves further,
// taking along whatever would stand in its way.
#include "core/search/order.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/graph/graph_builder.h"
#include "core/search/first_orders.h"

namespace reforward {

namespace {

constexpr int noisyOrders = 12;          // greedy ones, half from each end
constexpr std::size_t walks = 4;         // from the best first orders
constexpr double limitStep = 0.99;       // of the best peak so far
constexpr double farShare = 0.3;         // changes that take others along
constexpr std::int64_t pause = 256;      // moves between looks at the clock
constexpr double hot = 1, cold = 0.005;  // temperatures, in mean bytes of a value

using Order = std::vector<std::uint32_t>;

struct Candidate {
    Order order;
    std::int64_t peak = std::numeric_limits<std::int64_t>::max();
};

class OrderWalk {
  public:
    OrderWalk(const ReadGraph& graph, const Candidate& from, std::uint64_t seed)
        : graph_(graph), memory_(graph, from.order), best_(from), random_(seed), marked_(graph.size()) {
        double bytes = 0;
        for (std::uint32_t x = 0; x < graph.values(); ++x)
            bytes += static_cast<double>(graph.bytes(x));
        unit_ = bytes / std::max(1U, graph.values());
        lowerLimit();
    }

    Candidate run(std::int64_t moves, const Control& control) {
        for (std::int64_t made = 0; made < moves; ++made) {
            if (made % pause == 0) {
                if (control.shouldStop()) break;
                const double share = static_cast<double>(made) / static_cast<double>(moves);
                temperature_ = unit_ * hot * std::pow(cold / hot, share);
            }
            move();
        }
        return best_;
    }

  private:
    void lowerLimit() {
        memory_.setLimit(static_cast<std::int64_t>(static_cast<double>(best_.peak) * limitStep));
    }

    void move() {
        const std::uint32_t w = random_.below(graph_.size());
        const bool made = random_.unit() < farShare ? moveFar(w) : moveNear(w);
        if (!made) return;
        const double worse = memory_.tryPart(first_, part_);
        if (worse > 0 && random_.unit() >= std::exp(-worse / temperature_)) return;
        memory_.accept();
        if (memory_.excess() > 0) return;
        best_ = {memory_.order(), memory_.peak()};
        lowerLimit();
    }

    // w anywhere between its inputs and its readers.
    bool moveNear(std::uint32_t w) {
        const auto from = static_cast<std::int32_t>(memory_.position(w));
        const std::int32_t least = memory_.lastInput(w) + 1, most = memory_.firstReader(w) - 1;
        if (least == most) return false;
        const std::int32_t to =
            least + static_cast<std::int32_t>(random_.below(static_cast<std::size_t>(most - least + 1)));
        if (to == from) return false;
        const auto at = [&](std::int32_t i) { return memory_.order().begin() + i; };
        first_ = static_cast<std::uint32_t>(std::min(from, to));
        part_.clear();
        if (to < from) part_.push_back(w);
        part_.insert(part_.end(), at(to > from ? from + 1 : to), at(to > from ? to + 1 : from));
        if (to > from) part_.push_back(w);
        return true;
    }

    // w and what depends on it behind some that follow; or w and what it needs before some that precede.
    bool moveFar(std::uint32_t w) {
        const auto n = static_cast<std::uint32_t>(graph_.size());
        const std::uint32_t p = memory_.position(w);
        const std::uint32_t reach = 2 + random_.below(std::min(n, std::uint32_t(2) << random_.below(10)));
        const bool later = random_.below(2) == 0;
        const std::uint32_t begin = later ? p : p - std::min(p, reach);
        const std::uint32_t end = later ? std::min(n, p + reach) : p + 1;
        if (end - begin < 2) return false;
        first_ = begin;
        ++mark_;
        marked_[w] = mark_;
        if (later) {
            markDependents(begin, end);
        } else {
            markNeeded(begin, end);
        }
        part_.clear();
        for (const bool marked : {!later, later}) {
            for (std::uint32_t i = begin; i < end; ++i) {
                const std::uint32_t u = memory_.order()[i];
                if ((marked_[u] == mark_) == marked) part_.push_back(u);
            }
        }
        return !std::equal(part_.begin(), part_.end(), memory_.order().begin() + begin);
    }

    void markDependents(std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin + 1; i < end; ++i) {
            const std::uint32_t u = memory_.order()[i];
            for (const std::uint32_t x : graph_.inputs(u)) {
                if (marked_[graph_.producer(x)] == mark_) marked_[u] = mark_;
            }
        }
    }

    void markNeeded(std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = end; i-- > begin;) {
            const std::uint32_t u = memory_.order()[i];
            if (marked_[u] != mark_) continue;
            for (const std::uint32_t x : graph_.inputs(u))
                marked_[graph_.producer(x)] = mark_;
        }
    }

    const ReadGraph& graph_;
    OrderMemory memory_;
    Candidate best_;
    SearchRandom random_;
    double unit_ = 1, temperature_ = 1;
    std::uint32_t first_ = 0;
    Order part_;
    std::vector<std::uint32_t> marked_;
    std::uint32_t mark_ = 0;
};

// Best first; at most `walks` of them.
std::vector<Candidate> firstOrders(const ReadGraph& graph, std::uint64_t seed, const Control& control) {
    std::vector<Candidate> found;
    const auto take = [&](Order order) {
        const std::int64_t peak = OrderMemory(graph, order).peak();
        found.push_back({std::move(order), peak});
    };
    Order own(graph.size());
    for (std::uint32_t w = 0; w < graph.size(); ++w)
        own[w] = w;
    take(std::move(own));
    SearchRandom random(seed);
    for (const DepthFirst rule : {DepthFirst::asRead, DepthFirst::mostMemory, DepthFirst::deepest}) {
        if (!control.shouldStop()) take(depthFirstOrder(graph, rule));
    }
    for (int k = 0; k < noisyOrders && !control.shouldStop(); ++k) {
        const double noise = k < 2 ? 0 : 0.15 * (k / 2);
        take(k % 2 == 0 ? greedyOrder(graph, noise, random) : greedyOrderFromEnd(graph, noise, random));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.peak < b.peak; });
    found.resize(std::min(found.size(), walks));
    return found;
}

}  // namespace

std::vector<VertexId> searchOrder(const Graph& graph, std::uint64_t seed, const Control& control) {
    if (!graph.joint() || graph.plannedCount() == 0) return {graph.order().begin(), graph.order().end()};
    const ReadGraph reads(graph);
    std::vector<Candidate> first = firstOrders(reads, seed, control);
    Candidate best = first.front();
    const auto moves = std::clamp<std::int64_t>(40 * static_cast<std::int64_t>(reads.size()), 4000, 100'000);
    for (std::size_t k = 0; k < first.size() && !control.shouldStop(); ++k) {
        Candidate found = OrderWalk(reads, first[k], seed + k).run(moves, control);
        if (found.peak < best.peak) best = std::move(found);
    }
    std::vector<VertexId> order;
    for (const VertexId v : graph.order()) {
        if (graph.fixed(v)) order.push_back(v);
    }
    for (const std::uint32_t w : best.order)
        order.push_back(reads.vertex(w));
    return order;
}

Graph withOrder(const Graph& graph, std::span<const VertexId> order) {
    GraphBuilder builder = rebuild(graph);
    std::vector<std::string> ids;
    ids.reserve(order.size());
    for (const VertexId v : order)
        ids.push_back(graph.id(v));
    builder.setOrder(std::move(ids));
    return std::move(builder).build();
}

}  // namespace reforward
