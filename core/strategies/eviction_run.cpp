// SPDX-License-Identifier: Apache-2.0
//
// Greedy eviction with the future known (after Kirisame et al. 2021, "Dynamic Tensor Rematerialization",
// which only knows the past).
//
//   1. The steps are those of every schedule. Before one runs, what it reads and is not there is made again,
//      with the ancestors that are missing, in the order.
//   2. Before any run that would not fit, values are evicted by score until it fits; then those of them that
//      were needless after all (a large one went after them) come back.
//   3. The next use of a value is the next step that reads it, or the next use of an evicted value that is
//      made from it: what an eviction makes dearer is what it is worth.
#include "core/strategies/eviction_run.h"

#include <algorithm>

#include "core/strategies/eviction_memory.h"

namespace reforward {

namespace {

// A pass that makes everything again at each step of a large graph would never end.
constexpr std::size_t runLimit = 4'000'000;

}  // namespace

EvictionPlanner::EvictionPlanner(const Graph& graph, const Pins& pins, std::vector<VertexId> order)
    : graph_(graph), order_(std::move(order)), position_(graph.vertexCount()), once_(graph.vertexCount()) {
    if (order_.empty()) order_.assign(graph.order().begin(), graph.order().end());
    for (std::uint32_t p = 0; p < order_.size(); ++p)
        position_[order_[p]] = p;
    for (VertexId v = 0; v < graph.vertexCount(); ++v)
        once_[v] = !graph.recomputable(v);
    for (const VertexId v : pins.keep)
        once_[v] = 1;
    steps_ = requiredSteps(graph, order_);
    forwardSteps_ = static_cast<std::uint32_t>(graph.plannedCount());
    addReads();
    addLastUseful();
    drops_ = firstRunsEnd(graph, steps_, pins.recompute);
}

void EvictionPlanner::addReads() {
    std::vector<std::uint32_t> count(graph_.valueCount() + 1);
    const auto forEachRead = [&](auto use) {
        for (std::uint32_t k = 0; k < steps_.size(); ++k) {
            const Run& run = steps_[k].run;
            const auto values =
                run.kind == StepKind::forward ? graph_.inputs(run.vertex) : graph_.saves(run.vertex);
            for (const ValueId x : values)
                use(x, k);
        }
    };
    forEachRead([&](ValueId x, std::uint32_t) { ++count[x + 1]; });
    for (std::size_t x = 0; x < graph_.valueCount(); ++x)
        count[x + 1] += count[x];
    firstRead_ = count;
    reads_.resize(count.back());
    forEachRead([&](ValueId x, std::uint32_t k) { reads_[count[x]++] = k; });
}

void EvictionPlanner::addLastUseful() {
    lastUseful_.assign(graph_.valueCount(), 0);
    for (ValueId x = 0; x < graph_.valueCount(); ++x) {
        if (firstRead_[x + 1] > firstRead_[x]) lastUseful_[x] = reads_[firstRead_[x + 1] - 1];
    }
    for (std::size_t p = order_.size(); p-- > 0;) {
        const VertexId v = order_[p];
        if (once_[v]) continue;
        std::uint32_t last = 0;
        for (std::uint32_t o = 0; o < graph_.outputCount(v); ++o)
            last = std::max(last, lastUseful_[graph_.firstOutput(v) + o]);
        for (const ValueId x : graph_.inputs(v))
            lastUseful_[x] = std::max(lastUseful_[x], last);
    }
}

class EvictionPass {
  public:
    EvictionPass(const EvictionPlanner& planner, Bytes budget, const EvictionRule& rule)
        : planner_(planner),
          graph_(planner.graph_),
          rule_(rule),
          room_(budget.count() - graph_.fixedBytes().count()),
          retainedRoom_(static_cast<std::int64_t>(static_cast<double>(room_) * rule.retained)),
          memory_(planner, rule),
          made_(graph_.valueCount()),
          missing_(graph_.vertexCount()) {}

    std::optional<std::vector<Run>> run(const Control& control) {
        for (step_ = 0; step_ < planner_.steps_.size(); ++step_) {
            if (step_ % 64 == 0 && (control.shouldStop() || runs_.size() > runLimit)) return std::nullopt;
            memory_.setStep(step_);
            if (!serve(planner_.steps_[step_])) return std::nullopt;
        }
        return std::move(runs_);
    }

  private:
    struct Frame {
        Run run;
        ValueId wanted;  // what the run before it in the list asked for
    };

    // One step of every schedule: what it needs first, then itself. Where that cannot fit, with more and more
    // made again: runs of a failed attempt stay, they are valid, and needless ones go in the end.
    bool serve(const RequiredStep& step) {
        if (!inOrder(step) && !(reset(false), depthFirst(step)) && !(reset(true), inOrder(step)) &&
            !(reset(true), depthFirst(step))) {
            return false;
        }
        for (const VertexId u : planner_.drops_[step_]) {
            if (memory_.runs(u) == 1) memory_.drop(u);
        }
        if (rule_.retained < 1) evictToRetained(step);
        return true;
    }

    std::span<const ValueId> readsOf(const Run& run) const {
        return run.kind == StepKind::forward ? graph_.inputs(run.vertex) : graph_.saves(run.vertex);
    }

    // All missing vertices once each, in the order, holding what is yet to be read.
    bool inOrder(const RequiredStep& step) {
        const auto reads = readsOf(step.run);
        if (!collectMissing(reads)) return false;
        for (const ValueId x : reads)
            memory_.lock(x);
        for (const VertexId u : batch_) {
            for (const ValueId x : graph_.inputs(u))
                memory_.lock(x);
        }
        for (const VertexId u : batch_) {
            if (!runForward(u, step.before)) return false;
            missing_[u] = 0;
        }
        return runStep(step);
    }

