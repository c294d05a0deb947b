// SPDX-License-Identifier: Apache-2.0
#include "core/graph/graph_builder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "core/base/error.h"

namespace reforward {

namespace {

// Twice all values (their gradients) and all workspaces together stay below this, so that no sum over
// any part of the graph, and no published formula, can leave 64 bits.
constexpr std::int64_t totalLimit = std::int64_t{1} << 61;

void checkBytes(const std::string& id, const char* key, std::int64_t bytes) {
    if (bytes < 0) throwInput(id, std::string(key) + " is negative (" + std::to_string(bytes) + ")");
}

void checkTime(const std::string& id, const char* key, double time) {
    if (!std::isfinite(time)) throwInput(id, std::string(key) + " is not a finite number");
    if (time < 0) throwInput(id, std::string(key) + " is negative");
}

std::string modulePath(const std::string& module) {
    std::string path;
    bool separator = false;
    for (const char c : module) {
        if (c == '/' || c == '.') {
            separator = !path.empty();
        } else {
            if (separator) path += '/';
            separator = false;
            path += c;
        }
    }
    return path;
}

// Ranges of a grouped list: first[i] .. first[i + 1] are the entries of group i.
std::vector<std::uint32_t> ranges(std::size_t groups, const std::vector<std::uint32_t>& groupOf) {
    std::vector<std::uint32_t> first(groups + 1);
    for (const std::uint32_t g : groupOf)
        ++first[g + 1];
    for (std::size_t g = 0; g < groups; ++g)
        first[g + 1] += first[g];
    return first;
}

class CheckedTotal {
  public:
    void add(const std::string& id, std::int64_t bytes, int times) {
        for (int i = 0; i < times; ++i) {
            if (bytes > totalLimit - total_) {
                throwInput(id, "the sum of all bytes passes 2^61, more than can be counted");
            }
            total_ += bytes;
        }
    }

