// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"

namespace reforward {

enum class StepKind : std::uint8_t { forward, backward, free, freeGradient };

/// One step of a schedule (formats.md section 2). `output` matters to free and freeGradient only.
struct Step {
    StepKind kind = StepKind::forward;
    std::uint32_t output = 0;
    VertexId vertex = 0;

    friend bool operator==(const Step&, const Step&) = default;
};

using Schedule = std::vector<Step>;

/// "forward", "backward", "free", "free_gradient": the names of the plan file.
std::string_view stepName(StepKind kind);

}  // namespace reforward
