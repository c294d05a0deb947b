// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace reforward {

// Routes are planned before it is known where columns, rows and tracks lie: their width depends on how
// many routes need them. So a planned route names places, and placing resolves them.

/// A horizontal place: `offset` px from a column's left, or a lane of a channel.
struct PlaceX {
    enum class Kind : std::uint8_t { inColumn, lane };
    Kind kind = Kind::inColumn;
    std::uint32_t index = 0;  ///< column, or request in RoutePlan::lanes
    double offset = 0;
};

/// A vertical place: an edge of a box, the height where lines leave or enter its side, or a track.
struct PlaceY {
    enum class Kind : std::uint8_t {
        boxTop,
        boxBottom,
        leaveRight,
        leaveLeft,
        enterRight,
        enterLeft,
        track,
        over
    };
    Kind kind = Kind::boxTop;
    std::uint32_t index = 0;  ///< box, or request in RoutePlan::tracks or ::overs
};

struct PlannedPoint {
    PlaceX x;
    PlaceY y;
};

struct PlannedRoute {
    std::vector<PlannedPoint> points;
    bool skip = false;
};

/// A horizontal line in the gap between two rows: from `low` to `high` in px of the column.
struct TrackRequest {
    std::uint32_t gap = 0;
    double low = 0, high = 0;
    std::uint32_t level = 0;
};

/// A vertical line in the channel right of a column. `ends` are the places that it joins.
struct LaneRequest {
    /// From left to right: lines from the column left of it, lines that wrap, lines from further left.
    enum class Group : std::uint8_t { leaving, wrapping, entering };
    std::uint32_t channel = 0;
    Group group = Group::leaving;
    std::vector<PlaceY> ends;
    std::uint32_t lane = 0;
};

/// A horizontal line over the top of all columns, from channel `first` to channel `last`.
struct OverRequest {
    std::uint32_t first = 0, last = 0;
    std::uint32_t sourceRow = 0;
    std::uint32_t level = 0;
};

struct RoutePlan {
    std::vector<PlannedRoute> routes;  ///< one an edge of the input
    std::vector<TrackRequest> tracks;
    std::vector<LaneRequest> lanes;
    std::vector<OverRequest> overs;
    std::vector<std::uint8_t> sideUse;  ///< of a box: bits by PlaceY::Kind of the sides that routes use

    static std::uint8_t bit(PlaceY::Kind kind) {
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(kind));
    }
};

}  // namespace reforward
