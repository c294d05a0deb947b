// SPDX-License-Identifier: Apache-2.0
#include "core/graph/time_unit.h"

#include "core/base/format.h"

namespace reforward {

std::string timeUnitWords(const Graph& graph) {
    const std::string& unit = graph.notes().timeUnit;
    if (unit.empty()) return "units";
    return unit == "us" ? "µs" : unit;
}

std::string formatTime(const Graph& graph, double time) {
    const bool one = time == 1 && graph.notes().timeUnit.empty();
    return formatCost(time) + " " + (one ? "unit" : timeUnitWords(graph));
}

}  // namespace reforward
