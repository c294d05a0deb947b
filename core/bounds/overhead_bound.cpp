// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/overhead_bound.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/bounds/backward_order.h"
#include "core/bounds/chain_search.h"
#include "core/bounds/floor.h"
#include "core/bounds/instant_search.h"
#include "core/bounds/instants.h"
#include "core/bounds/price_search.h"

namespace reforward {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

// Costs and networks of the instants, made when they are first asked for and kept for other budgets. One
// caller at a time works with them.
struct OverheadBound::Instants {
    struct Entry {
        Instant instant;
        InstantNetwork network;
    };

    Bytes floor;
    std::mutex working;
    std::optional<ScaledCosts> costs;
    std::vector<InstantSize> sizes;
    std::vector<Entry> entries;
    bool complete = false;

    explicit Instants(const Graph& graph) : floor(floorOf(graph).bytes) {}

    void add(const Graph& graph, Instant instant) {
        InstantNetwork network(graph, instant.needed, instant.free);
        entries.push_back({std::move(instant), std::move(network)});
    }
    void prepare(const Graph& graph, const Control& control);
    std::int64_t left(const Entry& entry, Bytes budget) const {
        const std::int64_t bytes = budget.count() - entry.instant.taken;
        return bytes < 0 ? -1 : costs->unitsIn(bytes);
    }
};

void OverheadBound::Instants::prepare(const Graph& graph, const Control& control) {
    if (!costs) {
        costs.emplace(graph);
        if (!graph.joint()) add(graph, endOfForward(graph));
    }
    if (complete || control.shouldStop()) return;
    if (sizes.empty()) {
        std::vector<InstantSize> all = instantSizes(graph, control);
        if (control.shouldStop()) return;
        sizes = std::move(all);
    }
    // Each network is as large as the graph.
    const std::size_t count = graph.vertexCount() > 5000 ? 8 : 24;
    const std::vector<VertexId> vertices = promisingInstants(sizes, count);
    while (entries.size() > (graph.joint() ? 0 : 1))
        entries.pop_back();  // of a call that was stopped
    BackwardOrder at(graph);
    for (const VertexId v : vertices) {
        if (control.shouldStop()) return;
        if (graph.joint()) {
            add(graph, firstRunInstant(graph, v));
        } else {
            at.at(v);
            add(graph, backwardInstant(graph, at));
        }
    }
    complete = true;
}

OverheadBound::OverheadBound(std::shared_ptr<const Graph> graph)
    : graph_(std::move(graph)), instants_(std::make_unique<Instants>(*graph_)) {}

OverheadBound::~OverheadBound() = default;

double OverheadBound::known(Bytes budget) const {
    if (budget < instants_->floor) return infinity;
    const std::lock_guard lock(mutex_);
    // Times do not rise with the budget, so the first point at or above it is the best.
    const auto at = points_.lower_bound(budget.count());
    return at == points_.end() ? 0 : at->second;
}

double OverheadBound::atLeast(Bytes budget, const Control& control) {
    if (budget < instants_->floor) return infinity;
    const std::lock_guard lock(instants_->working);
    instants_->prepare(*graph_, control);
    InstantBound best;
    // Every instant at the price of the best so far, which is cheap and tells which are worth a search.
    std::vector<std::pair<std::int64_t, Instants::Entry*>> ranked;
    for (Instants::Entry& entry : instants_->entries) {
        if (control.shouldStop()) break;
        const std::int64_t left = instants_->left(entry, budget);
        const bool first = best.price.time == 0;
        const InstantBound found = first || left < 0
                                       ? bestPrice(entry.network, *instants_->costs, left, control)
                                       : boundAtPrice(entry.network, *instants_->costs, left, best.price);
        if (found.infeasible) {
            record(budget, infinity);
            return infinity;
        }
        if (!first) ranked.push_back({found.time, &entry});
        if (found.time > best.time) best = found;
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    // The first one by its price was searched already.
    ranked.insert(ranked.begin(), {0, &instants_->entries.front()});
    constexpr std::size_t searched = 5;
    for (std::size_t i = 0; i < std::min(searched, ranked.size()); ++i) {
        Instants::Entry& entry = *ranked[i].second;
        const std::int64_t left = instants_->left(entry, budget);
        const InstantBound found = bestPrice(entry.network, *instants_->costs, left, control);
        if (found.time > best.time) best = found;
        // A little more for small graphs, where whole values count.
        const std::size_t cuts = 40'000 / (1 + entry.network.vertices().size());
        const InstantOptimum optimum = searchInstant(entry.network, *instants_->costs, left, cuts, control);
        if (found.infeasible || optimum.infeasible) {
            record(budget, infinity);
            return infinity;
        }
        best.time = std::max(best.time, optimum.time);
    }
    record(budget, instants_->costs->time(best.time));
    return known(budget);
}

double OverheadBound::improve(Bytes budget, const Control& control) {
    const double single = atLeast(budget, control);
    // Costs and sizes are complete now and do not change any more; others may ask for single instants
    // meanwhile.
    if (single == infinity || !instants_->complete) return single;
    const ScaledCosts& costs = *instants_->costs;
    ChainSearch search(*graph_, costs, instants_->sizes, budget,
                       [&](std::int64_t time) { record(budget, costs.time(time)); });
    search.run(control);
    return known(budget);
}

std::vector<OverheadBound::Point> OverheadBound::curve() const {
    const std::lock_guard lock(mutex_);
    std::vector<Point> points;
    for (const auto& [budget, time] : points_) {
        if (time < infinity) points.push_back({Bytes(budget), time});
    }
    return points;
}

void OverheadBound::record(Bytes budget, double time) {
    const std::lock_guard lock(mutex_);
    const auto at = points_.lower_bound(budget.count());
    if (at != points_.end() && at->second >= time) return;
    // Points below that say less are implied by this one.
    auto first = at;
    while (first != points_.begin() && std::prev(first)->second <= time)
        --first;
    auto last = at;
    if (last != points_.end() && last->first == budget.count()) ++last;
    points_.erase(first, last);
    points_.emplace(budget.count(), time);
}

}  // namespace reforward
