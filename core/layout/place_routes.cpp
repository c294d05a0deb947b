// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "core/layout/plan_routes.h"

// 1. Tracks of each gap get levels, so gaps get heights and rows their places. 2. Lines over the top get
// levels, the longest outermost. 3. Lanes of each channel get numbers, so channels get widths and columns
// their places. 4. Every named place becomes a point.

namespace reforward {

namespace {

using YKind = PlaceY::Kind;

// More lines than this beside each other share lanes: the picture stays bounded on hostile graphs.
constexpr std::uint32_t mostLevels = 24;

// Intervals on lines: the first line whose intervals all end before this one or begin after it.
class FirstFit {
  public:
    std::uint32_t add(double low, double high) {
        constexpr double apart = 6;
        for (std::uint32_t i = 0; i < lines_.size(); ++i) {
            auto& [first, last] = lines_[i];
            if (low < last + apart && first < high + apart) continue;
            first = std::min(first, low);
            last = std::max(last, high);
            return i;
        }
        if (lines_.size() == mostLevels) return next_++ % mostLevels;
        lines_.emplace_back(low, high);
        return static_cast<std::uint32_t>(lines_.size() - 1);
    }
    std::uint32_t used() const { return static_cast<std::uint32_t>(lines_.size()); }

  private:
    std::vector<std::pair<double, double>> lines_;
    std::uint32_t next_ = 0;
};

class Placer {
  public:
    Placer(const LayoutInput& input, const Columns& columns, const Rows& rows, const std::vector<double>& x,
           RoutePlan plan)
        : input_(input), columns_(columns), rows_(rows), x_(x), plan_(std::move(plan)) {
        for (std::uint32_t c = 0; c < columns.count(); ++c)
            columnOfGap_.insert(columnOfGap_.end(), columns.firstRow[c + 1] - columns.firstRow[c] + 1, c);
    }

    GraphLayout run() {
        setTrackLevels();
        setOverLevels();
        placeRows();
        setLanes();
        placeColumns();
        return result();
    }

  private:
    std::uint32_t gaps() const { return columns_.rows() + columns_.count(); }

    void setTrackLevels() {
        std::vector<std::uint32_t> order(plan_.tracks.size());
        for (std::uint32_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const TrackRequest &s = plan_.tracks[a], &t = plan_.tracks[b];
            return std::tuple(s.gap, s.low, s.high, a) < std::tuple(t.gap, t.low, t.high, b);
        });
        levels_.assign(gaps(), 0);
        for (std::size_t i = 0; i < order.size();) {
            const std::uint32_t gap = plan_.tracks[order[i]].gap;
            FirstFit lines;
            for (; i < order.size() && plan_.tracks[order[i]].gap == gap; ++i) {
                TrackRequest& track = plan_.tracks[order[i]];
                track.level = lines.add(track.low, track.high);
            }
            levels_[gap] = lines.used();
        }
    }

    // The shorter ones first, each above all that it overlaps: longer ones arch over shorter ones.
    void setOverLevels() {
        std::vector<std::uint32_t> order(plan_.overs.size());
        for (std::uint32_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const OverRequest &s = plan_.overs[a], &t = plan_.overs[b];
            return std::tuple(s.last - s.first, t.sourceRow, a) <
                   std::tuple(t.last - t.first, s.sourceRow, b);
        });
        std::vector<std::uint32_t> used(columns_.count() + 1);
        for (const std::uint32_t i : order) {
            OverRequest& over = plan_.overs[i];
            const auto first = used.begin() + over.first, end = used.begin() + over.last + 1;
            const std::uint32_t level = *std::max_element(first, end);
            std::fill(first, end, level + 1);
            over.level = level % mostLevels;
            overLevels_ = std::max(overLevels_, over.level + 1);
        }
    }

    static double outerHeight(std::uint32_t levels) {
        return levels == 0 ? 0 : outerPad + spacing::laneGap * (levels - 1);
    }

    double gapHeight(std::uint32_t row) const {
        const bool tall = std::max(rowHeight_[row - 1], rowHeight_[row]) > spacing::tallBox;
        const std::uint32_t levels = levels_[gapAbove(columns_, row)];
        return (tall ? spacing::tallRowGap : spacing::rowGap) +
               spacing::laneGap * (levels > 1 ? levels - 1 : 0);
    }

