// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/graph/graph.h"

namespace reforward {

/// The unit of a graph's times for people: "units" where it has no name, "µs" for "us", else its name.
std::string timeUnitWords(const Graph& graph);
/// A time with its unit: "12.5 µs", "1 unit".
std::string formatTime(const Graph& graph, double time);

}  // namespace reforward
