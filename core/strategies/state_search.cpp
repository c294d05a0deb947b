// SPDX-License-Identifier: Apache-2.0
//
// A state is what has run forward, what has run backward and which values are live; gradients follow from
// the second. Steps lead from state to state, a recompute costs its time, all else nothing: the cheapest
// schedule is a shortest path (Dijkstra). Of frees only those are tried that matter: a value that no step to
// come can use goes at once, any other one only before a step that would not fit otherwise.
#include "core/strategies/state_search.h"

#include <algorithm>
#include <bit>
#include <queue>
#include <unordered_map>

namespace reforward {

namespace {

using Set = std::uint32_t;

constexpr std::size_t vertexLimit = 12, valueLimit = 24, stateLimit = 400'000;

constexpr Set one(std::size_t i) {
    return Set{1} << i;
}

struct State {
    Set forward = 0, backward = 0, live = 0;
    std::uint64_t packed() const {
        return std::uint64_t{forward} | std::uint64_t{backward} << 12 | std::uint64_t{live} << 24;
    }
    static State unpacked(std::uint64_t key) {
        return {static_cast<Set>(key & 0xfff), static_cast<Set>(key >> 12 & 0xfff),
                static_cast<Set>(key >> 24)};
    }
};

class StateGraph {
  public:
    StateGraph(const Graph& graph, Bytes budget, const std::vector<VertexId>& once)
        : graph_(graph), room_((budget - graph.fixedBytes()).count()), number_(graph.valueCount(), noIndex) {
        for (const VertexId v : graph.order()) {
            if (!graph.fixed(v)) addVertex(v);
        }
        for (const VertexId v : once) {
            for (Vertex& vertex : vertices_)
                vertex.again = vertex.again && vertex.id != v;
        }
        readers_.resize(bytes_.size());
        for (std::size_t v = 0; v < vertices_.size(); ++v) {
            all_ |= one(v);
            if (!graph.differentiable(vertices_[v].id)) continue;
            allBackward_ |= one(v);
            forEach(vertices_[v].inputs, [&](std::size_t x) { readers_[x] |= one(v); });
        }
    }

    StateSearch search(const Control& control) {
        StateSearch result;
        reach({}, 0, 0, std::nullopt);
        while (!open_.empty()) {
            const Entry entry = open_.top();
            open_.pop();
            Node& node = nodes_.at(entry.key);
            if (node.done) continue;
            node.done = true;
            const State state = State::unpacked(entry.key);
            if (state.forward == all_ && state.backward == allBackward_) {
                result.end = StateSearch::End::optimal;
                result.time = entry.cost;
                result.runs = runsTo(entry.key);
                return result;
            }
            if (nodes_.size() > stateLimit || (nodes_.size() % 1024 == 0 && control.shouldStop()))
                return result;
            expand(state, entry);
        }
        result.end = StateSearch::End::none;
        return result;
    }

  private:
    struct Vertex {
        VertexId id = 0;
        Set inputs = 0, outputs = 0, saves = 0, inputGradients = 0, outputGradients = 0;
        bool again = true;
    };
    struct Entry {
        double cost;
        int progress;  // ties go deep first
        std::uint64_t key;
        bool operator<(const Entry& other) const {
            return cost != other.cost ? cost > other.cost : progress < other.progress;
        }
    };
    struct Node {
        double cost = 0;
        std::uint64_t from = 0;
        std::optional<Run> run;
        bool done = false;
    };

    template <class F>
    static void forEach(Set set, F f) {
        for (; set != 0; set &= set - 1)
            f(static_cast<std::size_t>(std::countr_zero(set)));
    }

    void addVertex(VertexId v) {
        Vertex vertex;
        vertex.id = v;
        vertex.again = graph_.recomputable(v);
        for (std::uint32_t o = 0; o < graph_.outputCount(v); ++o) {
            const ValueId x = graph_.firstOutput(v) + o;
            number_[x] = static_cast<std::uint32_t>(bytes_.size());
            bytes_.push_back(graph_.bytes(x).count());
            vertex.outputs |= one(number_[x]);
            if (graph_.hasGradient(x)) vertex.outputGradients |= one(number_[x]);
        }
        for (const ValueId x : graph_.inputs(v)) {
            if (number_[x] == noIndex) continue;
            vertex.inputs |= one(number_[x]);
            if (graph_.hasGradient(x)) vertex.inputGradients |= one(number_[x]);
        }
        for (const ValueId x : graph_.saves(v)) {
            if (number_[x] != noIndex) vertex.saves |= one(number_[x]);
        }
        vertices_.push_back(vertex);
    }

