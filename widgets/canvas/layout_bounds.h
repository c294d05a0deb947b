// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>

#include "core/layout/layout.h"

namespace reforward {

// All in px of the layout. A straight edge has no width or no height, which QRectF takes for empty: compare
// and unite these by their sides.

/// The rectangle round the points of an edge; null without any.
QRectF edgeBounds(const LayoutEdge& edge);

/// What boxes and edges cover: within the layout's size, often less. Null for an empty layout.
QRectF layoutBounds(const GraphLayout& layout);

}  // namespace reforward
