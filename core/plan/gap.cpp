// SPDX-License-Identifier: Apache-2.0
#include "core/plan/gap.h"

#include <algorithm>
#include <cmath>

namespace reforward {

double gapPoints(double overhead, double bound) {
    if (overhead <= bound) return 0;
    // The small part taken off is far below what is shown; it keeps 2.1 from becoming 2.2 by binary
    // fractions.
    return std::max(1.0, std::ceil((overhead - bound) * 1000 - 1e-6)) / 10;
}

std::string gapWords(double overhead, double bound) {
    if (overhead <= bound) return "proven best";
    const auto tenths = std::llround(gapPoints(overhead, bound) * 10);
    return "at most " + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) +
           " points above the best possible";
}

double boundRatio(const Graph& graph, double time) {
    return graph.forwardTime() > 0 ? time / graph.forwardTime() : 0;
}

Bytes boundedBudget(const Plan& plan) {
    return plan.budget && !plan.budgetIsPublished ? *plan.budget : plan.peak();
}

}  // namespace reforward
