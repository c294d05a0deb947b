// SPDX-License-Identifier: Apache-2.0
//
// The network: a value is two nodes with an edge of its bytes between them (cut: the value is held). An input
// leads to what is made from it without limit (to be had again it needs all of them there); the source leads
// to what must not be made again; what a backward reads leads to the sink. Values whose first node is on the
// source's side and whose second is not are held.
//
// The knapsack: of the heavy vertices whose values the first cut holds, those that take longest within a
// share of their bytes stay heavy; the others may run again, and the cut is taken anew.
#include "core/strategies/min_cut.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/bounds/max_flow.h"
#include "core/plan/schedule.h"

namespace reforward {

namespace {

bool heavyOperator(const std::string& op) {
    static constexpr std::array exact{"Gemm", "MatMul", "MatMulInteger", "Einsum", "Attention",
                                      "LSTM", "GRU",    "RNN",           "Linear", "Dense"};
    // Conv, ConvTranspose, Convolution2DFunction (Chainer), LinearFunction, MultiHeadAttention.
    for (const char* prefix : {"Conv", "Deconv", "LinearFunction", "MultiHeadAttention"}) {
        if (op.starts_with(prefix)) return true;
    }
    return std::find(exact.begin(), exact.end(), op) != exact.end();
}

template <class F>
void forEachOutput(const Graph& graph, VertexId v, F f) {
    for (std::uint32_t o = 0; o < graph.outputCount(v); ++o)
        f(graph.firstOutput(v) + o);
}

std::vector<bool> readByBackward(const Graph& graph) {
    std::vector<bool> read(graph.valueCount());
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (!graph.differentiable(v)) continue;
        for (const ValueId x : graph.saves(v))
            read[x] = !graph.fixed(graph.producer(x));
    }
    return read;
}

// A dynamic program over the bytes in `slots` parts, as PyTorch's dp_knapsack. Weights round up, so what it
// takes always fits.
class Knapsack {
  public:
    Knapsack(const std::vector<std::int64_t>& bytes, const std::vector<double>& times)
        : count_(bytes.size()), taken_(count_ * (slots + 1)) {
        std::int64_t total = 0;
        for (const std::int64_t b : bytes)
            total += b;
        const double unit = std::max(1.0, static_cast<double>(total) / slots);
        for (const std::int64_t b : bytes)
            weights_.push_back(static_cast<std::size_t>(std::min<double>(
                slots + 1.0, std::max(0.0, std::ceil(static_cast<double>(b) / unit - 1e-9)))));
        std::vector<double> best(slots + 1, 0);
        for (std::size_t i = 0; i < count_; ++i) {
            for (std::size_t room = slots + 1; room-- > weights_[i];) {
                const double with = best[room - weights_[i]] + times[i];
                if (with <= best[room]) continue;
                best[room] = with;
                taken_[i * (slots + 1) + room] = true;
            }
        }
    }

    // Items worth the most time within this share of all bytes.
    std::vector<bool> within(double share) const {
        std::vector<bool> chosen(count_);
        auto room = static_cast<std::size_t>(share * slots);
        for (std::size_t i = count_; i-- > 0;) {
            if (!taken_[i * (slots + 1) + room]) continue;
            chosen[i] = true;
            room -= weights_[i];
        }
        return chosen;
    }

  private:
    static constexpr std::size_t slots = 1000;
    std::size_t count_;
    std::vector<std::size_t> weights_;
    std::vector<bool> taken_;
};

Schedule scheduleHolding(const Graph& graph, const std::vector<bool>& held, bool retain) {
    return scheduleFromBits(graph, held, std::vector<bool>(graph.vertexCount(), retain));
}

}  // namespace

std::vector<bool> heavyVertices(const Graph& graph) {
    const bool named = std::any_of(graph.order().begin(), graph.order().end(),
                                   [&](VertexId v) { return !graph.fixed(v) && !graph.op(v).empty(); });
    const double average =
        graph.forwardTime() / static_cast<double>(std::max<std::size_t>(1, graph.plannedCount()));
    std::vector<bool> heavy(graph.vertexCount());
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (graph.fixed(v)) continue;
        heavy[v] = !graph.recomputable(v) || (named ? heavyOperator(graph.op(v)) : graph.time(v) > average);
    }
    return heavy;
}

