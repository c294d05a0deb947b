// SPDX-License-Identifier: Apache-2.0
#include "core/frontier/frontier.h"

#include <algorithm>

#include "core/graph/fingerprint.h"

namespace reforward {

Frontier sweep(const Strategy& strategy, const Problem& problem, const Control& control,
               const PlanSink& found) {
    Frontier frontier;
    frontier.strategy = strategy.info().name;
    if (const auto reason = strategy.notApplicable(*problem.graph)) {
        frontier.notApplicable = *reason;
        frontier.complete = true;
        return frontier;
    }
    const Stopwatch watch;
    double before = 0;
    try {
        strategy.sweep(problem, control, [&](const PlanPtr& plan) {
            Plan timed = *plan;
            timed.solveMilliseconds = watch.milliseconds() - before;
            before = watch.milliseconds();
            const PlanPtr shared = underAccounting(
                *problem.graph, std::make_shared<const Plan>(std::move(timed)), problem.accounting);
            if (frontier.pareto.insert(shared) && found) found(shared);
        });
        frontier.complete = !control.shouldStop();
    } catch (const Error& e) {
        if (e.kind() == ErrorKind::interrupted) return frontier;
        if (e.kind() != ErrorKind::notApplicable) throw;
        frontier.notApplicable = e.what();
        frontier.complete = true;
    }
    return frontier;
}

namespace {

std::string cacheKey(const Strategy& strategy, const Problem& problem) {
    std::string key =
        costFingerprint(*problem.graph) + ' ' + strategy.info().name + ' ' + std::to_string(problem.seed);
    for (const OptionSpec& spec : strategy.info().options) {
        key += ' ' + spec.name + '=';
        std::visit(
            [&](const auto& v) {
                if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::string>)
                    key += v;
                else
                    key += std::to_string(v);
            },
            option(strategy.info(), problem, spec.name));
    }
    key += ' ';
    key += accountingName(problem.accounting);
    if (problem.moves) key += " moves=" + std::to_string(*problem.moves);
    for (const VertexId v : problem.pins.keep)
        key += " keep=" + std::to_string(v);
    for (const VertexId v : problem.pins.recompute)
        key += " recompute=" + std::to_string(v);
    return key;
}

}  // namespace

std::shared_ptr<const Frontier> FrontierCache::find(const Strategy& strategy, const Problem& problem) const {
    const std::string key = cacheKey(strategy, problem);
    const std::lock_guard lock(mutex_);
    const auto found = frontiers_.find(key);
    return found == frontiers_.end() ? nullptr : found->second;
}

void FrontierCache::insert(const Strategy& strategy, const Problem& problem,
                           std::shared_ptr<const Frontier> frontier) {
    if (!frontier->complete) return;
    const std::string key = cacheKey(strategy, problem);
    const std::lock_guard lock(mutex_);
    std::erase(recent_, key);
    recent_.push_back(key);
    frontiers_[key] = std::move(frontier);
    while (recent_.size() > capacity_) {
        frontiers_.erase(recent_.front());
        recent_.erase(recent_.begin());
    }
}

}  // namespace reforward
