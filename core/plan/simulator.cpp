// SPDX-License-Identifier: Apache-2.0
#include "core/plan/simulator.h"

#include <algorithm>
#include <utility>

namespace reforward {

std::string_view stepName(StepKind kind) {
    switch (kind) {
        case StepKind::forward:
            return "forward";
        case StepKind::backward:
            return "backward";
        case StepKind::free:
            return "free";
        case StepKind::freeGradient:
            return "free_gradient";
    }
    return "";
}

std::string_view stateName(VertexState state) {
    switch (state) {
        case VertexState::kept:
            return "kept";
        case VertexState::recomputed:
            return "recomputed";
        case VertexState::dropped:
            return "dropped";
        case VertexState::fixed:
            return "fixed";
    }
    return "";
}

Replay::Replay(const Graph& graph, Accounting accounting)
    : graph_(graph),
      live_(graph.valueCount()),
      inRecompute_(graph.valueCount()),
      gradientLive_(graph.valueCount()),
      backwardDone_(graph.vertexCount()),
      readLate_(graph.vertexCount()),
      runs_(graph.vertexCount()),
      openConsumers_(graph.valueCount()),
      anyConsumer_(graph.valueCount()) {
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (graph.fixed(v)) {
            runs_[v] = 1;
            const ValueId end = graph.firstOutput(v) + graph.outputCount(v);
            for (ValueId x = graph.firstOutput(v); x < end; ++x)
                live_[x] = 1;
        } else {
            ++neverRun_;
        }
        if (graph.differentiable(v)) {
            ++neverBackward_;
            for (const ValueId x : graph.inputs(v)) {
                ++openConsumers_[x];
                anyConsumer_[x] = 1;
            }
        }
    }
    if (accounting == Accounting::pytorch) {
        startMemory();
    } else {
        fixed_ = graph.fixedBytes().count();
    }
    setEntry(0);
}

void Replay::startMemory() {
    memory_.emplace(graph_);
    held_.resize(graph_.valueCount());
    overwritten_.resize(graph_.vertexCount(), noIndex);
    const auto valueOf = [&](const GradientFlow::Output& output) {
        return graph_.firstOutput(output.vertex) + output.index;
    };
    for (const GradientFlow::Output& output : memory_->flow().held) {
        // The network's own inputs are not counted in the first place.
        if (!graph_.fixed(output.vertex)) held_[valueOf(output)] = 1;
    }
    for (const GradientFlow::Overwrite& overwrite : memory_->flow().overwrites)
        overwritten_[overwrite.vertex] = valueOf(overwrite.input);
}

// What a forward run need not allocate. The input counts again after the step, until the schedule frees it.
std::int64_t Replay::reusedBytes(VertexId v) const {
    const ValueId x = overwritten_.empty() ? noIndex : overwritten_[v];
    return x == noIndex ? 0 : std::min(graph_.bytes(x), graph_.outputBytes(v)).count();
}

void Replay::setEntry(std::int64_t workspace) {
    entry_ = {fixed_, kept_, recomputed_, gradients_, workspace};
}

// The highest moment since the last entry; what is left is what counts from here on.
void Replay::setGradientEntry(std::int64_t workspace) {
    if (memory_) {
        gradients_ = memory_->highest();
        parameterGradients_ = memory_->highestWithParameters() - gradients_;
    }
    setEntry(workspace);
    if (memory_) {
        gradients_ = memory_->live();
        memory_->resetHighest();
    }
}

bool Replay::refuse(const Step& step, const std::string& reason) {
    fault_ = std::string(stepName(step.kind)) + " " +
             (step.vertex < graph_.vertexCount() ? graph_.id(step.vertex) : std::to_string(step.vertex)) +
             ": " + reason;
    return false;
}