    // One input after the other, holding only what is there already for a run that is being prepared: less
    // at a time, though a value may be made more than once.
    bool depthFirst(const RequiredStep& step) {
        const std::size_t limit = runs_.size() + 4 * graph_.vertexCount();
        frames_.assign(1, {step.run, noIndex});
        prefer(step.run, true);
        bool ended = false;
        while (!frames_.empty()) {
            Frame& frame = frames_.back();
            const auto reads = readsOf(frame.run);
            const auto missing =
                std::find_if(reads.begin(), reads.end(), [&](ValueId x) { return !memory_.live(x); });
            if (missing != reads.end()) {
                const VertexId u = graph_.producer(*missing);
                if (planner_.once_[u] || runs_.size() > limit) break;
                frames_.push_back({{StepKind::forward, 0, u}, *missing});
                prefer(frames_.back().run, true);
                continue;
            }
            for (const ValueId x : reads) {
                if (!made_[x]) memory_.lock(x);
                made_[x] = 0;
            }
            const Run run = frame.run;
            ended = frames_.size() == 1;
            if (!(ended ? runStep(step) : runForward(run.vertex, step.before))) {
                ended = false;
                break;
            }
            prefer(run, false);
            // What was made for the run before it must be there then.
            if (!ended) hold(frame.wanted);
            frames_.pop_back();
        }
        for (const Frame& frame : frames_)
            prefer(frame.run, false);
        return ended;
    }
    void hold(ValueId x) {
        if (made_[x]) return;
        made_[x] = 1;
        memory_.lock(x);
    }
    void prefer(const Run& run, bool wanted) {
        for (const ValueId x : readsOf(run))
            wanted ? memory_.want(x) : memory_.unwant(x);
    }

    // All it reads is there and locked.
    bool runStep(const RequiredStep& step) {
        const VertexId v = step.run.vertex;
        if (step.run.kind == StepKind::forward) return runForward(v, step.before);
        if (!fits(step.during + graph_.backwardWorkspace(v).count())) return false;
        runs_.push_back(step.run);
        for (const ValueId x : graph_.saves(v))
            memory_.unlock(x);
        return true;
    }

    // Nothing is running any more; `empty`: and only what may not run again is there.
    void reset(bool empty) {
        memory_.unlockAll();
        std::fill(missing_.begin(), missing_.end(), 0);
        std::fill(made_.begin(), made_.end(), 0);
        if (empty) memory_.dropAll();
    }

    // Values that the forward pass still reads stay: without them it would start over at each step.
    void evictToRetained(const RequiredStep& step) {
        const std::int64_t target = retainedRoom_ - step.before;
        if (!graph_.joint() && step.run.kind == StepKind::forward) {
            memory_.evictSparing(target);
        } else {
            memory_.evictTo(target);
        }
    }

    // The vertices that must run again before these values are all there, in the order: batch_.
    bool collectMissing(std::span<const ValueId> reads) {
        batch_.clear();
        stack_.clear();
        const auto want = [&](ValueId x) {
            const VertexId u = graph_.producer(x);
            if (memory_.live(x) || missing_[u]) return;
            missing_[u] = 1;
            batch_.push_back(u);
            stack_.push_back(u);
        };
        for (const ValueId x : reads)
            want(x);
        while (!stack_.empty()) {
            const VertexId u = stack_.back();
            stack_.pop_back();
            if (planner_.once_[u]) return false;
            for (const ValueId x : graph_.inputs(u))
                want(x);
        }
        std::sort(batch_.begin(), batch_.end(),
                  [&](VertexId a, VertexId b) { return planner_.position_[a] < planner_.position_[b]; });
        return true;
    }

    bool runForward(VertexId v, std::int64_t gradients) {
        std::int64_t made = 0;
        forEachOutput(v, [&](ValueId x) {
            memory_.lock(x);  // what is there of it must not go while the rest is made
            if (!memory_.live(x)) made += graph_.bytes(x).count();
        });
        const bool room = fits(gradients + made + graph_.workspace(v).count());
        forEachOutput(v, [&](ValueId x) { memory_.release(x); });
        if (!room) return false;
        runs_.push_back({StepKind::forward, 0, v});
        memory_.run(v);
        for (const ValueId x : graph_.inputs(v))
            memory_.unlock(x);
        return true;
    }

    // Makes room for so many bytes more than what is held.
    bool fits(std::int64_t more) { return memory_.evictTo(room_ - more); }

    template <class F>
    void forEachOutput(VertexId v, F f) const {
        const ValueId end = graph_.firstOutput(v) + graph_.outputCount(v);
        for (ValueId x = graph_.firstOutput(v); x < end; ++x)
            f(x);
    }

    const EvictionPlanner& planner_;
    const Graph& graph_;
    const EvictionRule& rule_;
    const std::int64_t room_, retainedRoom_;
    std::uint32_t step_ = 0;
    EvictionMemory memory_;
    std::vector<Run> runs_;
    std::vector<Frame> frames_;
    std::vector<std::uint8_t> made_;     // by value: locked for a run being prepared
    std::vector<std::uint8_t> missing_;  // by vertex: in batch_, and did not run yet
    std::vector<VertexId> batch_, stack_;
};

std::optional<std::vector<Run>> EvictionPlanner::runs(Bytes budget, const EvictionRule& rule,
                                                      const Control& control) const {
    return EvictionPass(*this, budget, rule).run(control);
}

}  // namespace reforward
