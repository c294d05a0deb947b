// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/search/recompute_model.h"

namespace reforward {

/// A forward graph's order cut into blocks at each place that the values of at most one operation cross
/// (fixed ones and `outside` not counted). Of equal kind are blocks that look the same to any planner: equal
/// operations, bytes, times, workspaces, flags and edges, along the order.
struct EqualBlocks {
    struct Block {
        std::uint32_t begin = 0, end = 0;  ///< operations
        std::uint32_t kind = 0;            ///< 0 .. kinds - 1
        /// Values made up to here and read by later blocks; of the last block none. Ascending.
        std::vector<std::uint32_t> crossing;
    };
    std::vector<Block> blocks;
    std::uint32_t kinds = 0;
    /// Values that blocks all over the graph read (a mask, a table of positions): small, and as good as
    /// always there. Ascending.
    std::vector<std::uint32_t> outside;

    bool isOutside(std::uint32_t x) const;
};

/// The blocks; nothing where there are fewer than three, of joint graphs, and with recompute pins. O(V + E).
std::optional<EqualBlocks> equalBlocks(const RecomputeModel& model);

}  // namespace reforward
