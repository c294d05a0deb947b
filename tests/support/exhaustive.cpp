// SPDX-License-Identifier: Apache-2.0
//
// Shortest path over states (what ran forward, what ran backward, which values are live); the length of a
// step is its time where it is a recompute, else 0. Read straight from the step model (formats.md section
// 2), on its own data: nothing here shares code with the simulator or with a strategy.
//
// Three facts keep the states few, none loses a schedule that matters:
//   - gradients follow from what ran backward: made by the first backward of a consumer, dropped right
//     after the backward of their vertex, as nothing forbids and nothing reads them later;
//   - a value that no step to come can read any more is dropped at once;
//   - any other value is dropped only before a step that would not fit otherwise: until then it harms no one.
#include "tests/support/exhaustive.h"

#include <algorithm>
#include <queue>
#include <stdexcept>
#include <unordered_map>

#include "core/plan/schedule.h"

namespace reforward::tests {

namespace {

using Mask = std::uint32_t;

struct State {
    Mask forward = 0, backward = 0, live = 0;

    // 14 + 14 + 28 bits.
    std::uint64_t key() const {
        return std::uint64_t{forward} | std::uint64_t{backward} << 14 | std::uint64_t{live} << 28;
    }
    static State of(std::uint64_t key) {
        return {static_cast<Mask>(key & 0x3fff), static_cast<Mask>(key >> 14 & 0x3fff),
                static_cast<Mask>(key >> 28)};
    }
};

// The graph without its fixed vertices, sets as bits in the order.
struct Vertex {
    VertexId id = 0;
    Mask inputs = 0, outputs = 0, saves = 0;  // of values
    Mask inputGradients = 0, outputGradients = 0;
    Mask gradientConsumers = 0;  // vertices whose backward comes before this one's
    bool differentiable = false, recomputable = true;
    double time = 0;
    std::int64_t workspace = 0, backwardWorkspace = 0;
};

class SmallGraph {
  public:
    explicit SmallGraph(const Graph& graph) : fixed_(graph.fixedBytes().count()) {
        std::vector<std::uint32_t> number(graph.valueCount(), noIndex);
        for (const VertexId v : graph.order()) {
            if (graph.fixed(v)) continue;
            for (std::uint32_t o = 0; o < graph.outputCount(v); ++o) {
                number[graph.firstOutput(v) + o] = static_cast<std::uint32_t>(bytes_.size());
                bytes_.push_back(graph.bytes(graph.firstOutput(v) + o).count());
            }
            vertices_.push_back(vertexOf(graph, v, number));
        }
        if (vertices_.size() > 14 || bytes_.size() > 28) throw std::logic_error("not a small graph");
        readers_.resize(bytes_.size());
        for (std::uint32_t c = 0; c < vertices_.size(); ++c) {
            if (vertices_[c].differentiable)
                forEach(vertices_[c].inputs, [&](std::uint32_t x) { readers_[x] |= bit(c); });
        }
        for (Vertex& v : vertices_)
            forEach(v.outputGradients, [&](std::uint32_t x) { v.gradientConsumers |= readers_[x]; });
        for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
            all_ |= bit(v);
            if (vertices_[v].differentiable) allBackward_ |= bit(v);
        }
    }

    const std::vector<Vertex>& vertices() const { return vertices_; }
    std::int64_t fixed() const { return fixed_; }
    Mask all() const { return all_; }
    Mask allBackward() const { return allBackward_; }

    std::int64_t sum(Mask values) const {
        std::int64_t total = 0;
        forEach(values, [&](std::uint32_t x) { total += bytes_[x]; });
        return total;
    }

    // Gradients that live after these backwards.
    Mask gradients(Mask backward) const {
        Mask live = 0;
        for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
            if (backward & bit(v)) continue;
            forEach(vertices_[v].outputGradients, [&](std::uint32_t x) {
                if (readers_[x] & backward) live |= bit(x);
            });
        }
        return live;
    }

