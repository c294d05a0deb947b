// SPDX-License-Identifier: Apache-2.0
#pragma once

class QCustomPlot;

namespace reforward {

/// Moves the legend into the corner of the plot where it lies over the fewest parts of curves; the top right
/// where several are free. The plot must have been laid out (replotted) before.
void placeLegend(QCustomPlot& plot);

}  // namespace reforward
