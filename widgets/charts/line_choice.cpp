// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "widgets/charts/frontier_plot.h"

namespace reforward {

namespace {

constexpr int budgets = 40;

/// Sum of the extra forward over a grid of budgets between floor and baseline.
double badness(const Frontier& frontier, Bytes floor, Bytes baseline, double none) {
    double sum = 0;
    const double span = static_cast<double>((baseline - floor).count());
    for (int i = 0; i <= budgets; ++i) {
        const Bytes budget = floor + Bytes(static_cast<std::int64_t>(span * i / budgets));
        const PlanPtr plan = frontier.pareto.cheapestWithin(budget);
        sum += plan ? plan->overheadForward() : none;
    }
    return sum;
}

}  // namespace

std::vector<QString> linesByDefault(const FrontierData& data, std::size_t most) {
    double none = 0;
    for (const Frontier& frontier : data.frontiers) {
        for (const PlanPtr& plan : frontier.pareto.plans())
            none = std::max(none, plan->overheadForward());
    }
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < data.frontiers.size(); ++i) {
        const Frontier& frontier = data.frontiers[i];
        if (frontier.pareto.plans().empty()) continue;
        const bool current = QString::fromStdString(frontier.strategy) == data.currentStrategy;
        order.emplace_back(current ? -1 : badness(frontier, data.floor, data.baseline, none + 1), i);
    }
    std::sort(order.begin(), order.end());
    if (order.size() > most) order.resize(most);
    std::vector<QString> names;
    for (const auto& [cost, i] : order)
        names.push_back(QString::fromStdString(data.frontiers[i].strategy));
    return names;
}

}  // namespace reforward
