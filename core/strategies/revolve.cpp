// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/revolve.h"

#include <algorithm>
#include <bit>

#include "core/strategies/block_chain.h"

namespace reforward {

namespace {

constexpr std::int64_t saturated = INT64_MAX / 4;

// Longest list of steps that is written out.
constexpr std::int64_t mostRuns = 5'000'000;

// b(s, r) of Griewank & Walther: the longest chain that s checkpoints reverse with no step run forward more
// than r times. 0 for r < 0.
std::int64_t longestChain(std::int64_t s, std::int64_t r) {
    if (r < 0) return 0;
    // C(s + r, k) for k = 1 .. min(s, r), each an integer.
    std::int64_t value = 1;
    const std::int64_t small = std::min(s, r), large = std::max(s, r);
    for (std::int64_t k = 1; k <= small; ++k) {
        if (value > saturated / (large + k)) return saturated;
        value = value * (large + k) / k;
    }
    return value;
}

std::int64_t repetitions(std::int64_t steps, std::int64_t checkpoints) {
    // b grows with r; double, then halve.
    std::int64_t high = 1;
    while (longestChain(checkpoints, high) < steps)
        high *= 2;
    std::int64_t low = high / 2;
    if (high == 1) return steps <= 1 ? 0 : 1;
    while (low + 1 < high) {
        const std::int64_t middle = (low + high) / 2;
        (longestChain(checkpoints, middle) < steps ? low : high) = middle;
    }
    return high;
}

// Steps first .. first + count - 1, the state before `first` in store.
struct Stretch {
    std::size_t first, count;
    std::int64_t checkpoints;
};

void reverseWithOne(const Stretch& s, BlockRuns& runs) {
    for (std::size_t k = s.count; k-- > 0;) {
        for (std::size_t i = 0; i <= k; ++i)
            runs.forward(s.first + i);
        runs.backward(s.first + k);
    }
}

void reverse(std::size_t blocks, std::int64_t checkpoints, BlockRuns& runs) {
    std::vector<Stretch> open{{0, blocks, checkpoints}};
    while (!open.empty()) {
        const Stretch s = open.back();
        open.pop_back();
        if (s.count <= 1 || s.checkpoints == 1) {
            reverseWithOne(s, runs);
            continue;
        }
        const auto split =
            static_cast<std::size_t>(revolveSplit(static_cast<std::int64_t>(s.count), s.checkpoints));
        for (std::size_t i = 0; i < split; ++i)
            runs.forward(s.first + i);
        open.push_back({s.first, split, s.checkpoints});
        open.push_back({s.first + split, s.count - split, s.checkpoints - 1});
    }
}

}  // namespace

std::int64_t revolveSteps(std::int64_t steps, std::int64_t checkpoints) {
    const std::int64_t r = repetitions(steps, checkpoints);
    if (r > 0 && steps > saturated / r) return saturated;
    return r * steps - longestChain(checkpoints + 1, r - 1);
}

std::int64_t revolveSplit(std::int64_t steps, std::int64_t checkpoints) {
    // Both halves stay within what r, or r - 1, repetitions reach.
    const std::int64_t r = repetitions(steps, checkpoints);
    const std::int64_t least =
        std::max(longestChain(checkpoints, r - 2), steps - longestChain(checkpoints - 1, r));
    return std::clamp<std::int64_t>(least, 1, steps - 1);
}

Revolve::Revolve()
    : info_{"revolve",
            "Revolve",
            "The binomial schedule of Griewank & Walther (2000), each block between cut vertices one step.",
            "chains of equal steps, for its number of checkpoints",
            {{"checkpoints",
              "How many block inputs are in store at a time; 0: the binary logarithm of the blocks.",
              std::int64_t{0},
              {},
              0,
              1e6}},
            false,
            600} {}

std::optional<std::string> Revolve::notApplicable(const Graph& graph) const {
    if (graph.joint())
        return "it plans forward graphs, and this graph states its backward operations; use best";
    return std::nullopt;
}

PlanPtr Revolve::make(const Problem& problem) const {
    const BlockChain chain = blockChain(*problem.graph, SIZE_MAX);
    auto checkpoints = std::get<std::int64_t>(option(info_, problem, "checkpoints"));
    if (checkpoints == 0) checkpoints = std::bit_width(std::max<std::size_t>(chain.blocks.size(), 2) - 1);
    const auto blocks = static_cast<std::int64_t>(chain.blocks.size());
    if (blocks > 0 && revolveSteps(blocks, checkpoints) > mostRuns) {
        throw Error(ErrorKind::usage,
                    Error::Context{{},
                                   {},
                                   std::to_string(checkpoints) + " checkpoints on " + std::to_string(blocks) +
                                       " blocks take more than " + std::to_string(mostRuns) + " steps",
                                   "use more checkpoints"});
    }
    BlockRuns runs(*problem.graph, chain);
    reverse(chain.blocks.size(), checkpoints, runs);
    Plan plan = makePlan(*problem.graph, info_.name, runs.schedule());
    plan.seed = problem.seed;
    return std::make_shared<const Plan>(std::move(plan));
}

PlanPtr Revolve::solve(const Problem& problem, const Control&, const PlanSink& better) const {
    PlanPtr plan = make(problem);
    if (plan->peak() > problem.budget) return nullptr;
    if (better) better(plan);
    return plan;
}

std::vector<PlanPtr> Revolve::sweep(const Problem& problem, const Control&, const PlanSink& found) const {
    std::vector<PlanPtr> plans{make(problem)};
    if (found) found(plans.front());
    return plans;
}

std::optional<LeastBudget> Revolve::least(const Problem& problem, const Control&) const {
    const PlanPtr plan = make(problem);
    return LeastBudget{plan->peak(), std::nullopt, plan};
}

}  // namespace reforward
