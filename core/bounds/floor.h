// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

namespace reforward {

/// No schedule has a lower peak than this. theory.md section 4.4: the largest working set of any step,
/// plus all fixed values, plus the gradients that certainly live then.
struct Floor {
    /// One line of the working set: what is certainly live, and why.
    struct Part {
        enum class Kind { fixed, value, gradient, certainGradients, workspace };
        Kind kind;
        ValueId value = noIndex;  ///< where kind is value or gradient
        Bytes bytes;
    };
    Bytes bytes;
    VertexId vertex = noIndex;  ///< the one that binds; noIndex where only fixed values do
    bool backward = false;      ///< its backward binds, else its forward
    std::vector<Part> parts;    ///< sum to `bytes`
};

Floor floorOf(const Graph& graph);

}  // namespace reforward
