// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/reforward_general.h"

namespace reforward {

/// Beyond the paper: lets go of kept vertices, those of most bytes first, where what is then recomputed
/// together costs no more than `limit`, or more than the largest segment so far by less than the vertex, so
/// that the objective is lowered. The division keeps all ends inside an `other` segment and both ends of an
/// entered one, of which some are of no use. With a limit of 0 the objective is never raised. `nextLimit` is
/// not kept up to date. O(V + E) a pass, of which there are few.
Reforwarding mended(const VertexGraph& graph, const Division& division, Reforwarding answer,
                    std::int64_t limit);

}  // namespace reforward