    void placeRows() {
        rowHeight_.assign(columns_.rows(), 0);
        for (std::uint32_t v = 0; v < rows_.boxes; ++v) {
            double& height = rowHeight_[rows_.rowOf[v]];
            height = std::max(height, input_.boxes[v].height);
        }
        double above = 0;
        for (std::uint32_t c = 0; c < columns_.count(); ++c) {
            if (columns_.firstRow[c] < columns_.firstRow[c + 1])
                above = std::max(above, outerHeight(levels_[gapAbove(columns_, columns_.firstRow[c])]));
        }
        overBottom_ = spacing::margin + outerHeight(overLevels_) - (overLevels_ > 0 ? outerPad : 0);
        firstTop_ = overBottom_ + (overLevels_ > 0 ? outerPad : 0) + above;
        rowTop_.assign(columns_.rows(), 0);
        for (std::uint32_t c = 0; c < columns_.count(); ++c) {
            double y = firstTop_;
            for (std::uint32_t r = columns_.firstRow[c]; r < columns_.firstRow[c + 1]; ++r) {
                if (r > columns_.firstRow[c]) y += gapHeight(r);
                rowTop_[r] = y;
                y += rowHeight_[r];
            }
            if (columns_.firstRow[c] < columns_.firstRow[c + 1])
                y += outerHeight(levels_[gapBelow(columns_, columns_.firstRow[c + 1] - 1)]);
            height_ = std::max(height_, y + spacing::margin);
        }
    }

    double trackY(const TrackRequest& track) const {
        const std::uint32_t c = columnOfGap_[track.gap];
        const std::uint32_t row = track.gap - c;
        if (row == columns_.firstRow[c]) return rowTop_[row] - outerPad - spacing::laneGap * track.level;
        const double bottom = rowTop_[row - 1] + rowHeight_[row - 1];
        if (row == columns_.firstRow[c + 1]) return bottom + outerPad + spacing::laneGap * track.level;
        const double free = rowTop_[row] - bottom - spacing::laneGap * (levels_[track.gap] - 1);
        return bottom + free / 2 + spacing::laneGap * track.level;
    }

    double boxCentreY(std::uint32_t box) const {
        return rowTop_[rows_.rowOf[box]] + rowHeight_[rows_.rowOf[box]] / 2;
    }

    // A line that leaves a side where another enters goes a little lower, the other a little higher.
    double sideY(std::uint32_t box, YKind self, YKind other, double shift) const {
        const std::uint8_t both = RoutePlan::bit(self) | RoutePlan::bit(other);
        return boxCentreY(box) + ((plan_.sideUse[box] & both) == both ? shift : 0);
    }

    double y(const PlaceY& place) const {
        constexpr double shift = spacing::sideShift;
        switch (place.kind) {
            case YKind::boxTop:
                return boxCentreY(place.index) - input_.boxes[place.index].height / 2;
            case YKind::boxBottom:
                return boxCentreY(place.index) + input_.boxes[place.index].height / 2;
            case YKind::leaveRight:
                return sideY(place.index, YKind::leaveRight, YKind::enterRight, shift);
            case YKind::leaveLeft:
                return sideY(place.index, YKind::leaveLeft, YKind::enterLeft, shift);
            case YKind::enterRight:
                return sideY(place.index, YKind::enterRight, YKind::leaveRight, -shift);
            case YKind::enterLeft:
                return sideY(place.index, YKind::enterLeft, YKind::leaveLeft, -shift);
            case YKind::track:
                return trackY(plan_.tracks[place.index]);
            case YKind::over:
                return overBottom_ - spacing::laneGap * plan_.overs[place.index].level;
        }
        return 0;
    }

    // Lines that go up nest where the upper one has the left lane; lines that come down where the deeper
    // one has it.
    void setLanes() {
        struct Extent {
            std::uint32_t request;
            double low, high, start;
        };
        std::vector<Extent> all;
        for (std::uint32_t i = 0; i < plan_.lanes.size(); ++i) {
            Extent extent{i, y(plan_.lanes[i].ends.front()), 0, 0};
            extent.high = extent.start = extent.low;
            for (const PlaceY& end : plan_.lanes[i].ends) {
                extent.low = std::min(extent.low, y(end));
                extent.high = std::max(extent.high, y(end));
            }
            if (plan_.lanes[i].group == LaneRequest::Group::entering) extent.start = -extent.high;
            all.push_back(extent);
        }
        std::sort(all.begin(), all.end(), [&](const Extent& a, const Extent& b) {
            const LaneRequest &s = plan_.lanes[a.request], &t = plan_.lanes[b.request];
            return std::tuple(s.channel, s.group, a.start, a.request) <
                   std::tuple(t.channel, t.group, b.start, b.request);
        });
        lanesOf_.assign(columns_.count(), 0);
        for (std::size_t i = 0; i < all.size();) {
            const auto [channel, group] =
                std::pair(plan_.lanes[all[i].request].channel, plan_.lanes[all[i].request].group);
            FirstFit lines;
            for (; i < all.size(); ++i) {
                LaneRequest& lane = plan_.lanes[all[i].request];
                if (lane.channel != channel || lane.group != group) break;
                lane.lane = lanesOf_[channel] + lines.add(all[i].low, all[i].high);
            }
            lanesOf_[channel] += lines.used();
        }
    }

