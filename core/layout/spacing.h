// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace reforward::spacing {

// The grid of the canvas in px at 100%: a row pitch of 34 for boxes of 24.
inline constexpr double margin = 24;      ///< around the whole
inline constexpr double rowGap = 10;      ///< between rows of small boxes
inline constexpr double tallRowGap = 24;  ///< between rows where a box is taller than `tallBox`
inline constexpr double tallBox = 32;
inline constexpr double boxGap = 20;  ///< between boxes of one row
inline constexpr double laneGap = 8;  ///< between lanes and between tracks
inline constexpr double boxToLane = 12;
inline constexpr double channel = 40;     ///< between columns, at least
inline constexpr double channelPad = 14;  ///< from a column to the first lane of its channel
inline constexpr double corner = 4;       ///< a line meets a box no nearer to its corner
inline constexpr double sideShift = 4;    ///< of a line that leaves beside one that enters

inline constexpr std::uint32_t longestLocal = 24;  ///< rows that an edge may span inside of a column
inline constexpr double shortestColumn = 400;      ///< columns are not cut shorter than this

}  // namespace reforward::spacing
