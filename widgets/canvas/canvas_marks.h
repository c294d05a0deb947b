// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/graph/graph.h"

namespace reforward {

/// What is drawn on top of the states. Vectors are by vertex; an empty one means none.
struct CanvasMarks {
    std::optional<VertexId> selected, hovered, running;
    /// Of ModuleTree; at most one of a vertex and a module is selected, or hovered.
    std::optional<std::uint32_t> selectedModule, hoveredModule;
    /// The vertex that sets the floor or exceeds the budget: ringed, the rest dimmed to 42%.
    std::optional<VertexId> binding;
    /// An edge of which both ends are shown, as an index into CanvasContent::layoutInput.edges.
    std::optional<std::uint32_t> selectedEdge;
    std::vector<bool> differing;  ///< outlined
    std::vector<bool> dimmed;     ///< drawn at 42%: filtered out
    std::vector<bool> pinned;     ///< with a badge

    friend bool operator==(const CanvasMarks&, const CanvasMarks&) = default;
};

}  // namespace reforward
