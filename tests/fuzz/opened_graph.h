// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/graph/graph.h"

namespace reforward {

/// Aborts unless the graph behaves as one that a reader let pass must: keeping everything replays, and the
/// node-link file it is written to reads back to the same fingerprint.
void checkOpenedGraph(const Graph& graph);

/// Calls a reader. The project's own errors are its right answer to bad input; all else escapes and is a
/// finding.
template <class F>
void refusing(F&& read) {
    try {
        read();
    } catch (const Error&) {
    }
}

}  // namespace reforward
