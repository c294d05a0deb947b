// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/plan/step.h"

namespace reforward::tests {

/// A schedule from words: "a" forward, "a'" backward, "-a" free, "-a:1" free of output 1, "-a'" free of the
/// gradient.
Schedule scheduleFromText(const Graph& graph, const std::string& text);
std::string scheduleText(const Graph& graph, const Schedule& schedule);

}  // namespace reforward::tests
