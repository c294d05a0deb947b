// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/columns.h"

namespace reforward {

/// What stands in rows: boxes, and lanes for the lines that pass a row. Lanes come in chains from row to
/// row: all edges of one vertex that span more than a row share its chain; only where many come together
/// in one vertex, they share that one's. Slots 0 .. boxes-1 are the boxes.
struct Rows {
    static constexpr std::uint32_t none = UINT32_MAX;
    /// Lanes of one vertex: slot firstSlot + i stands in row firstRow + i.
    struct Chain {
        std::uint32_t firstSlot = none, firstRow = 0;
        std::uint32_t slotIn(std::uint32_t row) const { return firstSlot + row - firstRow; }
    };

    std::uint32_t boxes = 0;
    std::vector<std::uint32_t> rowOf;    ///< of a slot
    std::vector<std::uint32_t> lastRow;  ///< of a lane: the row of its chain's last target
    std::vector<Chain> leaving;          ///< of a box: for its outgoing edges
    std::vector<Chain> arriving;         ///< of a box: for its incoming edges
    std::vector<std::uint8_t> gathers;   ///< of a box: its incoming long edges share lanes and tracks
    std::vector<double> left, right;     ///< of a slot: from its place to its sides; none of a lane
    std::vector<double> bottomPort;      ///< of a box: from its place to where lines leave its bottom
    std::vector<std::uint8_t> ported;    ///< of a box: lines meet it at its ports only
    std::vector<std::vector<std::uint32_t>> rows;  ///< slots from left to right
    std::vector<std::uint32_t> position;           ///< of a slot in its row

    // Lines between slots of neighbouring rows, as ranges.
    std::vector<std::uint32_t> firstUp, up, firstDown, down;

    std::uint32_t slots() const { return static_cast<std::uint32_t>(rowOf.size()); }
    bool isLane(std::uint32_t slot) const { return slot >= boxes; }
    std::span<const std::uint32_t> above(std::uint32_t slot) const {
        return {up.data() + firstUp[slot], up.data() + firstUp[slot + 1]};
    }
    std::span<const std::uint32_t> below(std::uint32_t slot) const {
        return {down.data() + firstDown[slot], down.data() + firstDown[slot + 1]};
    }
    /// The lanes of a local edge that spans more than one row.
    const Chain& chainOf(std::uint32_t from, std::uint32_t to) const {
        return gathers[to] != 0 ? arriving[to] : leaving[from];
    }
    void updatePositions(std::uint32_t row);
};

/// Slots and lines of all local edges (isLocal), each row in a first order: along the longest paths from
/// left to right, then lanes, short ones first.
Rows makeRows(const LayoutInput& input, const Adjacency& adjacency, const std::vector<std::uint32_t>& ranks,
              const Columns& columns);

/// Reorders rows for fewer crossings: sweeps by medians; the best order seen is kept.
void orderRows(Rows& rows, const Control& control);
/// Pairs of lines between neighbouring rows that cross.
std::uint64_t countCrossings(const Rows& rows);

/// Places of all slots (centres, or top ports), straight along lanes and along the longest paths, as far left
/// as they can be without overlaps; each column's leftmost border is at 0.
std::vector<double> placeSlots(const Rows& rows, const Columns& columns);

/// The next box below on the longest path through a box, if that path goes on just below, else none; it is
/// drawn straight. `above` is the inverse.
struct MainPaths {
    std::vector<std::uint32_t> below, above;
};
MainPaths mainPaths(const Rows& rows);

}  // namespace reforward
