// SPDX-License-Identifier: Apache-2.0
#include "core/search/recompute_model.h"

#include <algorithm>

namespace reforward {

namespace {

double asDouble(Bytes bytes) {
    return static_cast<double>(bytes.count());
}

std::vector<VertexId> plannedOrder(const Graph& graph) {
    std::vector<VertexId> order;
    for (const VertexId v : graph.order()) {
        if (!graph.fixed(v)) order.push_back(v);
    }
    return order;
}

}  // namespace

RecomputeModel::RecomputeModel(const Graph& graph, const Pins& pins)
    : RecomputeModel(graph, pins, plannedOrder(graph)) {}

RecomputeModel::RecomputeModel(const Graph& graph, const Pins& pins, std::span<const VertexId> order)
    : graph_(graph) {
    number(order);
    addStages();
    findReaders();
    setPins(pins);
}

void RecomputeModel::number(std::span<const VertexId> order) {
    number_.assign(graph_.vertexCount(), noIndex);
    valueNumber_.assign(graph_.valueCount(), noIndex);
    for (const VertexId v : order) {
        const auto w = static_cast<std::uint32_t>(operations_.size());
        number_[v] = w;
        Operation operation;
        operation.time = graph_.time(v);
        operation.workspace = asDouble(graph_.workspace(v));
        operation.vertex = v;
        operation.mayRunAgain = graph_.recomputable(v);
        operation.firstValue = values();
        for (ValueId x = graph_.firstOutput(v); x < graph_.firstOutput(v) + graph_.outputCount(v); ++x) {
            valueNumber_[x] = values();
            values_.push_back({asDouble(graph_.bytes(x)), w, static_cast<std::int32_t>(w),
                               std::numeric_limits<std::int32_t>::max()});
        }
        operation.endValue = values();
        operations_.push_back(operation);
        forwardTime_ += operation.time;
        for (const ValueId x : graph_.inputs(v)) {
            if (valueNumber_[x] != noIndex) inputs_.push_back(valueNumber_[x]);
        }
        firstInput_.push_back(static_cast<std::uint32_t>(inputs_.size()));
    }
}

void RecomputeModel::addStage(const Run& step, double base, double made) {
    stages_.push_back({step, base, made});
    operationOf_.push_back(number_[step.vertex]);
    firstRead_.push_back(static_cast<std::uint32_t>(reads_.size()));
}

void RecomputeModel::addStages() {
    addForwardStages();
    if (graph_.joint()) return;
    firstRerunStage_ = static_cast<std::int32_t>(operations());
    for (std::uint32_t w = 0; w < operations(); ++w) {
        for (const std::uint32_t x : inputs(w))
            values_[x].firstCopyLives = std::max(values_[x].firstCopyLives, static_cast<std::int32_t>(w));
    }
    // First copies up to their last forward reader; the producing stage counts them as made.
    std::vector<double> change(operations() + 1);
    for (const Value& x : values_) {
        change[x.producer + 1] += x.bytes;
        change[static_cast<std::size_t>(x.firstCopyLives) + 1 <= operations()
                   ? static_cast<std::size_t>(x.firstCopyLives) + 1
                   : operations()] -= x.bytes;
    }
    double live = 0;
    for (std::uint32_t w = 0; w < operations(); ++w) {
        live += change[w];
        stages_[w].base += live;
    }
    addBackwardStages();
}

void RecomputeModel::addForwardStages() {
    const double fixed = asDouble(graph_.fixedBytes());
    for (std::uint32_t w = 0; w < operations(); ++w) {
        for (const std::uint32_t x : inputs(w))
            reads_.push_back(x);
        double made = operations_[w].workspace;
        for (std::uint32_t x = operations_[w].firstValue; x < operations_[w].endValue; ++x)
            made += values_[x].bytes;
        addStage({StepKind::forward, 0, operations_[w].vertex}, fixed, made);
    }
}

void RecomputeModel::addBackwardStages() {
    const double fixed = asDouble(graph_.fixedBytes());
    std::vector<std::uint8_t> gradientLive(graph_.valueCount());
    double gradients = 0;
    for (std::uint32_t w = operations(); w-- > 0;) {
        const VertexId v = operations_[w].vertex;
        if (!graph_.differentiable(v)) continue;
        for (const ValueId x : graph_.saves(v)) {
            if (valueNumber_[x] != noIndex) reads_.push_back(valueNumber_[x]);
        }
        double made = 0, freed = 0;
        const auto make = [&](ValueId x) {
            if (!graph_.hasGradient(x) || gradientLive[x]) return;
            gradientLive[x] = 1;
            made += asDouble(graph_.bytes(x));
        };
        for (ValueId x = graph_.firstOutput(v); x < graph_.firstOutput(v) + graph_.outputCount(v); ++x) {
            make(x);
            if (graph_.hasGradient(x)) freed += asDouble(graph_.bytes(x));
        }
        for (const ValueId x : graph_.inputs(v))
            make(x);
        addStage({StepKind::backward, 0, v}, fixed + gradients, made + asDouble(graph_.backwardWorkspace(v)));
        gradients += made - freed;
    }
}

void RecomputeModel::findReaders() {
    std::vector<std::vector<std::uint32_t>> lists(operations());
    for (std::uint32_t w = 0; w < operations(); ++w) {
        for (const std::uint32_t x : inputs(w)) {
            auto& list = lists[values_[x].producer];
            if (list.empty() || list.back() != w) list.push_back(w);
        }
    }
    firstReader_.assign(1, 0);
    for (const auto& list : lists) {
        readers_.insert(readers_.end(), list.begin(), list.end());
        firstReader_.push_back(static_cast<std::uint32_t>(readers_.size()));
    }
}

void RecomputeModel::setPins(const Pins& pins) {
    for (const VertexId v : pins.keep)
        operations_[number_[v]].mayRunAgain = false;
    for (const VertexId v : pins.recompute) {
        const Operation& operation = operations_[number_[v]];
        // In the graph's own order positions; another order of first runs keeps the reader, not the place.
        const VertexId last = graph_.order()[firstCopyEnds(graph_, v)];
        for (std::uint32_t x = operation.firstValue; x < operation.endValue; ++x)
            values_[x].firstCopyEnds = static_cast<std::int32_t>(number_[last]);
    }
}

Reruns withoutUseless(const RecomputeModel& model, const Reruns& reruns) {
    std::vector<std::uint8_t> wanted(model.values());
    std::vector<std::vector<std::uint32_t>> useful(static_cast<std::size_t>(model.stages()));
    for (std::int32_t t = model.stages(); t-- > 0;) {
        for (const std::uint32_t x : model.reads(t))
            wanted[x] = 1;
        const auto list = reruns.at(t);
        for (std::size_t i = list.size(); i-- > 0;) {
            const auto& o = model.operation(list[i]);
            const auto from = wanted.begin() + o.firstValue, to = wanted.begin() + o.endValue;
            if (std::find(from, to, 1) == to) continue;
            std::fill(from, to, 0);
            for (const std::uint32_t x : model.inputs(list[i]))
                wanted[x] = 1;
            useful[static_cast<std::size_t>(t)].push_back(list[i]);
        }
    }
    Reruns result;
    for (const auto& list : useful) {
        result.operations.insert(result.operations.end(), list.rbegin(), list.rend());
        result.first.push_back(static_cast<std::uint32_t>(result.operations.size()));
    }
    return result;
}

Schedule scheduleOf(const RecomputeModel& model, const Reruns& reruns) {
    std::vector<Run> runs;
    for (std::int32_t t = 0; t < model.stages(); ++t) {
        for (const std::uint32_t w : reruns.at(t))
            runs.push_back({StepKind::forward, 0, model.operation(w).vertex});
        runs.push_back(model.stage(t).step);
    }
    return withFrees(model.graph(), runs);
}

bool rerunsOf(const RecomputeModel& model, const Schedule& schedule, Reruns& reruns) {
    reruns = {};
    std::int32_t t = 0;
    std::vector<std::uint32_t> here;
    for (const Step& step : schedule) {
        if (step.kind == StepKind::free || step.kind == StepKind::freeGradient) continue;
        if (t == model.stages()) return false;
        const Run& own = model.stage(t).step;
        if (step.kind == own.kind && step.vertex == own.vertex) {
            std::sort(here.begin(), here.end());
            here.erase(std::unique(here.begin(), here.end()), here.end());
            reruns.operations.insert(reruns.operations.end(), here.begin(), here.end());
            reruns.first.push_back(static_cast<std::uint32_t>(reruns.operations.size()));
            here.clear();
            ++t;
        } else if (step.kind == StepKind::forward && t >= model.firstRerunStage() &&
                   (t >= static_cast<std::int32_t>(model.operations()) ||
                    model.number(step.vertex) < static_cast<std::uint32_t>(t))) {
            here.push_back(model.number(step.vertex));
        } else {
            return false;
        }
    }
    return t == model.stages() && here.empty();
}

}  // namespace reforward
