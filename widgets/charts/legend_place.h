// SPDX-License-Identifier: Apache-2.0
#pragma once

class QCustomPlot;

namespace reforward {

/// Moves the legend to where it lies over the fewest parts of curves, right of `leftEdge` (px) where that
/// leaves room; as near to the top right as that allows. The plot must have been laid out before.
void placeLegend(QCustomPlot& plot, double leftEdge);

}  // namespace reforward
