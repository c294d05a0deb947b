// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>
#include <vector>

#include "widgets/canvas/canvas_content.h"

namespace reforward {

/// The way from one layout of a graph to another with other modules expanded: what is there before and after
/// moves; what an expanded module shows grows out of its box; a collapsed box shrinks from its frame.
class LayoutMotion {
  public:
    /// Both contents are of the same graph and tree.
    LayoutMotion(const CanvasContent& before, const GraphLayout& from, CanvasContentPtr after,
                 GraphLayoutPtr to);

    /// The layout of what is there after, at a time of 0..1; at 1 it is the one given.
    GraphLayoutPtr at(double time) const;

  private:
    CanvasContentPtr after_;
    GraphLayoutPtr to_;
    std::vector<QRectF> boxes_, frames_;  ///< where each begins
};

/// Where a module is drawn, as a frame or as its own box; null where it is neither.
QRectF moduleRect(const CanvasContent& content, const GraphLayout& layout, std::uint32_t module);

}  // namespace reforward
