// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/single_instants.h"

#include <algorithm>

#include "core/bounds/backward_order.h"
#include "core/bounds/instant_search.h"

namespace reforward {

namespace {

constexpr std::size_t looked = 5;  // instants that get more than one price

}  // namespace

bool SingleInstants::ready() const {
    const std::lock_guard lock(mutex_);
    return ready_;
}

void SingleInstants::add(Instant instant) {
    InstantNetwork network(graph_, instant.needed, instant.free);
    entries_.push_back({std::move(instant), std::move(network)});
}

std::int64_t SingleInstants::left(const Instant& instant, Bytes budget) const {
    const std::int64_t bytes = budget.count() - instant.taken;
    return bytes < 0 ? -1 : costs_->unitsIn(bytes);
}

void SingleInstants::prepare(const Control& control) {
    if (!costs_) {
        costs_.emplace(graph_);
        if (!graph_.joint()) add(endOfForward(graph_));
    }
    if (ready_ || control.shouldStop()) return;
    if (sizes_.empty()) {
        std::vector<InstantSize> all = instantSizes(graph_, control);
        if (control.shouldStop()) return;
        sizes_ = std::move(all);
    }
    while (entries_.size() > (graph_.joint() ? 0 : 1))
        entries_.pop_back();  // of a call that was stopped
    // Each network is as large as the graph.
    const std::size_t count = graph_.vertexCount() > 5000 ? 8 : 24;
    BackwardOrder at(graph_);
    for (const VertexId v : promisingInstants(sizes_, count)) {
        if (control.shouldStop()) return;
        if (graph_.joint()) {
            add(firstRunInstant(graph_, v));
        } else {
            at.at(v);
            add(backwardInstant(graph_, at));
        }
    }
    ready_ = true;
}

// Instants by what a few prices prove at them, which is cheap, the best first. Proves that much. The prices
// are the best one so far, and dearer ones: where little is needed and one large value does not fit, bytes
// are dear.
std::vector<std::size_t> SingleInstants::ranked(Bytes budget, Bound& best, const Control& control) {
    std::vector<std::pair<std::int64_t, std::size_t>> proved;
    Price price;
    for (std::size_t i = 0; i < entries_.size() && !control.shouldStop(); ++i) {
        Entry& entry = entries_[i];
        const std::int64_t there = left(entry.instant, budget);
        InstantBound found;
        if (price.time == 0 || there < 0) {
            found = bestPrice(entry.network, *costs_, there, control);
        } else {
            for (const std::int64_t dearer : {1, 8, 64}) {
                const Price tried{price.time, std::max<std::int64_t>(1, price.bytes / dearer)};
                const InstantBound atPrice = boundAtPrice(entry.network, *costs_, there, tried);
                if (atPrice.time >= found.time) found = atPrice;
            }
        }
        if (found.infeasible) best.infeasible = true;
        if (found.time > best.time) {
            best.time = found.time;
            price = found.price;
        }
        proved.push_back({-found.time, i});
    }
    std::sort(proved.begin(), proved.end());
    std::vector<std::size_t> order;
    for (const auto& [time, i] : proved)
        order.push_back(i);
    order.resize(std::min(order.size(), looked));
    return order;
}

SingleInstants::Bound SingleInstants::prove(Bytes budget, const Control& control) {
    const std::lock_guard lock(mutex_);
    prepare(control);
    Bound best;
    const std::vector<std::size_t> order = ranked(budget, best, control);
    for (const std::size_t i : order) {
        if (best.infeasible) break;
        Entry& entry = entries_[i];
        const std::int64_t there = left(entry.instant, budget);
        const InstantBound found = bestPrice(entry.network, *costs_, there, control);
        best.infeasible = found.infeasible;
        best.time = std::max(best.time, found.time);
        // Whole values count where there are few: about a millisecond of cuts.
        constexpr std::size_t work = 1'500'000, leastCuts = 20;
        const std::size_t size = 1 + entry.network.vertices().size(), cuts = work / (size * size);
        if (best.infeasible || cuts < leastCuts) continue;
        const InstantOptimum whole = searchInstant(entry.network, *costs_, there, cuts, control);
        best.infeasible = whole.infeasible;
        best.time = std::max(best.time, whole.time);
    }
    return best;
}

SingleInstants::Bound SingleInstants::search(Bytes budget, std::size_t cuts, const Control& control) {
    Bound best;
    std::vector<Entry> copies;
    {
        const std::lock_guard lock(mutex_);
        for (const std::size_t i : ranked(budget, best, control))
            copies.push_back(entries_[i]);
    }
    for (Entry& entry : copies) {
        const std::int64_t there = left(entry.instant, budget);
        if (best.infeasible || there < 0 || control.shouldStop()) break;
        const InstantOptimum whole = searchInstant(entry.network, *costs_, there, cuts, control);
        best.infeasible = whole.infeasible;
        best.time = std::max(best.time, whole.time);
    }
    return best;
}

}  // namespace reforward