std::vector<bool> leastHeld(const Graph& graph, const std::vector<bool>& heavy) {
    const auto in = [](ValueId x) { return 2 * x; };
    const auto out = [](ValueId x) { return 2 * x + 1; };
    const auto source = static_cast<MaxFlow::Node>(2 * graph.valueCount()), sink = source + 1;
    MaxFlow flow(2 * graph.valueCount() + 2);
    const std::vector<bool> read = readByBackward(graph);
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (graph.fixed(v)) continue;
        forEachOutput(graph, v, [&](ValueId x) {
            flow.addEdge(in(x), out(x), graph.bytes(x).count());
            if (heavy[v]) flow.addEdge(source, in(x), MaxFlow::infinite);
            if (read[x]) flow.addEdge(out(x), sink, MaxFlow::infinite);
            for (const ValueId y : graph.inputs(v)) {
                if (!graph.fixed(graph.producer(y))) flow.addEdge(out(y), in(x), MaxFlow::infinite);
            }
        });
    }
    flow.run(source, sink);
    std::vector<bool> held(graph.vertexCount());
    for (ValueId x = 0; x < graph.valueCount(); ++x) {
        if (flow.onSourceSide(in(x)) && !flow.onSourceSide(out(x))) held[graph.producer(x)] = true;
    }
    return held;
}

MinCut::MinCut()
    : info_{"min-cut",
            "Minimum cut",
            "Holds the fewest bytes from which light operators can make all that backward reads (PyTorch's "
            "partitioner), then lets heavy ones go by a knapsack and takes the cheapest plan that fits.",
            "",
            {{"recompute-heavy", "heavy operators may run again, by the knapsack", true, {}, 0, 0}},
            false,
            600} {}

std::optional<std::string> MinCut::notApplicable(const Graph& graph) const {
    if (graph.joint())
        return "it plans forward graphs, and this graph states its backward operations; use best";
    return std::nullopt;
}

std::vector<PlanPtr> MinCut::sweep(const Problem& problem, const Control& control,
                                   const PlanSink& found) const {
    const Graph& graph = *problem.graph;
    std::vector<PlanPtr> front;
    std::vector<bool> before;
    const auto add = [&](const std::vector<bool>& held) {
        if (held == before) return;
        before = held;
        // Recomputed values stay for later steps as in PyTorch, or go: less memory, more time.
        for (const bool retain : {true, false}) {
            const auto plan = std::make_shared<const Plan>(
                makePlan(graph, info_.name, scheduleHolding(graph, held, retain)));
            if (std::any_of(front.begin(), front.end(), [&](const auto& p) { return dominates(*p, *plan); }))
                continue;
            std::erase_if(front, [&](const auto& p) { return dominates(*plan, *p); });
            front.push_back(plan);
            if (found) found(plan);
        }
    };
    const std::vector<bool> heavy = heavyVertices(graph);
    const std::vector<bool> first = leastHeld(graph, heavy);
    add(first);
    if (std::get<bool>(option(info_, problem, "recompute-heavy"))) {
        std::vector<VertexId> items;
        std::vector<std::int64_t> bytes;
        std::vector<double> times;
        for (VertexId v = 0; v < graph.vertexCount(); ++v) {
            if (!first[v] || !graph.recomputable(v)) continue;
            items.push_back(v);
            bytes.push_back(graph.outputBytes(v).count());
            times.push_back(graph.time(v));
        }
        const Knapsack knapsack(bytes, times);
        constexpr int steps = 40;
        for (int step = steps; step-- > 0 && !control.shouldStop();) {
            control.progress(1 - static_cast<double>(step) / steps, info_.title);
            const std::vector<bool> chosen = knapsack.within(static_cast<double>(step) / steps);
            // As PyTorch does: what the knapsack lets go may run again, and all other heavy ones may not.
            std::vector<bool> stillHeavy = heavy;
            for (std::size_t i = 0; i < items.size(); ++i)
                stillHeavy[items[i]] = chosen[i];
            add(leastHeld(graph, stillHeavy));
        }
        // Nothing is heavy but what must not run again: the other end of the sweep.
        std::vector<bool> once(graph.vertexCount());
        for (VertexId v = 0; v < graph.vertexCount(); ++v)
            once[v] = !graph.fixed(v) && !graph.recomputable(v);
        if (!control.shouldStop()) add(leastHeld(graph, once));
    }
    std::sort(front.begin(), front.end(), [](const auto& a, const auto& b) { return a->peak() > b->peak(); });
    return front;
}

PlanPtr MinCut::solve(const Problem& problem, const Control& control, const PlanSink& better) const {
    PlanPtr best;
    sweep(problem, control, [&](const PlanPtr& plan) {
        if (plan->peak() > problem.budget || (best && best->recomputeTime() <= plan->recomputeTime())) return;
        best = plan;
        if (better) better(best);
    });
    return best;
}

std::optional<LeastBudget> MinCut::least(const Problem& problem, const Control& control) const {
    const auto plans = sweep(problem, control, {});
    if (plans.empty()) return std::nullopt;
    return LeastBudget{plans.back()->peak(), std::nullopt, plans.back()};
}

}  // namespace reforward
