// SPDX-License-Identifier: Apache-2.0
#include "core/layout/plan_routes.h"

#include <cmath>
#include <limits>
#include <unordered_map>

// No line crosses a box. A local edge goes from row to row: straight down where it can, else it leaves or
// enters a box by its side where nothing stands between, else it turns in the gap between the rows. All
// other edges leave to the channel right of their column (by the side, or through the gap below the row),
// go up or down a lane, over the top where more than one column lies between, and enter from the channel
// left of the target's column. Lines of one vertex share their lanes and tracks, so they read as one.

namespace reforward {

namespace {

using XKind = PlaceX::Kind;
using YKind = PlaceY::Kind;
constexpr double infinity = std::numeric_limits<double>::infinity();

class Planner {
  public:
    Planner(const LayoutInput& input, const Adjacency& adjacency, const Columns& columns, const Rows& rows,
            const std::vector<double>& x)
        : input_(input), adjacency_(adjacency), columns_(columns), rows_(rows), x_(x) {
        plan_.sideUse.resize(rows.boxes);
        findNeighbours();
        findWraps();
    }

    RoutePlan run() {
        for (const auto& [from, to] : input_.edges)
            plan_.routes.push_back(isLocal(columns_, row(from), row(to)) ? local(from, to)
                                                                         : through(from, to));
        return std::move(plan_);
    }

  private:
    std::uint32_t row(std::uint32_t slot) const { return rows_.rowOf[slot]; }
    std::uint32_t column(std::uint32_t slot) const { return columns_.ofRow[row(slot)]; }
    double leftOf(std::uint32_t box) const { return x_[box] - rows_.left[box]; }
    double rightOf(std::uint32_t box) const { return x_[box] + rows_.right[box]; }
    double sideOf(std::uint32_t box, bool right) const { return right ? rightOf(box) : leftOf(box); }
    bool ported(std::uint32_t box) const { return rows_.ported[box] != 0; }
    /// Where lines leave the bottom, those that may choose in the middle; at the top it is x_.
    double out(std::uint32_t box) const { return x_[box] + rows_.bottomPort[box]; }

    // Where the next box to either side of each slot begins.
    void findNeighbours() {
        leftLimit_.assign(rows_.slots(), -infinity);
        rightLimit_.assign(rows_.slots(), infinity);
        for (const auto& slots : rows_.rows) {
            double limit = -infinity;
            for (const std::uint32_t s : slots) {
                leftLimit_[s] = limit;
                if (!rows_.isLane(s)) limit = rightOf(s);
            }
            limit = infinity;
            for (std::size_t i = slots.size(); i-- > 0;) {
                rightLimit_[slots[i]] = limit;
                if (!rows_.isLane(slots[i])) limit = leftOf(slots[i]);
            }
        }
    }

    // A vertex at the bottom of a column that goes on at the top of the next leaves by its bottom.
    void findWraps() {
        wraps_.assign(rows_.boxes, false);
        for (const auto& [from, to] : input_.edges) {
            if (isWrap(from, to)) wraps_[from] = true;
        }
    }

    bool isWrap(std::uint32_t from, std::uint32_t to) const {
        return row(to) == row(from) + 1 && column(to) != column(from);
    }

    bool branches(std::uint32_t v) const { return adjacency_.successors(v).size() > 1; }
    bool merges(std::uint32_t v) const { return adjacency_.predecessors(v).size() > 1; }

    /// A vertical line at `x` within the box's width, off its corners.
    bool within(std::uint32_t box, double x) const {
        return x >= leftOf(box) + spacing::corner && x <= rightOf(box) - spacing::corner;
    }
    /// A vertical line at `x` may leave the box's bottom, or come in at its top.
    bool mayLeave(std::uint32_t box, double x) const { return ported(box) ? x == out(box) : within(box, x); }
    bool mayEnter(std::uint32_t box, double x) const { return ported(box) ? x == x_[box] : within(box, x); }
    /// Nothing stands between the box's side and `x` in its row.
    bool sideFree(std::uint32_t box, double x) const {
        if (ported(box)) return false;
        if (x > x_[box]) return x > rightOf(box) + spacing::corner && x + spacing::corner < rightLimit_[box];
        return x < leftOf(box) - spacing::corner && x - spacing::corner > leftLimit_[box];
    }

    PlaceX inColumn(std::uint32_t slot, double x) const { return {XKind::inColumn, column(slot), x}; }
    PlannedPoint top(std::uint32_t box, double x) const { return {inColumn(box, x), {YKind::boxTop, box}}; }
    PlannedPoint bottom(std::uint32_t box, double x) const {
        return {inColumn(box, x), {YKind::boxBottom, box}};
    }

