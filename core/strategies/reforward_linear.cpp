// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/reforward_linear.h"

#include <algorithm>

namespace reforward {

KeptCost LinearSolver::solve(const Line& line, std::int64_t limit, std::uint32_t* before,
                             std::int64_t& nextLimit) {
    const auto last = static_cast<std::uint32_t>(line.stations.size() - 1);
    best_.assign(last + 1, {});
    start_.assign(last + 1, 0);
    waiting_.resize(last + 1);
    // waiting_[front .. back) are stations from which j is accessible, each worse than the one before it.
    std::size_t front = 0, back = 0;
    std::uint32_t first = 0;   // the first station from which j is accessible, or j
    std::uint32_t forced = 0;  // the last station before j that no run may pass
    for (std::uint32_t j = 1; j <= last; ++j) {
        const std::uint32_t i = j - 1;
        const Line::Station& previous = line.stations[i];
        if (i > 0) {
            best_[i] += previous.kept;
            if (previous.mustKeep) forced = i;
        }
        start_[j] = start_[i] + (i > 0 ? previous.bytes : 0) + line.gaps[i].bytes;
        const auto runCost = [&](std::uint32_t from) {
            return start_[j] - start_[from] - (from > 0 ? line.stations[from].bytes : 0);
        };
        first = std::max(first, forced);
        while (first < j && runCost(first) > limit)
            ++first;
        if (first > forced) nextLimit = std::min(nextLimit, runCost(first - 1));
        while (back > front && !best_[waiting_[back - 1]].betterThan(best_[i]))
            --back;
        waiting_[back++] = i;
        while (back > front && waiting_[front] < first)
            ++front;
        if (back > front) {
            before[j] = waiting_[front];
            best_[j] = best_[before[j]];
        } else {
            before[j] = i;
            best_[j] = best_[i] + line.gaps[i].entered;
        }
    }
    return best_[last];
}

}  // namespace reforward