bool Replay::apply(const Step& step) {
    const VertexId v = step.vertex;
    if (v >= graph_.vertexCount()) return refuse(step, "there is no such vertex");
    if (step.kind == StepKind::forward) return forward(v);
    if (step.kind == StepKind::backward) return backward(v);
    if (step.output >= graph_.outputCount(v))
        return refuse(step, "it has no output " + std::to_string(step.output));
    const ValueId x = graph_.firstOutput(v) + step.output;
    const std::int64_t bytes = graph_.bytes(x).count();
    if (step.kind == StepKind::free) {
        if (graph_.fixed(v)) return refuse(step, "fixed values are never freed");
        if (!live_[x]) return refuse(step, "the value is not live");
        live_[x] = 0;
        const bool callerKeepsIt = memory_ && std::exchange(held_[x], 0);
        if (!callerKeepsIt) (inRecompute_[x] ? recomputed_ : kept_) -= bytes;
    } else {
        if (!gradientLive_[x]) return refuse(step, "the gradient is not live");
        if (!backwardDone_[v]) return refuse(step, "its gradient is dropped before its backward has run");
        gradientLive_[x] = 0;
        if (memory_) {
            memory_->release(v, step.output);
            memory_->resetHighest();
            gradients_ = memory_->live();
        } else {
            gradients_ -= bytes;
        }
    }
    setEntry(0);
    return true;
}

bool Replay::forward(VertexId v) {
    const Step step{StepKind::forward, 0, v};
    if (graph_.fixed(v)) return refuse(step, "a fixed vertex never runs");
    const ValueId begin = graph_.firstOutput(v), end = begin + graph_.outputCount(v);
    if (std::all_of(live_.begin() + begin, live_.begin() + end, [](auto l) { return l != 0; })) {
        return refuse(step, "all its values are live already");
    }
    for (const ValueId x : graph_.inputs(v)) {
        if (!live_[x]) return refuse(step, "its input " + graph_.id(graph_.producer(x)) + " is not live");
    }
    if (runs_[v] > 0 && !graph_.recomputable(v)) return refuse(step, "it may run only once");
    if (memory_) memory_->settle();
    setGradientEntry(0);
    const TimelineEntry before = entry_;
    const bool again = runs_[v]++ > 0;
    for (ValueId x = begin; x < end; ++x) {
        if (live_[x]) continue;
        live_[x] = 1;
        inRecompute_[x] = again;
        (again ? recomputed_ : kept_) += graph_.bytes(x).count();
    }
    if (again) {
        recomputeTime_ += graph_.time(v);
        for (const ValueId x : graph_.inputs(v))
            readLate_[graph_.producer(x)] = 1;
    } else {
        forwardTime_ += graph_.time(v);
        --neverRun_;
    }
    setEntry(graph_.workspace(v).count());
    (again ? entry_.recomputed : entry_.kept) -= reusedBytes(v);
    if (before.total() > entry_.total()) entry_ = before;
    return true;
}

bool Replay::backward(VertexId v) {
    const Step step{StepKind::backward, 0, v};
    if (!graph_.differentiable(v)) return refuse(step, "it has no backward");
    if (backwardDone_[v]) return refuse(step, "its backward has run before");
    if (neverRun_ > 0) return refuse(step, "backward starts before every vertex has run forward");
    for (const ValueId x : graph_.saves(v)) {
        if (!live_[x])
            return refuse(step,
                          "the value of " + graph_.id(graph_.producer(x)) + " that it reads is not live");
    }
    const ValueId begin = graph_.firstOutput(v), end = begin + graph_.outputCount(v);
    for (ValueId x = begin; x < end; ++x) {
        if (!graph_.hasGradient(x)) continue;
        if (openConsumers_[x] > 0) return refuse(step, "a consumer of it has not run backward yet");
        if (!gradientLive_[x] && anyConsumer_[x]) return refuse(step, "its gradient is not live");
    }
    for (const ValueId x : graph_.saves(v))
        readLate_[graph_.producer(x)] = 1;
    for (const ValueId x : graph_.inputs(v))
        --openConsumers_[x];
    makeGradientsLive(v);
    backwardDone_[v] = 1;
    --neverBackward_;
    backwardTime_ += graph_.backwardTime(v);
    setGradientEntry(graph_.backwardWorkspace(v).count());
    return true;
}