    PlaceY side(std::uint32_t box, YKind kind) {
        plan_.sideUse[box] |= RoutePlan::bit(kind);
        return {kind, box};
    }

    PlaceY track(std::uint32_t gap, std::uint64_t key, double from, double to) {
        const auto [found, isNew] =
            trackOf_.try_emplace((std::uint64_t{gap} << 33) ^ key, plan_.tracks.size());
        if (isNew) plan_.tracks.push_back({gap, from, from, 0});
        TrackRequest& request = plan_.tracks[found->second];
        request.low = std::min({request.low, from, to});
        request.high = std::max({request.high, from, to});
        return {YKind::track, static_cast<std::uint32_t>(found->second)};
    }
    static std::uint64_t bySource(std::uint32_t v) { return std::uint64_t{v} * 2; }
    static std::uint64_t byTarget(std::uint32_t v) { return std::uint64_t{v} * 2 + 1; }
    /// What shares lines with an edge of several rows: those from its source, or those to its target.
    std::uint64_t byBundle(std::uint32_t from, std::uint32_t to) const {
        return rows_.gathers[to] != 0 ? byTarget(to) : bySource(from);
    }
    static std::uint64_t byChain(const Rows::Chain& chain) { return bySource(chain.firstSlot); }

    // From a box to the vertical line at x that goes on below its row.
    void leave(PlannedRoute& route, std::uint32_t box, double x, std::uint64_t key) {
        if (mayLeave(box, x)) {
            route.points.push_back(bottom(box, x));
        } else if (sideFree(box, x)) {
            const bool right = x > x_[box];
            const PlaceY y = side(box, right ? YKind::leaveRight : YKind::leaveLeft);
            route.points.push_back({inColumn(box, sideOf(box, right)), y});
            route.points.push_back({inColumn(box, x), y});
        } else {
            const PlaceY y = track(gapBelow(columns_, row(box)), key, out(box), x);
            route.points.push_back(bottom(box, out(box)));
            route.points.push_back({inColumn(box, out(box)), y});
            route.points.push_back({inColumn(box, x), y});
        }
    }

    // From the vertical line at x that comes from above the box's row into the box.
    void enter(PlannedRoute& route, std::uint32_t box, double x) {
        if (mayEnter(box, x)) {
            route.points.push_back(top(box, x));
        } else if (sideFree(box, x)) {
            const bool right = x > x_[box];
            const PlaceY y = side(box, right ? YKind::enterRight : YKind::enterLeft);
            route.points.push_back({inColumn(box, x), y});
            route.points.push_back({inColumn(box, sideOf(box, right)), y});
        } else {
            const PlaceY y = track(gapAbove(columns_, row(box)), byTarget(box), x, x_[box]);
            route.points.push_back({inColumn(box, x), y});
            route.points.push_back({inColumn(box, x_[box]), y});
            route.points.push_back(top(box, x_[box]));
        }
    }

    void straight(PlannedRoute& route, std::uint32_t from, std::uint32_t to, double x) const {
        route.points = {bottom(from, x), top(to, x)};
    }

    PlannedRoute local(std::uint32_t from, std::uint32_t to) {
        PlannedRoute route;
        const std::uint32_t span = row(to) - row(from);
        route.skip = span > 1;
        if (span == 1) {
            next(route, from, to);
            return route;
        }
        const Rows::Chain& chain = rows_.chainOf(from, to);
        std::uint32_t lane = chain.slotIn(row(from) + 1);
        leave(route, from, x_[lane], byBundle(from, to));
        for (; row(lane) + 1 < row(to); ++lane) {
            if (x_[lane] == x_[lane + 1]) continue;
            const PlaceY y = track(gapBelow(columns_, row(lane)), byChain(chain), x_[lane], x_[lane + 1]);
            route.points.push_back({inColumn(lane, x_[lane]), y});
            route.points.push_back({inColumn(lane, x_[lane + 1]), y});
        }
        enter(route, to, x_[lane]);
        return route;
    }

    // An edge to the next row.
    void next(PlannedRoute& route, std::uint32_t from, std::uint32_t to) {
        const double a = out(from), b = x_[to];
        if (mayLeave(from, b)) return straight(route, from, to, b);
        if (mayEnter(to, a)) return straight(route, from, to, a);
        const bool leaves = sideFree(from, b), enters = sideFree(to, a);
        if (leaves && (branches(from) || !enters)) {
            leave(route, from, b, bySource(from));
            route.points.push_back(top(to, b));
        } else if (enters) {
            route.points.push_back(bottom(from, a));
            enter(route, to, a);
        } else {
            const PlaceY y =
                track(gapBelow(columns_, row(from)), branches(from) ? bySource(from) : byTarget(to), a, b);
            route.points = {bottom(from, a), {inColumn(from, a), y}, {inColumn(to, b), y}, top(to, b)};
        }
    }

