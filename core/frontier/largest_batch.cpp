// SPDX-License-Identifier: Apache-2.0
// The largest batch.
//
// Terms. What is left of the device's memory after the constants (parameters, gradients, optimizer) is the
// budget of a plan; a batch *fits* where some plan at it has a replayed peak within the budget and an
// overhead within the limit. Bytes are nearly affine in the batch, and a schedule for one batch is a schedule
// for every other, as only sizes and times change.
//
// 1. Keep-all: the largest batch whose baseline fits, by interpolation. No solve.
// 2. Floor: the largest batch whose floor fits; beyond it nothing does. No solve either.
// 3. Between the two, doubling and then bisection, one solve a batch, which ends with the first plan within
//    the limit. Before a solve, the schedules found so far are replayed at the batch, and the bound may prove
//    that none can be cheap enough; after one, its schedule is stretched to the batches beyond.
// 4. One solve more at the answer, with all its time, for the cheapest plan.
#include "core/frontier/largest_batch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "core/base/format.h"
#include "core/plan/schedule.h"

namespace reforward {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double boundSeconds = 1;
/// Two ways of adding up the same times differ in the last digits.
constexpr double roundingSlack = 1e-9;
constexpr std::size_t remembered = 4;

class BatchSearch {
  public:
    BatchSearch(const BatchQuestion& question, const Control& control, const BatchSink& better)
        : question_(question), control_(control), better_(better) {}

    LargestBatch run() {
        first_ = at(1);
        if (const auto reason = question_.strategy->notApplicable(*first_.graph)) {
            throw Error(ErrorKind::notApplicable,
                        question_.strategy->info().name + " does not apply to this graph: " + *reason);
        }
        try {
            findKeepAll();
            const std::int64_t floorBatch = findFloor();
            if (floorBatch < mostBatch) refuse(floorBatch + 1, LargestBatch::Limit::floor);
            search(floorBatch + 1);
            improve();
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::interrupted || answer_.batch == 0) throw;
            answer_.stopped = true;
            answer_.limit = LargestBatch::Limit::none;
            answer_.limitBatch = 0;
        }
        return std::move(answer_);
    }

  private:
    struct At {
        std::shared_ptr<const Graph> graph;
        Bytes budget;  ///< negative where the constants alone are more than the memory
    };

    At at(std::int64_t batch) {
        if (batch == lastBatch_) return last_;
        last_.graph = question_.graphAt(batch, control_);
        last_.budget = memoryForPlan(*last_.graph, question_.training, question_.memory);
        lastBatch_ = batch;
        return last_;
    }

