// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/graph/graph.h"

namespace reforward {

/// Measured costs of a graph's vertices, as `profile` writes them:
///  {"format": "reforward-costs/1", "device": "...", "unit": "us",
///   "graph": {"name": "...", "batch": 32, "fingerprint": "sha256:..."},
///   "vertices": {"ID": {"forward": 12.5, "backward": 24}}}
/// A missing "backward" is twice "forward"; "device", "graph" and its keys may be absent.
struct CostFile {
    struct Cost {
        double forward = 0;
        std::optional<double> backward;
    };

    std::string path, device, unit, fingerprint;
    std::optional<std::int64_t> batch;
    std::map<std::string, Cost, std::less<>> vertices;  ///< by id
};

/// Throws Error (input) naming file, key and reason.
CostFile readCostFile(const std::string& path);

/// What `--costs` says is neither the name of a cost model nor empty, so names a file.
bool isCostFile(const std::string& costs);

/// The graph with the file's times and unit. Fixed vertices need none; other vertices without a cost throw
/// Error (input) saying how many and which is the first. Warns in the notes of costs for vertices that the
/// graph does not have, of a file for a graph with other sizes or edges, and of one measured at another
/// batch, whose times are scaled.
Graph withCosts(const Graph& graph, const CostFile& file);

}  // namespace reforward
