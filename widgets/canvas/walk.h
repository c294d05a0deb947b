// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "widgets/canvas/canvas_content.h"

namespace reforward {

enum class WalkDirection { up, down, left, right };

/// Where an arrow key leads from a box: along an edge (either way) to the neighbour that lies nearest in that
/// direction. Down and up also follow edges to the next and previous box where none lies that way (the chain
/// goes on in the next column). Nothing: the box stays.
std::optional<std::uint32_t> walk(const CanvasContent& content, const GraphLayout& layout, std::uint32_t box,
                                  WalkDirection direction);

}  // namespace reforward