    /// The excess of some figure of the graph over the budget; infinite where the sizes overflow.
    double excess(std::int64_t batch, const std::function<Bytes(const Graph&)>& figure) {
        control_.throwIfCancelled();
        try {
            const At here = at(batch);
            return static_cast<double>((figure(*here.graph) - here.budget).count());
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::input || batch == 1) throw;
            return infinite;
        }
    }

    void findKeepAll() {
        control_.progress(-1, "looking for the largest batch without recomputing");
        const auto keepAllPeak = [](const Graph& graph) { return baselinePeak(graph); };
        const std::int64_t last =
            lastWithin(1, mostBatch, [&](std::int64_t batch) { return excess(batch, keepAllPeak); });
        answer_.keepAllBatch = last;
        if (last == 0) return;
        const At here = at(last);
        offer(last, here,
              std::make_shared<const Plan>(makePlan(*here.graph, "keep-all", keepAllSchedule(*here.graph))));
    }

    std::int64_t findFloor() {
        control_.progress(-1, "looking for the batch that no schedule can pass");
        const auto floorBytes = [](const Graph& graph) { return floorOf(graph).bytes; };
        const std::int64_t last = lastWithin(std::max<std::int64_t>(1, answer_.keepAllBatch), mostBatch,
                                             [&](std::int64_t batch) { return excess(batch, floorBytes); });
        if (last == 0) throwBelowFloor();
        return std::max(last, answer_.keepAllBatch);
    }

    void search(std::int64_t refused) {
        bool grows = true;
        while (refused - answer_.batch > 1) {
            control_.throwIfCancelled();
            const std::int64_t low = answer_.batch;
            std::int64_t next = low + (refused - low) / 2;
            if (grows) next = std::min(next, std::max<std::int64_t>(1, 2 * low));
            // Where not even keep-all fits at 1, plans for 1 come first: all else rests on them.
            if (low == 0) next = 1;
            if (fits(next)) {
                stretch(refused);
                continue;
            }
            control_.throwIfCancelled();
            if (low == 0) throwTooDear();
            grows = false;
            refused = next;
        }
    }

    /// The plan may stay within the limits at larger batches than the one that it was found for.
    void stretch(std::int64_t refused) {
        const PlanPtr plan = answer_.plan;
        const std::int64_t last = lastWithin(answer_.batch, refused - 1, [&](std::int64_t batch) {
            if (batch == answer_.batch) return excess(batch, [&](const Graph&) { return plan->peak(); });
            return excess(batch, [&](const Graph& graph) {
                const PlanPtr there = replayed(*plan, graph);
                const bool cheap = there && there->overheadForward() <= limit();
                return cheap ? there->peak() : Bytes(std::int64_t{1} << 62);
            });
        });
        if (last <= answer_.batch) return;
        const At here = at(last);
        offer(last, here, replayed(*plan, *here.graph));
    }

    bool fits(std::int64_t batch) {
        const At here = at(batch);
        const auto bound = std::make_shared<OverheadBound>(here.graph);
        Problem problem = question_.problemAt(bound, here.budget);
        for (const PlanPtr& known : known_) {
            const PlanPtr plan = replayed(*known, *here.graph);
            if (plan && question_.strategy->info().searches) problem.starts.push_back(plan);
            if (plan && accepts(problem, *plan)) {
                offer(batch, here, plan);
                return true;
            }
        }
        const double least = bound->atLeast(here.budget, control_.withTimeLimit(boundSeconds));
        if (least > limit() * here.graph->forwardTime()) {
            refuse(batch, LargestBatch::Limit::bound);
            return false;
        }
        control_.progress(-1, "planning for batch " + std::to_string(batch) +
                                  (answer_.batch > 0 ? " (" + std::to_string(answer_.batch) + " fits)" : ""));
        ++answer_.planned;
        const PlanPtr plan = solve(problem, true);
        if (plan && accepts(problem, *plan)) {
            offer(batch, here, plan);
            return true;
        }
        if (plan) dearest_ = plan;
        if (!control_.cancelled()) refuse(batch, LargestBatch::Limit::notFound);
        return false;
    }

    /// One plan within the budget, the cheapest found. `enough`: the first within the limit will do.
    PlanPtr solve(const Problem& problem, bool enough) {
        std::stop_source stop;
        const std::stop_callback chained(control_.token(), [&stop] { stop.request_stop(); });
        const Control control = Control(stop.get_token(), [this](double fraction, std::string_view phase) {
                                    control_.progress(fraction, phase);
                                }).withTimeLimit(std::min(question_.secondsForEach, control_.secondsLeft()));
        std::mutex mutex;
        PlanPtr best;
        const auto take = [&](const PlanPtr& plan) {
            if (!plan || plan->peak() > problem.budget) return;
            const std::lock_guard lock(mutex);
            if (!best || plan->recomputeTime() < best->recomputeTime()) best = plan;
            if (enough && accepts(problem, *plan)) stop.request_stop();
        };
        try {
            take(question_.strategy->solveReplayed(problem, control, take));
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::interrupted) throw;
        }
        return best;
    }

    void improve() {
        if (answer_.batch == 0 || answer_.plan->recomputeTime() == 0) return;
        control_.progress(-1, "improving the plan for batch " + std::to_string(answer_.batch));
        const At here = at(answer_.batch);
        Problem problem = question_.problemAt(std::make_shared<OverheadBound>(here.graph), here.budget);
        if (question_.strategy->info().searches) problem.starts.push_back(answer_.plan);
        const PlanPtr plan = solve(problem, false);
        if (control_.cancelled()) answer_.stopped = true;
        if (plan && accepts(problem, *plan) && plan->recomputeTime() < answer_.plan->recomputeTime())
            offer(answer_.batch, here, plan);
    }

    double limit() const { return question_.overhead * (1 + roundingSlack); }

    bool accepts(const Problem& problem, const Plan& plan) const {
        return plan.peak() <= problem.budget && plan.overheadForward() <= limit() &&
               brokenPin(*problem.graph, plan.schedule, problem.pins).empty();
    }

    /// The plan's schedule at another batch; null where it is none there.
    static PlanPtr replayed(const Plan& plan, const Graph& graph) {
        if (plan.predicted.runs.size() != graph.vertexCount()) return nullptr;
        try {
            Plan there = makePlan(graph, plan.strategy, plan.schedule);
            there.foundBy = plan.foundBy;
            there.options = plan.options;
            there.seed = plan.seed;
            there.moves = plan.moves;
            return std::make_shared<const Plan>(std::move(there));
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::check) throw;
            return nullptr;
        }
    }

    void offer(std::int64_t batch, const At& here, const PlanPtr& plan) {
        const Problem problem = question_.problemAt(std::make_shared<OverheadBound>(here.graph), here.budget);
        if (!accepts(problem, *plan)) return;  // keep-all, where pins forbid it
        Plan stated = *plan;
        stated.budget = here.budget;
        answer_.batch = batch;
        answer_.graph = here.graph;
        answer_.plan = std::make_shared<const Plan>(std::move(stated));
        answer_.memory = trainingMemory(*here.graph, question_.training, plan->peak());
        known_.insert(known_.begin(), answer_.plan);
        if (known_.size() > remembered) known_.pop_back();
        if (better_) better_(answer_);
    }

    void refuse(std::int64_t batch, LargestBatch::Limit limit) {
        answer_.limit = limit;
        answer_.limitBatch = batch;
    }

    std::string withConstants(Bytes peak) const {
        const TrainingMemory memory = trainingMemory(*first_.graph, question_.training, peak);
        return formatBytes(memory.total()) + " with " + formatBytes(memory.constants()) + " of " +
               constantsWords(memory, question_.training.optimizer);
    }

    [[noreturn]] void throwBelowFloor() const {
        const Floor floor = floorOf(*first_.graph);
        Error::Context context;
        context.reason = "not even batch 1 fits " + formatBytes(question_.memory) + ": its floor is " +
                         formatBytes(floor.bytes) + ", " + withConstants(floor.bytes);
        context.node = floor.vertex == noIndex ? "" : first_.graph->id(floor.vertex);
        context.advice = "take more memory, a lighter optimizer or --precision bf16";
        throw Error(ErrorKind::infeasible, std::move(context));
    }

    [[noreturn]] void throwTooDear() const {
        Error::Context context;
        context.reason = "not even batch 1 fits " + formatBytes(question_.memory) + " at " +
                         formatPercent(question_.overhead) + " extra forward: its keep-all peak is " +
                         withConstants(baselinePeak(*first_.graph)) + ", its floor " +
                         formatBytes(floorOf(*first_.graph).bytes);
        if (answer_.limit == LargestBatch::Limit::bound) {
            context.reason += ", and no plan within the memory can be as cheap";
        } else if (dearest_) {
            context.reason +=
                ", and the cheapest plan found costs " + formatPercent(dearest_->overheadForward());
        } else {
            context.reason += ", and no plan was found";
        }
        context.advice = "raise --overhead, --memory or --time-limit";
        throw Error(ErrorKind::infeasible, std::move(context));
    }

    const BatchQuestion& question_;
    const Control& control_;
    const BatchSink& better_;
    LargestBatch answer_;
    At first_, last_;  // at batch 1; at the batch last asked for
    std::int64_t lastBatch_ = 0;
    std::vector<PlanPtr> known_;  ///< the newest first
    PlanPtr dearest_;             ///< the last plan that fitted the budget but not the limit
};

}  // namespace