    // Values that some step to come may read: of first runs, of backwards, and of recomputes that make such.
    Mask useful(Mask forward, Mask backward) const {
        Mask needed = 0;
        for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
            if (allBackward_ & ~backward & bit(v)) needed |= vertices_[v].saves;
        }
        for (std::uint32_t v = static_cast<std::uint32_t>(vertices_.size()); v-- > 0;) {
            const bool ran = forward & bit(v);
            if (!ran || (vertices_[v].recomputable && (vertices_[v].outputs & needed) != 0))
                needed |= vertices_[v].inputs;
        }
        return needed;
    }

    static Mask bit(std::uint32_t i) { return Mask{1} << i; }
    template <class F>
    static void forEach(Mask set, F f) {
        for (; set != 0; set &= set - 1)
            f(static_cast<std::uint32_t>(__builtin_ctz(set)));
    }

  private:
    static Vertex vertexOf(const Graph& graph, VertexId v, const std::vector<std::uint32_t>& number) {
        Vertex made;
        const auto maskOf = [&](std::span<const ValueId> values, bool gradientsOnly) {
            Mask mask = 0;
            for (const ValueId x : values) {
                if (number[x] != noIndex && (!gradientsOnly || graph.hasGradient(x))) mask |= bit(number[x]);
            }
            return mask;
        };
        made.id = v;
        made.inputs = maskOf(graph.inputs(v), false);
        made.inputGradients = maskOf(graph.inputs(v), true);
        made.saves = maskOf(graph.saves(v), false);
        for (std::uint32_t o = 0; o < graph.outputCount(v); ++o) {
            const ValueId x = graph.firstOutput(v) + o;
            made.outputs |= bit(number[x]);
            if (graph.hasGradient(x)) made.outputGradients |= bit(number[x]);
        }
        made.differentiable = graph.differentiable(v);
        made.recomputable = graph.recomputable(v);
        made.time = graph.time(v);
        made.workspace = graph.workspace(v).count();
        made.backwardWorkspace = graph.backwardWorkspace(v).count();
        return made;
    }

    std::int64_t fixed_;
    std::vector<Vertex> vertices_;
    std::vector<std::int64_t> bytes_;  // by value
    std::vector<Mask> readers_;        // by value: its differentiable consumers
    Mask all_ = 0, allBackward_ = 0;
};

class Search {
  public:
    Search(const SmallGraph& graph, std::int64_t budget, Orders orders, bool anyCost)
        : graph_(graph), room_(budget - graph.fixed()), orders_(orders), anyCost_(anyCost) {}

    // The runs of the best schedule and its cost, or nothing.
    std::optional<std::pair<double, std::vector<Run>>> run() {
        if (room_ < 0) return std::nullopt;
        reach(State{}, 0, State{}, {});
        while (!open_.empty()) {
            const Entry entry = open_.top();
            open_.pop();
            const State state = State::of(entry.key);
            Node& node = nodes_.at(entry.key);
            if (node.settled) continue;
            node.settled = true;
            if (state.forward == graph_.all() && state.backward == graph_.allBackward())
                return std::pair{entry.cost, runsTo(entry.key)};
            expand(state, entry.cost);
        }
        return std::nullopt;
    }

  private:
    struct Entry {
        double cost;
        int progress;  // steps that every schedule has, then live values: ties go deep first
        std::uint64_t key;
        bool operator<(const Entry& other) const {
            return cost != other.cost ? cost > other.cost : progress < other.progress;
        }
    };
    struct Node {
        double cost = 0;
        std::uint64_t from = 0;
        Run step;
        bool isRun = false, settled = false;
    };
    // What depends on the sets of runs only.
    struct Phase {
        Mask useful = 0;
        std::int64_t gradientBytes = 0;
    };

    const Phase& phase(const State& s) {
        const auto [at, added] = phases_.try_emplace(s.forward | std::uint64_t{s.backward} << 14);
        if (added) {
            at->second = {graph_.useful(s.forward, s.backward), graph_.sum(graph_.gradients(s.backward))};
        }
        return at->second;
    }

    void reach(State s, double cost, const State& from, std::optional<Run> step) {
        s.live &= phase(s).useful;
        const std::uint64_t key = s.key();
        const auto [at, added] = nodes_.try_emplace(key);
        if (!added && at->second.cost <= cost) return;
        at->second = {cost, from.key(), step.value_or(Run{}), step.has_value(), false};
        const int steps = __builtin_popcount(s.forward) + __builtin_popcount(s.backward);
        open_.push({cost, 64 * steps + __builtin_popcount(s.live), key});
    }