void Replay::makeGradientsLive(VertexId v) {
    const auto begin = [&](ValueId x) {
        if (!graph_.hasGradient(x) || gradientLive_[x]) return;
        gradientLive_[x] = 1;
        if (!memory_) gradients_ += graph_.bytes(x).count();
    };
    // Its own only where it is the seed of the loss.
    for (ValueId x = graph_.firstOutput(v); x < graph_.firstOutput(v) + graph_.outputCount(v); ++x)
        begin(x);
    for (const ValueId x : graph_.inputs(v))
        begin(x);
    if (memory_) memory_->backward(v);
}

bool Replay::finish() {
    if (neverRun_ == 0 && neverBackward_ == 0) {
        if (memory_) {
            memory_->finish();
            setGradientEntry(0);
        }
        return true;
    }
    for (const VertexId v : graph_.order()) {
        if (runs_[v] == 0) {
            fault_ = "the end: forward of " + graph_.id(v) + " never ran";
            return false;
        }
    }
    for (const VertexId v : graph_.order()) {
        if (graph_.differentiable(v) && !backwardDone_[v]) {
            fault_ = "the end: backward of " + graph_.id(v) + " never ran";
            return false;
        }
    }
    return true;
}

namespace {

void setStates(const Graph& graph, const Replay& replay, Simulation& result) {
    result.runs.resize(graph.vertexCount());
    result.states.resize(graph.vertexCount());
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        result.runs[v] = replay.runs(v);
        VertexState& state = result.states[v];
        if (graph.fixed(v)) {
            state = VertexState::fixed;
        } else if (result.runs[v] > 1) {
            state = VertexState::recomputed;
            ++result.recomputed;
        } else if (graph.joint() || replay.readLate(v)) {
            state = VertexState::kept;
            ++result.kept;
        } else {
            state = VertexState::dropped;
            ++result.dropped;
        }
    }
}

}  // namespace

Simulation simulate(const Graph& graph, const Schedule& schedule, Accounting accounting) {
    Simulation result;
    Replay replay(graph, accounting);
    std::int64_t peak = replay.entry().total(), withParameters = peak;
    const auto note = [&](std::size_t k) {
        withParameters = std::max(withParameters, replay.totalWithParameterGradients());
        if (const std::int64_t live = replay.entry().total(); live > peak) {
            peak = live;
            result.peakStep = k;
        }
    };
    bool forward = true;
    for (std::size_t k = 0; k < schedule.size(); ++k) {
        forward = forward && schedule[k].kind != StepKind::backward;
        if (!replay.apply(schedule[k])) {
            result.fault = Fault{k, "step " + std::to_string(k) + ": " + replay.fault()};
            break;
        }
        note(k);
        if (forward) result.forwardEnd = Bytes(replay.liveBytes());
    }
    if (!result.fault) {
        if (replay.finish()) {
            note(schedule.empty() ? 0 : schedule.size() - 1);
        } else {
            result.fault = Fault{schedule.size(), replay.fault()};
        }
    }
    result.peak = Bytes(peak);
    result.peakWithParameterGradients = Bytes(withParameters);
    result.forwardTime = replay.forwardTime();
    result.recomputeTime = replay.recomputeTime();
    result.backwardTime = replay.backwardTime();
    setStates(graph, replay, result);
    return result;
}

Timeline timeline(const Graph& graph, const Schedule& schedule, Accounting accounting) {
    Timeline result;
    Replay replay(graph, accounting);
    result.entries.reserve(schedule.size());
    bool backwardSeen = false;
    for (const Step& step : schedule) {
        if (!replay.apply(step)) break;
        if (!backwardSeen && (step.kind == StepKind::backward || graph.backward(step.vertex))) {
            backwardSeen = true;
            result.firstBackward = result.entries.size();
        }
        result.entries.push_back(replay.entry());
    }
    if (!backwardSeen) result.firstBackward = result.entries.size();
    return result;
}

}  // namespace reforward
