// SPDX-License-Identifier: Apache-2.0
//
// C(s, t, m): least forward time to do the backward of blocks s .. t with m slots free, when the input of s
// is in store (outside of m) and the gradient of t's output is live (inside m). Beaumont et al., theorem 1:
//   keep all   s runs with everything kept, then C(s + 1, t, m - inner(s)), then the backward of s:
//              needs gradient(t) + keepingPeak(s) <= m and backwardPeak(s) <= m
//   split r    s .. r - 1 run keeping only the input of r, then C(r, t, m - input of r), then C(s, r - 1, m):
//              needs gradient(t) + peak of running s .. r - 1 <= m
// A block, its inner values and its peaks are those of the step model (block_chain.h).
#include "core/strategies/rotor.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/base/parallel.h"
#include "core/plan/pareto_plans.h"

namespace reforward {

namespace {

constexpr double impossible = std::numeric_limits<double>::infinity();

// Longest chain for a program, and the additions it may take: about 50 ms.
constexpr std::size_t mostBlocks = 120;
constexpr std::size_t mostAdditions = 80'000'000;
constexpr std::size_t fewestSlots = 150, mostSlots = 4000;

// Programs of a sweep by their share of what keeping everything takes: tight budgets have slots of their own.
constexpr std::array shares{1.0, 0.25};

// Plans of a program that are replayed: fewer of large graphs, whose replay is long.
constexpr std::size_t mostReplays = 100, fewestReplays = 20;
constexpr std::size_t verticesReplayed = 300'000;

std::size_t slotsFor(std::size_t blocks) {
    const std::size_t additions = blocks * blocks * blocks / 6 + blocks;
    return std::clamp(mostAdditions / std::max<std::size_t>(1, additions), fewestSlots, mostSlots);
}

// What keeping everything takes by the program's own count; more is never of use.
std::int64_t keepAllBytes(const std::vector<BlockCosts>& blocks) {
    std::int64_t kept = 0, peak = 1;
    for (const BlockCosts& b : blocks) {
        peak = std::max({peak, kept + b.keepingPeak, kept + b.backwardPeak});
        kept += b.inner;
    }
    return peak;
}

}  // namespace

RotorProgram::RotorProgram(std::vector<BlockCosts> blocks, std::size_t slotCount, double share,
                           const Control& control)
    : blocks_(std::move(blocks)) {
    const auto most = std::max(std::int64_t{1},
                               static_cast<std::int64_t>(share * static_cast<double>(keepAllBytes(blocks_))));
    slotBytes_ = (most + static_cast<std::int64_t>(slotCount) - 1) / static_cast<std::int64_t>(slotCount);
    // One more for each block, as amounts are rounded.
    slotCount_ = static_cast<std::size_t>((most + slotBytes_ - 1) / slotBytes_) + blocks_.size();
    timeBefore_.push_back(0);
    for (const BlockCosts& b : blocks_)
        timeBefore_.push_back(timeBefore_.back() + b.time);
    const std::size_t n = blocks_.size();
    times_.assign(n * (n + 1) / 2 * (slotCount_ + 1), impossible);
    for (std::size_t length = 1; length <= n; ++length) {
        for (std::size_t first = 0; first + length <= n; ++first) {
            if (control.shouldStop()) return;
            fill(first, first + length - 1);
        }
    }
    complete_ = true;
}

const double* RotorProgram::row(std::size_t first, std::size_t last) const {
    return times_.data() + (last * (last + 1) / 2 + first) * (slotCount_ + 1);
}

double* RotorProgram::row(std::size_t first, std::size_t last) {
    return const_cast<double*>(std::as_const(*this).row(first, last));
}

std::size_t RotorProgram::inSlots(std::int64_t bytes) const {
    return static_cast<std::size_t>(bytes / slotBytes_ + (bytes % slotBytes_ > slotBytes_ / 2 ? 1 : 0));
}

// Slots without which `first` cannot be run with everything kept and then backward.
std::size_t RotorProgram::keepingSlots(std::size_t first, std::size_t last) const {
    const BlockCosts& b = blocks_[first];
    return inSlots(std::max(blocks_[last].outputGradient + b.keepingPeak, b.backwardPeak));
}

// Of each split, first + 1 .. last: slots without which first .. split - 1 cannot run. Entry 0 is of first
// + 1.
std::vector<std::size_t> RotorProgram::forwardSlots(std::size_t first, std::size_t last) const {
    std::vector<std::size_t> needed;
    std::int64_t peak = 0;
    for (std::size_t k = first; k < last; ++k) {
        const std::int64_t input = k > first ? blocks_[k - 1].output : 0;
        peak = std::max(peak, input + blocks_[k].forwardPeak);
        needed.push_back(inSlots(peak + blocks_[last].outputGradient));
    }
    return needed;
}

void RotorProgram::fill(std::size_t first, std::size_t last) {
    double* const best = row(first, last);
    const std::size_t inner = first < last ? inSlots(blocks_[first].inner) : 0;
    const double own = blocks_[first].time;
    for (std::size_t m = std::max(keepingSlots(first, last), inner); m <= slotCount_; ++m)
        best[m] = first < last ? own + row(first + 1, last)[m - inner] : own;
    if (first == last) return;
    const std::vector<std::size_t> needed = forwardSlots(first, last);
    for (std::size_t split = first + 1; split <= last; ++split) {
        const std::size_t input = inSlots(blocks_[split - 1].output);
        const double run = timeBefore_[split] - timeBefore_[first];
        const double *behind = row(split, last), *before = row(first, split - 1);
        for (std::size_t m = std::max(needed[split - first - 1], input); m <= slotCount_; ++m)
            best[m] = std::min(best[m], run + behind[m - input] + before[m]);
    }
}

double RotorProgram::time(std::size_t slotCount) const {
    if (!complete_) return impossible;
    if (blocks_.empty()) return 0;
    return row(0, blocks_.size() - 1)[slotCount];
}

// The first of the choices that attain the minimum, worked out by the same sums.
RotorProgram::Choice RotorProgram::choice(std::size_t first, std::size_t last, std::size_t slotCount) const {
    const double best = row(first, last)[slotCount];
    const std::size_t inner = first < last ? inSlots(blocks_[first].inner) : 0;
    if (slotCount >= std::max(keepingSlots(first, last), inner)) {
        const double own = blocks_[first].time;
        if ((first < last ? own + row(first + 1, last)[slotCount - inner] : own) == best) return {true, 0};
    }
    const std::vector<std::size_t> needed = forwardSlots(first, last);
    for (std::size_t split = first + 1; split <= last; ++split) {
        const std::size_t input = inSlots(blocks_[split - 1].output);
        if (slotCount < std::max(needed[split - first - 1], input)) continue;
        const double run = timeBefore_[split] - timeBefore_[first];
        if (run + row(split, last)[slotCount - input] + row(first, split - 1)[slotCount] == best)
            return {false, split};
    }
    return {true, 0};  // not reached: the minimum is one of these
}

std::vector<RotorProgram::Step> RotorProgram::steps(std::size_t slotCount) const {
    struct Task {
        bool backward;  // of `first` only
        std::size_t first, last, slotCount;
    };
    std::vector<Step> steps;
    if (blocks_.empty()) return steps;
    std::vector<Task> open{{false, 0, blocks_.size() - 1, slotCount}};
    while (!open.empty()) {
        const Task task = open.back();
        open.pop_back();
        if (task.backward) {
            steps.push_back({true, task.first});
            continue;
        }
        const Choice c = choice(task.first, task.last, task.slotCount);
        if (c.keepAll) {
            steps.push_back({false, task.first});
            open.push_back({true, task.first, 0, 0});
            if (task.first < task.last) {
                const std::size_t inner = inSlots(blocks_[task.first].inner);
                open.push_back({false, task.first + 1, task.last, task.slotCount - inner});
            }
            continue;
        }
        for (std::size_t k = task.first; k < c.split; ++k)
            steps.push_back({false, k});
        open.push_back({false, task.first, c.split - 1, task.slotCount});
        open.push_back({false, c.split, task.last, task.slotCount - inSlots(blocks_[c.split - 1].output)});
    }
    return steps;
}

namespace {

// The least number of slots, above `bytes`, of each time there is; at most `most` of them, spread over the
// slots.
std::vector<std::size_t> slotsOfPlans(const RotorProgram& program, double bytes, std::size_t most) {
    std::vector<std::size_t> counts;
    double before = impossible;
    for (std::size_t m = 0; m <= program.slotCount(); ++m) {
        const bool above = static_cast<double>(m) * static_cast<double>(program.slotBytes()) >= bytes;
        if (above && program.time(m) < before) counts.push_back(m);
        before = std::min(before, program.time(m));
    }
    if (counts.size() <= most) return counts;
    std::vector<std::size_t> some;
    for (std::size_t k = 0; k < most; ++k)
        some.push_back(counts[k * (counts.size() - 1) / (most - 1)]);
    return some;
}

struct Candidate {
    std::shared_ptr<const RotorProgram> program;
    std::size_t slotCount;
};

std::vector<Candidate> candidatesOf(const Graph& graph, const BlockChain& chain, const Control& control) {
    const std::vector<BlockCosts> costs = blockCosts(graph, chain);
    const std::size_t most = std::clamp(verticesReplayed / std::max<std::size_t>(1, graph.vertexCount()),
                                        fewestReplays, mostReplays);
    std::array<std::shared_ptr<const RotorProgram>, shares.size()> programs;
    std::vector<Candidate> candidates;
    const auto all = static_cast<double>(keepAllBytes(costs));
    inOrder(
        shares.size(), 0, control,
        [&](std::size_t k) {
            programs[k] =
                std::make_shared<const RotorProgram>(costs, slotsFor(costs.size()), shares[k], control);
        },
        [&](std::size_t k) {
            // What the next, finer program covers is left to it.
            const double next = k + 1 < shares.size() ? shares[k + 1] : 0;
            for (const std::size_t count : slotsOfPlans(*programs[k], 0.9 * next * all, most))
                candidates.push_back({programs[k], count});
        });
    return candidates;
}

PlanPtr planOf(const Rotor& strategy, const Problem& problem, const BlockChain& chain,
               const Candidate& candidate) {
    BlockRuns runs(*problem.graph, chain);
    for (const RotorProgram::Step& step : candidate.program->steps(candidate.slotCount))
        step.backward ? runs.backward(step.block) : runs.forward(step.block);
    Plan plan = makePlan(*problem.graph, strategy.info().name, runs.schedule());
    plan.seed = problem.seed;
    return std::make_shared<const Plan>(std::move(plan));
}

}  // namespace

Rotor::Rotor()
    : info_{
          "rotor",
          "Rotor",
          "Nested recompute on the chain of blocks between cut vertices, by dynamic programming over memory "
          "slots (Beaumont et al. 2019); neighbouring blocks are joined where there are more than 120.",
          "chains, among schedules that keep a block's input or all its inner values",
          {},
          false,
          600} {}

std::optional<std::string> Rotor::notApplicable(const Graph& graph) const {
    if (graph.joint())
        return "it plans forward graphs, and this graph states its backward operations; use best";
    return std::nullopt;
}

PlanPtr Rotor::solve(const Problem& problem, const Control& control, const PlanSink& better) const {
    PlanPtr best;
    sweep(problem, control, [&](const PlanPtr& plan) {
        if (plan->peak() > problem.budget || (best && best->recomputeTime() <= plan->recomputeTime())) return;
        best = plan;
        if (better) better(best);
    });
    return best;
}

std::vector<PlanPtr> Rotor::sweep(const Problem& problem, const Control& control,
                                  const PlanSink& found) const {
    const BlockChain chain = blockChain(*problem.graph, mostBlocks);
    const std::vector<Candidate> candidates = candidatesOf(*problem.graph, chain, control);
    std::vector<PlanPtr> made(candidates.size());
    ParetoPlans plans;
    inOrder(
        candidates.size(), 0, control,
        [&](std::size_t k) { made[k] = planOf(*this, problem, chain, candidates[k]); },
        [&](std::size_t k) {
            control.progress(static_cast<double>(k + 1) / static_cast<double>(candidates.size()),
                             info_.title);
            plans.insert(made[k]);
            if (found) found(made[k]);
        });
    return plans.plans();
}

std::optional<LeastBudget> Rotor::least(const Problem& problem, const Control& control) const {
    const auto plans = sweep(problem, control, {});
    if (plans.empty()) return std::nullopt;
    return LeastBudget{plans.back()->peak(), std::nullopt, plans.back()};
}

}  // namespace reforward
