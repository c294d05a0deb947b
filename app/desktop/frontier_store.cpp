// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/frontier_store.h"

#include <algorithm>
#include <array>

#include "app/desktop/failure.h"
#include "core/strategies/frontier_search.h"

namespace reforward {

namespace {

/// Each strategy's limit, first a short one for all, so that a slow one does not starve the rest; then a long
/// one for those that were cut short.
constexpr std::array secondsForEach{2.5, 20.0};
/// Of a search, which never ends by itself.
constexpr double searchSeconds = 5;
constexpr int gatherMilliseconds = 40;
/// Its plans are the best of all strategies.
const std::string portfolio = "best";

Problem problemOf(const std::shared_ptr<OverheadBound>& bound, Accounting accounting) {
    Problem problem;
    problem.accounting = accounting;
    problem.graph = bound->graph();
    problem.bound = bound;
    return problem;
}

/// A sweep that throws (it does not apply, or it is out of memory) says why instead of ending all sweeps.
Frontier sweepOrReason(const Strategy& strategy, const Problem& problem, const Control& control,
                       const PlanSink& found) {
    try {
        return sweep(strategy, problem, control, found);
    } catch (const std::exception&) {
        Frontier frontier;
        frontier.strategy = strategy.info().name;
        const Error error = toError(std::current_exception());
        if (error.kind() != ErrorKind::interrupted) {
            frontier.notApplicable = error.context().reason;
            frontier.complete = true;  // another try would fail the same way
        }
        return frontier;
    }
}

}  // namespace

FrontierStore::FrontierStore(QObject* parent) : QObject(parent) {
    gather_.setSingleShot(true);
    gather_.setInterval(gatherMilliseconds);
    connect(&gather_, &QTimer::timeout, this, &FrontierStore::changed);
    connect(&lane_, &JobLane::busyChanged, this, &FrontierStore::busyChanged);
    connect(&lane_, &JobLane::progressed, this, &FrontierStore::progressed);
}

void FrontierStore::start(const std::shared_ptr<OverheadBound>& bound, Accounting accounting,
                          const std::vector<const Strategy*>& strategies) {
    frontiers_.clear();
    for (const Strategy* each : strategies)
        frontiers_.push_back({each->info().name, {}, {}, false});
    emit changed();
    lane_.request(
        [this, problem = problemOf(bound, accounting), strategies](const JobLane::Job& job) {
            std::vector<bool> complete(strategies.size());
            for (const double seconds : secondsForEach) {
                for (std::size_t i = 0; i < strategies.size(); ++i) {
                    if (job.control().shouldStop()) return;
                    if (!complete[i]) complete[i] = sweepOne(job, problem, *strategies[i], i, seconds);
                }
            }
        },
        [](const std::exception_ptr&) {});
}

bool FrontierStore::sweepOne(const JobLane::Job& job, const Problem& problem, const Strategy& strategy,
                             std::size_t index, double seconds) {
    auto frontier = cache_.find(strategy, problem);
    if (!frontier) {
        const PlanSink found = [&](const PlanPtr& plan) {
            job.post([this, plan, name = strategy.info().name] { add(plan, name); });
        };
        const bool searches = strategy.info().searches;
        const Control control = job.control().withTimeLimit(searches ? searchSeconds : seconds);
        Frontier swept = sweepOrReason(strategy, problem, control, found);
        // A search is over when its time is.
        if (searches && !control.cancelled()) swept.complete = true;
        frontier = std::make_shared<const Frontier>(std::move(swept));
        if (frontier->complete) cache_.insert(strategy, problem, frontier);
    }
    job.post([this, index, frontier] { take(index, *frontier); });
    return frontier->complete;
}

void FrontierStore::clear() {
    lane_.discard();
    frontiers_.clear();
    emit changed();
}

const Frontier* FrontierStore::find(const std::string& strategy) const {
    const auto found = std::ranges::find(frontiers_, strategy, &Frontier::strategy);
    return found == frontiers_.end() ? nullptr : &*found;
}

Frontier* FrontierStore::findMutable(const std::string& strategy) {
    const auto found = std::ranges::find(frontiers_, strategy, &Frontier::strategy);
    return found == frontiers_.end() ? nullptr : &*found;
}

PlanPtr FrontierStore::cheapestWithin(const std::string& strategy, Bytes budget) const {
    const Frontier* const frontier = find(strategy);
    return frontier ? frontier->pareto.cheapestWithin(budget) : nullptr;
}

PlanPtr FrontierStore::leastPeak() const {
    PlanPtr least;
    for (const Frontier& frontier : frontiers_) {
        const PlanPtr plan = frontier.pareto.leastPeak();
        if (plan && (!least || plan->peak() < least->peak())) least = plan;
    }
    return least;
}

std::vector<PlanPtr> FrontierStore::near(Bytes budget) const {
    PlanPtr within, above;
    for (const Frontier& frontier : frontiers_) {
        for (const PlanPtr& plan : frontier.pareto.plans()) {
            if (plan->peak() > budget) {
                if (!above || plan->peak() < above->peak()) above = plan;
            } else if (!within || plan->recomputeTime() < within->recomputeTime()) {
                within = plan;
            }
        }
    }
    std::vector<PlanPtr> plans;
    for (const PlanPtr& plan : {within, above}) {
        if (plan) plans.push_back(plan);
    }
    return plans;
}

void FrontierStore::add(const PlanPtr& plan, const std::string& strategy) {
    Frontier* const frontier = findMutable(strategy);
    if (frontier == nullptr || !frontier->pareto.insert(plan)) return;
    if (strategy != portfolio) addToPortfolio(plan);
    if (!gather_.isActive()) gather_.start();
}

void FrontierStore::take(std::size_t index, const Frontier& frontier) {
    for (const PlanPtr& plan : frontier.pareto.plans())
        add(plan, frontier.strategy);
    frontiers_[index].notApplicable = frontier.notApplicable;
    frontiers_[index].complete = frontier.complete;
    if (!gather_.isActive()) gather_.start();
}

// The best plan that any strategy finds: whoever found it, and whatever the portfolio's own time was enough
// for.
void FrontierStore::addToPortfolio(const PlanPtr& plan) {
    Frontier* const best = findMutable(portfolio);
    if (best == nullptr) return;
    if (plan->recomputeTime() > FrontierSearch::mostOverhead * plan->predicted.forwardTime) return;
    Plan copy = *plan;
    copy.foundBy = plan->strategy;
    copy.strategy = portfolio;
    copy.options.clear();
    copy.budget = std::nullopt;
    copy.budgetIsPublished = false;
    best->pareto.insert(std::make_shared<const Plan>(std::move(copy)));
}

}  // namespace reforward
