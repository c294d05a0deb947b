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
// Scores are worked out for all live values at once and used for a number of evictions that grows with the
// graph: they change slowly, and this keeps the whole near-linear.
#include "core/strategies/eviction_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reforward {

namespace {

constexpr std::uint32_t never = UINT32_MAX;
// Ancestors looked at for the time to make a value again; beyond, it is dear in any case.
constexpr std::size_t ancestorLimit = 400;
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
          live_(graph_.valueCount()),
          ran_(graph_.vertexCount()),
          locks_(graph_.valueCount()),
          wanted_(graph_.valueCount()),
          made_(graph_.valueCount()),
          nextRead_(planner.firstRead_.begin(), planner.firstRead_.end() - 1),
          lastRead_(graph_.valueCount()),
          next_(graph_.valueCount(), never),
          missing_(graph_.vertexCount()),
          slot_(graph_.valueCount(), noIndex),
          seen_(graph_.vertexCount()),
          poolSize_(1 +
                    static_cast<std::size_t>(rule.coarseness * static_cast<double>(graph_.vertexCount()))) {
        for (VertexId v = 0; v < graph_.vertexCount(); ++v) {
            if (!graph_.fixed(v)) continue;
            ran_[v] = 1;
            for (std::uint32_t o = 0; o < graph_.outputCount(v); ++o)
                live_[graph_.firstOutput(v) + o] = 1;
        }
    }