LargestBatch largestBatch(const BatchQuestion& question, const Control& control, const BatchSink& better) {
    return BatchSearch(question, control, better).run();
}

std::int64_t lastWithin(std::int64_t from, std::int64_t most,
                        const std::function<double(std::int64_t)>& excess) {
    double atLow = excess(from);
    if (atLow > 0) return from - 1;
    std::int64_t low = from, high = most + 1, before = from;
    double atHigh = infinite, atBefore = atLow;
    for (int step = 0; high - low > 1; ++step) {
        const double span = static_cast<double>(high - low);
        double guess = 2 * static_cast<double>(low);
        if (std::isfinite(atHigh)) {
            guess = static_cast<double>(low) + span * (-atLow / (atHigh - atLow));
        } else if (atLow > atBefore) {
            guess = static_cast<double>(low) - atLow * static_cast<double>(low - before) / (atLow - atBefore);
        }
        // Where it is not affine after all, every third step halves what is left.
        if (step % 3 == 2 && high <= most) guess = static_cast<double>(low) + span / 2;
        const double least = static_cast<double>(low + 1), largest = static_cast<double>(high - 1);
        const auto next = static_cast<std::int64_t>(std::clamp(std::floor(guess), least, largest));
        const double there = excess(next);
        if (there <= 0) {
            before = std::exchange(low, next);
            atBefore = std::exchange(atLow, there);
        } else {
            high = next;
            atHigh = there;
        }
    }
    return low;
}

}  // namespace reforward