    std::int64_t sum(Set values) const {
        std::int64_t total = 0;
        forEach(values, [&](std::size_t x) { total += bytes_[x]; });
        return total;
    }
    // Made by the first backward of a reader, gone right after that of the maker.
    Set gradients(Set backward) const {
        Set live = 0;
        for (std::size_t v = 0; v < vertices_.size(); ++v) {
            if (backward & one(v)) continue;
            forEach(vertices_[v].outputGradients, [&](std::size_t x) {
                if (readers_[x] & backward) live |= one(x);
            });
        }
        return live;
    }
    Set usable(const State& state) const {
        Set wanted = 0;
        forEach(allBackward_ & ~state.backward, [&](std::size_t v) { wanted |= vertices_[v].saves; });
        for (std::size_t v = vertices_.size(); v-- > 0;) {
            const Vertex& vertex = vertices_[v];
            if (!(state.forward & one(v)) || (vertex.again && (vertex.outputs & wanted)))
                wanted |= vertex.inputs;
        }
        return wanted;
    }

    void reach(State state, double cost, std::uint64_t from, std::optional<Run> run) {
        state.live &= usable(state);
        const std::uint64_t key = state.packed();
        const auto [at, added] = nodes_.try_emplace(key);
        if (!added && at->second.cost <= cost) return;
        at->second = {cost, from, run, false};
        open_.push(
            {cost,
             32 * (std::popcount(state.forward) + std::popcount(state.backward)) + std::popcount(state.live),
             key});
    }

    void expand(const State& state, const Entry& entry) {
        const Set gradient = gradients(state.backward), wanted = usable(state);
        const std::int64_t held = sum(state.live) + sum(gradient);
        Set mayGo = 0;
        const auto step = [&](const State& after, double time, std::int64_t more, Set reads, const Run& run) {
            if (held + more <= room_) {
                reach(after, entry.cost + time, entry.key, run);
            } else {
                mayGo |= state.live & ~reads;
            }
        };
        for (std::size_t v = 0; v < vertices_.size(); ++v) {
            const Vertex& vertex = vertices_[v];
            const bool first = !(state.forward & one(v));
            if ((vertex.inputs & ~state.live) || (!first && !vertex.again)) continue;
            if (!first && !(vertex.outputs & wanted & ~state.live)) continue;
            step({state.forward | one(v), state.backward, state.live | vertex.outputs},
                 first ? 0 : graph_.time(vertex.id),
                 sum(vertex.outputs & ~state.live) + graph_.workspace(vertex.id).count(), vertex.inputs,
                 {StepKind::forward, 0, vertex.id});
        }
        if (state.forward == all_) {
            const Set open = allBackward_ & ~state.backward;
            forEach(open, [&](std::size_t v) {
                const Vertex& vertex = vertices_[v];
                bool ready = !(vertex.saves & ~state.live);
                forEach(vertex.outputGradients,
                        [&](std::size_t x) { ready = ready && !(readers_[x] & open); });
                if (!ready) return;
                const Set made = (vertex.inputGradients | vertex.outputGradients) & ~gradient;
                step({state.forward, state.backward | one(v), state.live}, 0,
                     sum(made) + graph_.backwardWorkspace(vertex.id).count(), vertex.saves,
                     {StepKind::backward, 0, vertex.id});
            });
        }
        forEach(mayGo, [&](std::size_t x) {
            reach({state.forward, state.backward, state.live & ~one(x)}, entry.cost, entry.key, std::nullopt);
        });
    }

    std::vector<Run> runsTo(std::uint64_t key) const {
        std::vector<Run> runs;
        while (key != State{}.packed()) {
            const Node& node = nodes_.at(key);
            if (node.run) runs.push_back(*node.run);
            key = node.from;
        }
        std::reverse(runs.begin(), runs.end());
        return runs;
    }

    const Graph& graph_;
    const std::int64_t room_;
    std::vector<std::uint32_t> number_;  // by value of the graph: its bit
    std::vector<Vertex> vertices_;       // not fixed, in the order
    std::vector<std::int64_t> bytes_;    // by bit
    std::vector<Set> readers_;           // by bit: differentiable consumers
    Set all_ = 0, allBackward_ = 0;
    std::priority_queue<Entry> open_;
    std::unordered_map<std::uint64_t, Node> nodes_;
};

}  // namespace

bool fewStates(const Graph& graph) {
    std::size_t values = 0;
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (!graph.fixed(v)) values += graph.outputCount(v);
    }
    return graph.plannedCount() <= vertexLimit && values <= valueLimit;
}

StateSearch searchStates(const Graph& graph, Bytes budget, const std::vector<VertexId>& once,
                         const Control& control) {
    if (budget < graph.fixedBytes()) {
        StateSearch none;
        none.end = StateSearch::End::none;
        return none;
    }
    return StateGraph(graph, budget, once).search(control);
}

}  // namespace reforward
