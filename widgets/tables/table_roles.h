// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Qt>

namespace reforward {

/// What the models of this room answer beside the roles of Qt.
enum TableRole : int {
    exactRole = Qt::UserRole,  ///< the figure itself (qlonglong, double or QString): sorting, copy, CSV
    vertexRole,                ///< the vertex of the row (quint32), invalid where it has none
    stateRole,                 ///< int of VertexState, where the cell shows one
    betterRole,                ///< true where the cell is the better figure of a comparison
    strategyRole,              ///< name of the row's strategy (QString)
    stepRole,                  ///< index into the schedule (qulonglong) of the row's run
    spanRole,                  ///< how many columns this cell covers (int), where more than one
    unneededRole,  ///< of a header: bool, whether the column may be left out until it is asked for
};

}  // namespace reforward