    std::optional<std::vector<Run>> run(const Control& control) {
        for (step_ = 0; step_ < planner_.steps_.size(); ++step_) {
            if (step_ % 64 == 0 && (control.shouldStop() || runs_.size() > runLimit)) return std::nullopt;
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
            if (ran_[u] == 1) dropOutputs(u);
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
            ++locks_[x];
        for (const VertexId u : batch_) {
            for (const ValueId x : graph_.inputs(u))
                ++locks_[x];
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
                std::find_if(reads.begin(), reads.end(), [&](ValueId x) { return !live_[x]; });
            if (missing != reads.end()) {
                const VertexId u = graph_.producer(*missing);
                if (planner_.once_[u] || runs_.size() > limit) break;
                frames_.push_back({{StepKind::forward, 0, u}, *missing});
                prefer(frames_.back().run, true);
                continue;
            }
            for (const ValueId x : reads) {
                if (!made_[x]) ++locks_[x];
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
        ++locks_[x];
    }
    void prefer(const Run& run, bool wanted) {
        for (const ValueId x : readsOf(run))
            wanted ? ++wanted_[x] : --wanted_[x];
    }

    // All it reads is there and locked.
    bool runStep(const RequiredStep& step) {
        const VertexId v = step.run.vertex;
        if (step.run.kind == StepKind::forward) return runForward(v, step.before);
        if (!makeRoom(step.during + graph_.backwardWorkspace(v).count())) return false;
        runs_.push_back(step.run);
        for (const ValueId x : graph_.saves(v))
            unlock(x);
        return true;
    }

    // Nothing is running any more; `empty`: and only what may not run again is there.
    void reset(bool empty) {
        std::fill(locks_.begin(), locks_.end(), 0);
        std::fill(missing_.begin(), missing_.end(), 0);
        std::fill(made_.begin(), made_.end(), 0);
        for (std::size_t i = resident_.size(); empty && i-- > 0;) {
            if (!planner_.once_[graph_.producer(resident_[i])]) leave(resident_[i]);
        }
    }

    // Values that the forward pass still reads stay: without them it would start over at each step.
    void evictToRetained(const RequiredStep& step) {
        sparing_ = !graph_.joint() && step.run.kind == StepKind::forward;
        if (sparing_) pool_.clear();
        evictTo(retainedRoom_ - step.before);
        if (sparing_) pool_.clear();
        sparing_ = false;
    }

    // Nothing is running, and only what may not run again is there.
    void clear() {
        std::fill(locks_.begin(), locks_.end(), 0);
        std::fill(missing_.begin(), missing_.end(), 0);
        std::fill(made_.begin(), made_.end(), 0);
        for (std::size_t i = resident_.size(); i-- > 0;) {
            if (!planner_.once_[graph_.producer(resident_[i])]) leave(resident_[i]);
        }
    }

    // The vertices that must run again before these values are all there, in the order: batch_.
    bool collectMissing(std::span<const ValueId> reads) {
        batch_.clear();
        stack_.clear();
        const auto want = [&](ValueId x) {
            const VertexId u = graph_.producer(x);
            if (live_[x] || missing_[u]) return;
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
            ++locks_[x];  // what is there of it must not go while the rest is made
            if (!live_[x]) made += graph_.bytes(x).count();
        });
        const bool fits = makeRoom(gradients + made + graph_.workspace(v).count());
        forEachOutput(v, [&](ValueId x) { --locks_[x]; });
        if (!fits) return false;
        runs_.push_back({StepKind::forward, 0, v});
        ++ran_[v];
        forEachOutput(v, [&](ValueId x) {
            if (live_[x]) return;
            enter(x);
            if (locks_[x] == 0 && useless(x)) leave(x);
        });
        for (const ValueId x : graph_.inputs(v))
            unlock(x);
        return true;
    }

    void unlock(ValueId x) {
        --locks_[x];
        lastRead_[x] = step_;
        if (locks_[x] == 0 && live_[x] && useless(x)) leave(x);
    }
    // No step to come can want it (this one holds a lock on what it wants).
    bool useless(ValueId x) const {
        return planner_.lastUseful_[x] <= step_ && wanted_[x] == 0 && !graph_.fixed(graph_.producer(x));
    }
    void dropOutputs(VertexId v) {
        forEachOutput(v, [&](ValueId x) {
            if (live_[x]) leave(x);
        });
    }

    void enter(ValueId x) {
        live_[x] = 1;
        held_ += graph_.bytes(x).count();
        lastRead_[x] = step_;
        slot_[x] = static_cast<std::uint32_t>(resident_.size());
        resident_.push_back(x);
    }
    void leave(ValueId x) {
        live_[x] = 0;
        held_ -= graph_.bytes(x).count();
        resident_[slot_[x]] = resident_.back();
        slot_[resident_.back()] = slot_[x];
        resident_.pop_back();
    }

    bool makeRoom(std::int64_t more) { return evictTo(room_ - more); }

    bool evictTo(std::int64_t target) {
        if (held_ <= target) return true;
        evicted_.clear();
        while (held_ > target) {
            const ValueId x = takeCheapest();
            if (x == noIndex) return false;
            leave(x);
            evicted_.push_back(x);
        }
        for (std::size_t i = evicted_.size(); i-- > 0;) {
            const ValueId x = evicted_[i];
            if (held_ + graph_.bytes(x).count() > target) continue;
            const std::uint32_t read = lastRead_[x];
            enter(x);
            lastRead_[x] = read;
        }
        return true;
    }

    ValueId takeCheapest() {
        for (int filled = 0; filled < 2; ++filled) {
            while (!pool_.empty()) {
                const ValueId x = pool_.back().second;
                pool_.pop_back();
                if (candidate(x)) return x;
            }
            fillPool();
        }
        return noIndex;
    }
    bool candidate(ValueId x) {
        if (sparing_ && nextRead(x) < planner_.forwardSteps_) return false;
        return live_[x] && locks_[x] == 0 && graph_.bytes(x) > Bytes(0) &&
               (!planner_.once_[graph_.producer(x)] || useless(x));
    }

    void fillPool() {
        if (rule_.score == EvictionRule::Score::nextUse) findNextUses();
        pool_.clear();
        for (const ValueId x : resident_) {
            if (candidate(x)) pool_.emplace_back(score(x), x);
        }
        const auto worse = [&](const auto& a, const auto& b) {
            return a.first != b.first ? a.first > b.first : a.second > b.second;
        };
        if (pool_.size() > poolSize_) {
            std::nth_element(pool_.begin(), pool_.end() - static_cast<std::ptrdiff_t>(poolSize_), pool_.end(),
                             worse);
            pool_.erase(pool_.begin(), pool_.end() - static_cast<std::ptrdiff_t>(poolSize_));
        }
        std::sort(pool_.begin(), pool_.end(), worse);
    }

    // By a step itself, after the running one (whose reads are locked).
    std::uint32_t nextRead(ValueId x) {
        std::uint32_t& at = nextRead_[x];
        const std::uint32_t end = planner_.firstRead_[x + 1];
        while (at < end && planner_.reads_[at] <= step_)
            ++at;
        return at < end ? planner_.reads_[at] : never;
    }

    // From the sinks up: the step that reads a value next, itself or through evicted values made from it.
    void findNextUses() {
        for (std::size_t p = planner_.order_.size(); p-- > 0;) {
            const VertexId v = planner_.order_[p];
            forEachOutput(v, [&](ValueId x) {
                std::uint32_t next = nextRead(x);
                for (const VertexId c : graph_.consumers(x)) {
                    if (!ran_[c] || planner_.once_[c]) continue;
                    forEachOutput(c, [&](ValueId y) {
                        if (!live_[y]) next = std::min(next, next_[y]);
                    });
                }
                next_[x] = next;
            });
        }
    }

    double score(ValueId x) {
        if (useless(x)) return -1;
        if (wanted_[x] > 0) return std::numeric_limits<double>::max();
        const bool dtr = rule_.score == EvictionRule::Score::dtr;
        if (!dtr && next_[x] == never) return 0;
        const double bytes = static_cast<double>(graph_.bytes(x).count());
        double distance = dtr ? 1.0 + static_cast<double>(step_ - std::min(step_, lastRead_[x]))
                              : static_cast<double>(next_[x] - step_);
        switch (rule_.distance) {
            case EvictionRule::Distance::none:
                distance = 1;
                break;
            case EvictionRule::Distance::root:
                distance = std::sqrt(distance);
                break;
            case EvictionRule::Distance::plain:
                break;
            case EvictionRule::Distance::squared:
                distance *= distance;
                break;
        }
        const double weight = rule_.weights.empty() ? 1 : rule_.weights[graph_.producer(x)];
        return weight * neighbourhoodTime(x, dtr) / (bytes * distance);
    }

    // Time to run its vertex again and the ancestors that are not there; `both`: and what was evicted of
    // its descendants.
    double neighbourhoodTime(ValueId x, bool both) {
        ++stamp_;
        const VertexId v = graph_.producer(x);
        double time = 0;
        stack_.assign(1, v);
        seen_[v] = stamp_;
        std::size_t looked = 0;
        while (!stack_.empty() && ++looked < ancestorLimit) {
            const VertexId u = stack_.back();
            stack_.pop_back();
            time += graph_.time(u);
            for (const ValueId y : graph_.inputs(u)) {
                const VertexId w = graph_.producer(y);
                if (live_[y] || seen_[w] == stamp_) continue;
                seen_[w] = stamp_;
                stack_.push_back(w);
            }
        }
        if (!both) return time;
        stack_.assign(1, v);
        while (!stack_.empty() && ++looked < 2 * ancestorLimit) {
            const VertexId u = stack_.back();
            stack_.pop_back();
            forEachOutput(u, [&](ValueId y) {
                for (const VertexId c : graph_.consumers(y)) {
                    if (seen_[c] == stamp_ || !ran_[c] || anyLive(c)) continue;
                    seen_[c] = stamp_;
                    time += graph_.time(c);
                    stack_.push_back(c);
                }
            });
        }
        return time;
    }
    bool anyLive(VertexId v) const {
        bool any = false;
        forEachOutput(v, [&](ValueId x) { any = any || live_[x]; });
        return any;
    }

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
    bool sparing_ = false;
    std::int64_t held_ = 0;  // values that are not fixed
    std::vector<Run> runs_;

    std::vector<std::uint8_t> live_;
    std::vector<std::uint32_t> ran_;     // by vertex: runs so far
    std::vector<std::uint32_t> locks_;   // by value: reads to come within the running step
    std::vector<std::uint32_t> wanted_;  // by value: runs being prepared that read it
    std::vector<Frame> frames_;
    std::vector<std::uint8_t> made_;  // by value: locked for a run being prepared
    std::vector<std::uint32_t> nextRead_, lastRead_, next_;
    std::vector<std::uint8_t> missing_;
    std::vector<VertexId> batch_, stack_;
    std::vector<ValueId> resident_, evicted_;  // live values that are not fixed
    std::vector<std::uint32_t> slot_;          // by value: its place in resident_
    std::vector<std::uint32_t> seen_;
    std::uint32_t stamp_ = 0;
    std::vector<std::pair<double, ValueId>> pool_;  // the cheapest last
    const std::size_t poolSize_;
};

std::optional<std::vector<Run>> EvictionPlanner::runs(Bytes budget, const EvictionRule& rule,
                                                      const Control& control) const {
    return EvictionPass(*this, budget, rule).run(control);
}

}  // namespace reforward