    PlaceX lane(std::uint32_t channel, LaneRequest::Group group, std::uint64_t bundle, PlaceY from,
                PlaceY to) {
        const auto [found, isNew] = laneOf_.try_emplace(
            (std::uint64_t{channel} << 34) ^ (bundle * 4 + static_cast<unsigned>(group)), plan_.lanes.size());
        if (isNew) plan_.lanes.push_back({channel, group, {}, 0});
        plan_.lanes[found->second].ends.insert(plan_.lanes[found->second].ends.end(), {from, to});
        return {XKind::lane, static_cast<std::uint32_t>(found->second), 0};
    }

    PlaceY over(std::uint32_t source, std::uint64_t bundle, std::uint32_t first, std::uint32_t last) {
        const auto [found, isNew] = overOf_.try_emplace(bundle, plan_.overs.size());
        if (isNew) plan_.overs.push_back({first, last, row(source), 0});
        OverRequest& request = plan_.overs[found->second];
        request.first = std::min(request.first, first);
        request.last = std::max(request.last, last);
        return {YKind::over, static_cast<std::uint32_t>(found->second)};
    }

    // Where the route stands when it has come to the channel on the right.
    PlaceY toChannel(PlannedRoute& route, std::uint32_t box, std::uint64_t bundle) {
        if (!wraps_[box] && rightLimit_[box] == infinity && !ported(box)) {
            const PlaceY y = side(box, YKind::leaveRight);
            route.points.push_back({inColumn(box, rightOf(box)), y});
            return y;
        }
        const PlaceY y = track(gapBelow(columns_, row(box)), bundle, out(box), infinity);
        route.points.push_back(bottom(box, out(box)));
        route.points.push_back({inColumn(box, out(box)), y});
        return y;
    }

    // Where a line leaves its channel for the box, and the points from there into it.
    PlaceY fromChannel(std::vector<PlannedPoint>& end, std::uint32_t box, std::uint32_t source, bool right,
                       bool atTop) {
        const bool free = right ? rightLimit_[box] == infinity : leftLimit_[box] == -infinity;
        if (free && !atTop && !ported(box)) {
            const PlaceY y = side(box, right ? YKind::enterRight : YKind::enterLeft);
            end.push_back({inColumn(box, sideOf(box, right)), y});
            return y;
        }
        const PlaceY y =
            track(gapAbove(columns_, row(box)), branches(source) ? bySource(source) : byTarget(box), x_[box],
                  right ? infinity : -infinity);
        end.push_back({inColumn(box, x_[box]), y});
        end.push_back(top(box, x_[box]));
        return y;
    }

    PlannedRoute through(std::uint32_t from, std::uint32_t to) {
        using Group = LaneRequest::Group;
        PlannedRoute route;
        route.skip = row(to) - row(from) > 1;
        const std::uint32_t first = column(from), last = column(to);
        std::vector<PlannedPoint> end;
        const std::uint64_t bundle = byBundle(from, to);
        const PlaceY leaving = toChannel(route, from, bundle);
        const PlaceY entering = fromChannel(end, to, from, first == last, isWrap(from, to));
        const Group group = wraps_[from] ? Group::wrapping : Group::leaving;
        if (last <= first + 1) {
            const PlaceX x = lane(first, group, bundle, leaving, entering);
            route.points.push_back({x, leaving});
            route.points.push_back({x, entering});
        } else {
            const PlaceY above = over(from, bundle, first, last - 1);
            const PlaceX up = lane(first, group, bundle, leaving, above);
            const PlaceX down = lane(last - 1, Group::entering, bundle, above, entering);
            for (const PlannedPoint& p : {PlannedPoint{up, leaving}, PlannedPoint{up, above},
                                          PlannedPoint{down, above}, PlannedPoint{down, entering}})
                route.points.push_back(p);
        }
        route.points.insert(route.points.end(), end.begin(), end.end());
        return route;
    }

    const LayoutInput& input_;
    const Adjacency& adjacency_;
    const Columns& columns_;
    const Rows& rows_;
    const std::vector<double>& x_;
    std::vector<double> leftLimit_, rightLimit_;
    std::vector<bool> wraps_;
    std::unordered_map<std::uint64_t, std::size_t> trackOf_, laneOf_, overOf_;
    RoutePlan plan_;
};

}  // namespace

RoutePlan planRoutes(const LayoutInput& input, const Adjacency& adjacency, const Columns& columns,
                     const Rows& rows, const std::vector<double>& x) {
    return Planner(input, adjacency, columns, rows, x).run();
}

}  // namespace reforward