  private:
    std::int64_t total_ = 0;
};

}  // namespace

VertexId GraphBuilder::addVertex(VertexSpec spec) {
    const auto v = static_cast<VertexId>(specs_.size());
    if (specs_.size() >= noIndex - 1) throwInput(spec.id, "the graph has too many vertices");
    if (!byId_.emplace(spec.id, v).second) throwInput(spec.id, "this id stands twice; ids must be unique");
    specs_.push_back(std::move(spec));
    return v;
}

std::optional<VertexId> GraphBuilder::findVertex(const std::string& id) const {
    const auto found = byId_.find(id);
    if (found == byId_.end()) return std::nullopt;
    return found->second;
}

VertexId GraphBuilder::vertex(const std::string& id) const {
    const auto found = findVertex(id);
    if (!found) throwInput(id, "there is no vertex of this id");
    return *found;
}

void GraphBuilder::addEdge(VertexId from, std::int64_t output, VertexId to) {
    edges_.push_back({from, output, to});
}

namespace {

// Kahn's algorithm; of the ready vertices the one that stands first in the file goes first. `successors`
// may name a vertex several times. A shorter result than all vertices means a cycle.
std::vector<VertexId> kahnOrder(const std::vector<std::vector<VertexId>>& successors) {
    std::vector<std::uint32_t> open(successors.size());
    for (const auto& list : successors) {
        for (const VertexId w : list)
            ++open[w];
    }
    std::priority_queue<VertexId, std::vector<VertexId>, std::greater<>> ready;
    for (VertexId v = 0; v < successors.size(); ++v) {
        if (open[v] == 0) ready.push(v);
    }
    std::vector<VertexId> order;
    order.reserve(successors.size());
    while (!ready.empty()) {
        const VertexId v = ready.top();
        ready.pop();
        order.push_back(v);
        for (const VertexId w : successors[v]) {
            if (--open[w] == 0) ready.push(w);
        }
    }
    return order;
}

// Two neighbours on a cycle: walk back along unordered predecessors until a vertex comes again.
std::pair<VertexId, VertexId> edgeOnCycle(const std::vector<std::vector<VertexId>>& successors,
                                          const std::vector<VertexId>& ordered) {
    std::vector<bool> left(successors.size(), true);
    for (const VertexId v : ordered)
        left[v] = false;
    std::vector<VertexId> before(successors.size(), noIndex);
    for (VertexId v = 0; v < successors.size(); ++v) {
        if (!left[v]) continue;
        for (const VertexId w : successors[v]) {
            if (left[w]) before[w] = v;
        }
    }
    const auto start = static_cast<VertexId>(std::find(left.begin(), left.end(), true) - left.begin());
    std::vector<bool> seen(successors.size());
    VertexId v = start;
    while (!seen[v]) {
        seen[v] = true;
        v = before[v];
    }
    return {before[v], v};
}

}  // namespace

Graph GraphBuilder::build() && {
    Graph g;
    const std::size_t n = specs_.size();
    if (n == 0) throw Error(ErrorKind::input, "the graph is empty: it has no vertices");
    g.joint_ = joint_ || std::any_of(specs_.begin(), specs_.end(), [](const auto& s) { return s.backward; });

    // Vertices and values.
    CheckedTotal total;
    g.firstOutput_.push_back(0);
    for (VertexSpec& s : specs_) {
        checkTime(s.id, "time", s.time);
        const double backwardTime = s.backwardTime.value_or(2 * s.time);
        checkTime(s.id, "backward_time", backwardTime);
        checkBytes(s.id, "workspace", s.workspace);
        const std::int64_t backwardWorkspace = s.backwardWorkspace.value_or(s.workspace);
        checkBytes(s.id, "backward_workspace", backwardWorkspace);
        total.add(s.id, s.workspace, 1);
        total.add(s.id, backwardWorkspace, 1);
        if (s.outputs.empty()) throwInput(s.id, "outputs is empty: a vertex makes at least one value");
        const bool differentiable = s.differentiable && !s.fixed && !g.joint_;
        std::int64_t bytes = 0;
        for (VertexSpec::Output& o : s.outputs) {
            checkBytes(s.id, "memory", o.bytes);
            total.add(s.id, o.bytes, 2);
            bytes += o.bytes;
            g.producer_.push_back(static_cast<VertexId>(g.time_.size()));
            g.valueBytes_.push_back(o.bytes);
            g.hasGradient_.push_back(differentiable && o.differentiable);
            g.declaredDifferentiableValue_.push_back(o.differentiable);
            g.valueNames_.push_back(std::move(o.name));
        }
        g.firstOutput_.push_back(static_cast<std::uint32_t>(g.producer_.size()));
        g.outputBytes_.push_back(bytes);
        g.time_.push_back(s.time);
        g.backwardTime_.push_back(backwardTime);
        g.workspace_.push_back(s.workspace);
        g.backwardWorkspace_.push_back(backwardWorkspace);
        std::uint8_t flags = 0;
        if (s.fixed) flags |= Graph::fixedFlag;
        if (differentiable) flags |= Graph::differentiableFlag;
        if (s.differentiable) flags |= Graph::declaredDifferentiableFlag;
        if (s.recompute) flags |= Graph::recomputableFlag;
        if (s.backward) flags |= Graph::backwardFlag;
        g.flags_.push_back(flags);
        if (s.fixed) {
            ++g.fixedCount_;
            g.fixedBytes_ += Bytes(bytes);
        } else {
            g.totalBytes_ += Bytes(bytes);
            g.forwardTime_ += s.time;
            if (differentiable) g.backwardTotal_ += backwardTime;
        }
        g.names_.push_back(s.name.empty() ? s.id : std::move(s.name));
        g.ops_.push_back(std::move(s.op));
        g.modules_.push_back(modulePath(s.module));
        g.extra_.push_back(std::move(s.extra));
    }
    if (!std::isfinite(g.forwardTime_) || !std::isfinite(g.backwardTotal_)) {
        throw Error(ErrorKind::input, "the sum of all times is not a finite number");
    }

    // Edges: distinct (value, consumer) pairs, in the order of the file.
    std::vector<std::vector<ValueId>> inputs(n);
    std::vector<std::vector<VertexId>> successors(n);
    for (const Edge& e : edges_) {
        const auto outputs = static_cast<std::int64_t>(g.outputCount(e.from));
        if (e.output < 0 || e.output >= outputs) {
            throwInput(specs_[e.to].id, "it reads output " + std::to_string(e.output) + " of " +
                                            specs_[e.from].id + ", which has " + std::to_string(outputs));
        }
        if (specs_[e.to].fixed) {
            throwInput(specs_[e.to].id, "it is fixed and has an input (" + specs_[e.from].id +
                                            "); fixed values are there from the start");
        }
        inputs[e.to].push_back(g.firstOutput_[e.from] + static_cast<ValueId>(e.output));
        successors[e.from].push_back(e.to);
    }
    {
        // Keep the first of equal inputs. `seen` holds the last reader of each value.
        std::vector<VertexId> seen(g.valueCount(), noIndex), seenVertex(n, noIndex);
        for (VertexId v = 0; v < n; ++v) {
            std::erase_if(inputs[v], [&](ValueId x) { return std::exchange(seen[x], v) == v; });
            for (const ValueId x : inputs[v]) {
                const VertexId u = g.producer_[x];
                if (!g.fixed(u) && std::exchange(seenVertex[u], v) != v) ++g.edgeCount_;
            }
        }
    }
    for (VertexId v = 0; v < n; ++v) {
        g.firstInput_.push_back(static_cast<std::uint32_t>(g.inputs_.size()));
        g.inputs_.insert(g.inputs_.end(), inputs[v].begin(), inputs[v].end());
    }
    g.firstInput_.push_back(static_cast<std::uint32_t>(g.inputs_.size()));
    g.firstConsumer_ = ranges(g.valueCount(), g.inputs_);
    g.consumers_.resize(g.inputs_.size());
    std::vector<std::uint32_t> next(g.firstConsumer_.begin(), g.firstConsumer_.end() - 1);
    for (VertexId v = 0; v < n; ++v) {
        for (const ValueId x : g.inputs(v))
            g.consumers_[next[x]++] = v;
    }

    // Saves.
    std::vector<VertexId> taken(g.valueCount(), noIndex);
    for (VertexId v = 0; v < n; ++v) {
        g.firstSave_.push_back(static_cast<std::uint32_t>(g.saves_.size()));
        if (!specs_[v].saves) {
            const auto all = g.inputs(v);
            g.saves_.insert(g.saves_.end(), all.begin(), all.end());
            continue;
        }
        for (const VertexSpec::ValueName& name : *specs_[v].saves) {
            const std::string shown =
                name.vertex + (name.output == 0 ? "" : ":" + std::to_string(name.output));
            const auto owner = byId_.find(name.vertex);
            if (owner == byId_.end())
                throwInput(specs_[v].id, "saves names " + shown + ", which is no vertex");
            if (name.output < 0 || name.output >= static_cast<std::int64_t>(g.outputCount(owner->second))) {
                throwInput(specs_[v].id, "saves names " + shown + ", an output that vertex does not have");
            }
            const ValueId x = g.firstOutput_[owner->second] + static_cast<ValueId>(name.output);
            const auto in = g.inputs(v);
            if (owner->second != v && std::find(in.begin(), in.end(), x) == in.end()) {
                throwInput(specs_[v].id,
                           "saves names " + shown + ", which is neither its input nor its output");
            }
            if (std::exchange(taken[x], v) != v) g.saves_.push_back(x);
        }
    }
    g.firstSave_.push_back(static_cast<std::uint32_t>(g.saves_.size()));

    // Order.
    std::vector<VertexId> order = kahnOrder(successors);
    if (order.size() < n) {
        const auto [from, to] = edgeOnCycle(successors, order);
        throwInput(specs_[to].id,
                   "it is on a cycle (through " + specs_[from].id + " -> " + specs_[to].id + ")",
                   "a training graph must be acyclic");
    }
    if (order_) {
        std::vector<VertexId> given;
        std::vector<bool> seen(n);
        for (const std::string& id : *order_) {
            const VertexId v = vertex(id);
            if (seen[v]) throwInput(id, "it stands twice in order");
            seen[v] = true;
            given.push_back(v);
        }
        if (given.size() != n) {
            const auto missing =
                static_cast<std::size_t>(std::find(seen.begin(), seen.end(), false) - seen.begin());
            throwInput(specs_[missing].id, "order leaves it out; it must name every vertex");
        }
        std::vector<std::uint32_t> at(n);
        for (std::uint32_t i = 0; i < n; ++i)
            at[given[i]] = i;
        for (const Edge& e : edges_) {
            if (at[e.from] >= at[e.to]) {
                throwInput(specs_[e.to].id, "order puts it before its input " + specs_[e.from].id);
            }
        }
        g.orderGiven_ = given != order;
        order = std::move(given);
    }
    g.order_ = std::move(order);
    g.position_.resize(n);
    for (std::uint32_t i = 0; i < n; ++i)
        g.position_[g.order_[i]] = i;

    for (VertexSpec& s : specs_)
        g.ids_.push_back(std::move(s.id));
    g.byId_ = std::move(byId_);
    g.notes_ = std::move(notes);
    g.gradientFlow_ = std::move(flow_);
    return g;
}

GraphBuilder rebuild(const Graph& graph) {
    GraphBuilder builder;
    builder.notes = graph.notes();
    builder.setJoint(graph.joint());
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        VertexSpec s;
        s.id = graph.id(v);
        s.op = graph.op(v);
        s.name = graph.name(v);
        s.module = graph.module(v);
        s.outputs.clear();
        for (ValueId x = graph.firstOutput(v); x < graph.firstOutput(v) + graph.outputCount(v); ++x) {
            s.outputs.push_back(
                {graph.valueName(x), graph.bytes(x).count(), graph.declaredDifferentiableValue(x)});
        }
        s.time = graph.time(v);
        s.backwardTime = graph.backwardTime(v);
        s.saves.emplace();
        for (const ValueId x : graph.saves(v))
            s.saves->push_back({graph.id(graph.producer(x)), graph.outputIndex(x)});
        s.workspace = graph.workspace(v).count();
        s.backwardWorkspace = graph.backwardWorkspace(v).count();
        s.differentiable = graph.declaredDifferentiable(v);
        s.fixed = graph.fixed(v);
        s.recompute = graph.recomputable(v);
        s.backward = graph.backward(v);
        s.extra.assign(graph.extra(v).begin(), graph.extra(v).end());
        builder.addVertex(std::move(s));
    }
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        for (const ValueId x : graph.inputs(v))
            builder.addEdge(graph.producer(x), graph.outputIndex(x), v);
    }
    std::vector<std::string> order;
    for (const VertexId v : graph.order())
        order.push_back(graph.id(v));
    builder.setOrder(std::move(order));
    return builder;
}

}  // namespace reforward