    double channelWidth(std::uint32_t channel) const {
        const std::uint32_t lanes = lanesOf_[channel];
        if (lanes == 0) return channel + 1 == columns_.count() ? 0 : spacing::channel;
        return std::max(spacing::channel, 2 * spacing::channelPad + spacing::laneGap * (lanes - 1));
    }

    void placeColumns() {
        std::vector<double> width(columns_.count());
        for (std::uint32_t s = 0; s < rows_.slots(); ++s) {
            double& w = width[columns_.ofRow[rows_.rowOf[s]]];
            w = std::max(w, x_[s] + rows_.right[s]);
        }
        double x = spacing::margin;
        for (std::uint32_t c = 0; c < columns_.count(); ++c) {
            columnLeft_.push_back(x);
            x += width[c];
            channelLeft_.push_back(x);
            x += channelWidth(c);
        }
        width_ = x + spacing::margin;
    }

    double x(const PlaceX& place) const {
        if (place.kind == PlaceX::Kind::inColumn) return columnLeft_[place.index] + place.offset;
        const LaneRequest& lane = plan_.lanes[place.index];
        const double first =
            (channelWidth(lane.channel) - spacing::laneGap * (lanesOf_[lane.channel] - 1)) / 2;
        return channelLeft_[lane.channel] + first + spacing::laneGap * lane.lane;
    }

    // Points that lie on the way from one to the next are left out.
    std::vector<LayoutPoint> resolve(const PlannedRoute& route) const {
        std::vector<LayoutPoint> points;
        for (const PlannedPoint& place : route.points) {
            const LayoutPoint p{x(place.x), y(place.y)};
            if (!points.empty() && points.back().x == p.x && points.back().y == p.y) continue;
            if (points.size() >= 2) {
                const LayoutPoint &a = points[points.size() - 2], &b = points.back();
                if ((a.x == b.x && b.x == p.x) || (a.y == b.y && b.y == p.y)) points.pop_back();
            }
            points.push_back(p);
        }
        return points;
    }

    GraphLayout result() const {
        GraphLayout layout;
        layout.boxes = input_.boxes;
        layout.width = width_;
        layout.height = height_;
        for (std::uint32_t v = 0; v < rows_.boxes; ++v) {
            const double beside = (rows_.right[v] - rows_.left[v]) / 2;
            layout.centres.push_back(
                {columnLeft_[columns_.ofRow[rows_.rowOf[v]]] + x_[v] + beside, boxCentreY(v)});
        }
        for (std::size_t i = 0; i < input_.edges.size(); ++i) {
            layout.edges.push_back({input_.edges[i].first, input_.edges[i].second, resolve(plan_.routes[i]),
                                    plan_.routes[i].skip});
        }
        return layout;
    }

    static constexpr double outerPad = 10;  ///< from the first or last row to the nearest track outside

    const LayoutInput& input_;
    const Columns& columns_;
    const Rows& rows_;
    const std::vector<double>& x_;
    RoutePlan plan_;
    std::vector<std::uint32_t> columnOfGap_, levels_, lanesOf_;
    std::vector<double> rowHeight_, rowTop_, columnLeft_, channelLeft_;
    std::uint32_t overLevels_ = 0;
    double overBottom_ = 0, firstTop_ = 0, width_ = 0, height_ = 0;
};

}  // namespace

GraphLayout placeRoutes(const LayoutInput& input, const Columns& columns, const Rows& rows,
                        const std::vector<double>& x, RoutePlan plan) {
    return Placer(input, columns, rows, x, std::move(plan)).run();
}

}  // namespace reforward