    void expand(const State& s, double cost) {
        const auto& vertices = graph_.vertices();
        const std::int64_t held = graph_.sum(s.live) + phase(s).gradientBytes;
        Mask droppable = 0;  // by a step that is ready but does not fit
        const auto step = [&](const State& after, double time, std::int64_t needs, Mask reads, Run run) {
            if (needs <= room_) {
                reach(after, cost + (anyCost_ ? 0 : time), s, run);
            } else {
                droppable |= s.live & ~reads;
            }
        };
        const Mask firstRuns = allowedFirstRuns(s);
        for (std::uint32_t v = 0; v < vertices.size(); ++v) {
            const Vertex& vertex = vertices[v];
            if ((vertex.inputs & ~s.live) != 0) continue;
            const bool first = firstRuns & SmallGraph::bit(v);
            const bool again = (s.forward & SmallGraph::bit(v)) && vertex.recomputable &&
                               (vertex.outputs & phase(s).useful & ~s.live) != 0;
            if (!first && !again) continue;
            step({s.forward | SmallGraph::bit(v), s.backward, s.live | vertex.outputs},
                 first ? 0 : vertex.time, held + graph_.sum(vertex.outputs & ~s.live) + vertex.workspace,
                 vertex.inputs, {StepKind::forward, 0, vertex.id});
        }
        SmallGraph::forEach(allowedBackwards(s), [&](std::uint32_t v) {
            const Vertex& vertex = vertices[v];
            if ((vertex.saves & ~s.live) != 0) return;
            const Mask gradients = graph_.gradients(s.backward);
            const Mask made = (vertex.inputGradients | vertex.outputGradients) & ~gradients;
            step({s.forward, s.backward | SmallGraph::bit(v), s.live}, 0,
                 held + graph_.sum(made) + vertex.backwardWorkspace, vertex.saves,
                 {StepKind::backward, 0, vertex.id});
        });
        SmallGraph::forEach(droppable, [&](std::uint32_t x) {
            reach({s.forward, s.backward, s.live & ~SmallGraph::bit(x)}, cost, s, {});
        });
    }

    Mask allowedFirstRuns(const State& s) const {
        const Mask open = graph_.all() & ~s.forward;
        return orders_ == Orders::any ? open : open & -open;
    }
    Mask allowedBackwards(const State& s) const {
        if (s.forward != graph_.all()) return 0;
        const Mask open = graph_.allBackward() & ~s.backward;
        if (open == 0) return 0;
        if (orders_ == Orders::fixed)
            return SmallGraph::bit(31 - static_cast<std::uint32_t>(__builtin_clz(open)));
        Mask ready = 0;
        SmallGraph::forEach(open, [&](std::uint32_t v) {
            if ((graph_.vertices()[v].gradientConsumers & open) == 0) ready |= SmallGraph::bit(v);
        });
        return ready;
    }

    std::vector<Run> runsTo(std::uint64_t key) const {
        std::vector<Run> runs;
        for (const std::uint64_t start = State{}.key(); key != start;) {
            const Node& node = nodes_.at(key);
            if (node.isRun) runs.push_back(node.step);
            key = node.from;
        }
        std::reverse(runs.begin(), runs.end());
        return runs;
    }

    const SmallGraph& graph_;
    std::int64_t room_;
    Orders orders_;
    bool anyCost_;
    std::priority_queue<Entry> open_;
    std::unordered_map<std::uint64_t, Node> nodes_;
    std::unordered_map<std::uint64_t, Phase> phases_;
};

}  // namespace

std::optional<Optimum> optimalSchedule(const Graph& graph, Bytes budget, Orders orders) {
    const SmallGraph small(graph);
    const auto found = Search(small, budget.count(), orders, false).run();
    if (!found) return std::nullopt;
    return Optimum{found->first, withFrees(graph, found->second)};
}

std::optional<double> optimalRecomputeTime(const Graph& graph, Bytes budget, Orders orders) {
    const SmallGraph small(graph);
    const auto found = Search(small, budget.count(), orders, false).run();
    if (!found) return std::nullopt;
    return found->first;
}

Bytes leastPeak(const Graph& graph, Orders orders) {
    const SmallGraph small(graph);
    // Everything at once always fits: all values, gradients and the largest workspace.
    std::int64_t enough = 2 * graph.valueBytes().count() + graph.fixedBytes().count(), tooLittle = -1;
    std::int64_t workspace = 0;
    for (const Vertex& v : small.vertices())
        workspace = std::max({workspace, v.workspace, v.backwardWorkspace});
    enough += workspace;
    while (enough - tooLittle > 1) {
        const std::int64_t middle = tooLittle + (enough - tooLittle) / 2;
        (Search(small, middle, orders, true).run() ? enough : tooLittle) = middle;
    }
    return Bytes(enough);
}

}  // namespace reforward::tests
