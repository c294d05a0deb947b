// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/layout/adjacency.h"
#include "core/layout/layout.h"
#include "core/layout/spacing.h"

// Terms: a level is what lies right inside one frame, or outside of all; its items are boxes and frames.
// Lines from outside come in by the level's entry and leave by its exit, two points that are laid out as
// items of no size in its first and last row. 1. Each edge is cut into pieces at the frames that it leaves
// and enters; a piece joins two items of one level. 2. Levels are laid out, inner ones first; one becomes a
// box of what surrounds it, with ports above its entry and below its exit. 3. From outside in all get their
// final places, and the pieces of an edge are put together.

namespace reforward {

namespace {

constexpr std::uint32_t none = UINT32_MAX;
constexpr double side = 20;                     ///< from a frame to what is inside
constexpr double entryGap = 8;                  ///< from the title to the entry
constexpr double exitGap = 10;                  ///< from the exit to the frame's bottom
constexpr double leastWidth = 240;              ///< room for the title
constexpr double tallest = 1.25, least = 1000;  // a frame wraps into columns beyond 1.25 times the height of
                                                // the whole, and beyond this

using Edge = std::pair<std::uint32_t, std::uint32_t>;

struct Level {
    std::uint32_t parent = none;
    std::uint32_t depth = 0;
    std::uint32_t itemOfParent = none;
    LayoutInput input;
    std::uint32_t entry = none, exit = none;
    GraphLayout layout;
    LayoutPoint shift;  ///< from the layout's px to those of the frame, later to the final ones
};

/// A piece of an edge: which level, and which of its edges.
struct Piece {
    std::uint32_t level = none;
    std::size_t edge = 0;
};

class Nest {
  public:
    Nest(const LayoutInput& input, const LayoutOptions& options, const Control& control)
        : input_(input), options_(options), control_(control) {
        check();
        makeLevels();
        cutEdges();
    }

    GraphLayout run() {
        double area = 0;
        for (const auto& box : input_.boxes)
            area += (box.width + spacing::channel) * (box.height + spacing::tallRowGap);
        highest_ = std::max(least, tallest * std::sqrt(area / options_.aspect));
        for (std::size_t i = levels_.size(); i-- > 1;)
            layOutFrame(levels_[i]);
        levels_.front().layout = layeredLayout(levels_.front().input, options_, control_);
        return result();
    }

  private:
    void check() const {
        const std::size_t frames = input_.frames.size();
        bool good = input_.frameOfBox.size() == input_.boxes.size();
        for (std::size_t f = 0; f < frames; ++f)
            good = good && (input_.frames[f] == LayoutInput::noFrame || input_.frames[f] < f);
        for (const std::uint32_t f : input_.frameOfBox)
            good = good && (f == LayoutInput::noFrame || f < frames);
        for (const auto& [from, to] : input_.edges)
            good = good && from < input_.boxes.size() && to < input_.boxes.size();
        if (!good) throw Error(ErrorKind::input, "a layout's frames or edges name what is not there");
    }

    /// Level 0 is outside of all frames, level f + 1 inside of frame f.
    static std::uint32_t levelOf(std::uint32_t frame) {
        return frame == LayoutInput::noFrame ? 0 : frame + 1;
    }

    void makeLevels() {
        levels_.resize(input_.frames.size() + 1);
        itemOfBox_.resize(input_.boxes.size());
        const auto addItem = [this](std::uint32_t level, const LayoutInput::Box& box) {
            levels_[level].input.boxes.push_back(box);
            return static_cast<std::uint32_t>(levels_[level].input.boxes.size() - 1);
        };
        for (std::uint32_t f = 0; f < input_.frames.size(); ++f) {
            Level& level = levels_[f + 1];
            level.parent = levelOf(input_.frames[f]);
            level.depth = levels_[level.parent].depth + 1;
            level.itemOfParent = addItem(level.parent, {});
        }
        for (std::size_t b = 0; b < input_.boxes.size(); ++b)
            itemOfBox_[b] = addItem(levelOf(input_.frameOfBox[b]), input_.boxes[b]);
        for (std::size_t i = 1; i < levels_.size(); ++i) {
            levels_[i].entry = addItem(static_cast<std::uint32_t>(i), {0, 0});
            levels_[i].exit = addItem(static_cast<std::uint32_t>(i), {0, 0});
        }
    }

    void cutEdges() {
        // Pieces as edges first, numbered when all of a level are known.
        std::vector<std::vector<std::pair<std::uint32_t, Edge>>> cut;
        for (const auto& [from, to] : input_.edges) {
            std::vector<std::pair<std::uint32_t, Edge>> leaving, entering;
            std::uint32_t a = levelOf(input_.frameOfBox[from]), b = levelOf(input_.frameOfBox[to]);
            std::uint32_t itemA = itemOfBox_[from], itemB = itemOfBox_[to];
            while (a != b) {
                if (levels_[a].depth >= levels_[b].depth) {
                    leaving.push_back({a, {itemA, levels_[a].exit}});
                    itemA = levels_[a].itemOfParent;
                    a = levels_[a].parent;
                } else {
                    entering.push_back({b, {levels_[b].entry, itemB}});
                    itemB = levels_[b].itemOfParent;
                    b = levels_[b].parent;
                }
            }
            leaving.push_back({a, {itemA, itemB}});
            leaving.insert(leaving.end(), entering.rbegin(), entering.rend());
            for (const auto& [level, edge] : leaving)
                levels_[level].input.edges.push_back(edge);
            cut.push_back(std::move(leaving));
        }
        for (Level& level : levels_) {
            auto& edges = level.input.edges;
            std::sort(edges.begin(), edges.end());
            edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
        }
        for (const auto& pieces : cut) {
            pieces_.emplace_back();
            for (const auto& [level, edge] : pieces) {
                const auto& edges = levels_[level].input.edges;
                const auto at = std::lower_bound(edges.begin(), edges.end(), edge);
                pieces_.back().push_back({level, static_cast<std::size_t>(at - edges.begin())});
            }
        }
        for (std::size_t i = 1; i < levels_.size(); ++i)
            hold(levels_[i]);
    }

    /// More edges, of which nothing is drawn: the entry lies above all items, the exit below all.
    static void hold(Level& level) {
        const std::size_t count = level.input.boxes.size();
        std::vector<std::uint8_t> read(count), reads(count);
        for (const auto& [from, to] : level.input.edges)
            reads[to] = read[from] = 1;
        for (std::uint32_t i = 0; i < count; ++i) {
            if (i == level.entry || i == level.exit) continue;
            if (reads[i] == 0) level.input.edges.emplace_back(level.entry, i);
            if (read[i] == 0) level.input.edges.emplace_back(i, level.exit);
        }
    }

    void layOutFrame(Level& level) {
        LayoutOptions options = options_;
        options.aspect = 0.01;  // one column
        level.layout = layeredLayout(level.input, options, control_);
        if (level.layout.height > highest_) {
            const double columns = std::ceil(level.layout.height / highest_);
            options.aspect = level.layout.width * columns / (level.layout.height / columns);
            level.layout = layeredLayout(level.input, options, control_);
        }
        const GraphLayout& l = level.layout;
        // What is drawn: the layout's own margin is not needed inside of a frame.
        const double inner = std::max(0.0, l.width - 2 * spacing::margin);
        const double width = std::max(leastWidth, inner + 2 * side);
        const LayoutPoint& entry = l.centres[level.entry];
        const LayoutPoint& exit = l.centres[level.exit];
        level.shift = {(width - inner) / 2 - spacing::margin, LayoutFrame::title + entryGap - topOf(l)};
        double bottom = exit.y;
        for (const LayoutEdge& edge : l.edges) {
            for (const LayoutPoint& p : edge.points)
                bottom = std::max(bottom, p.y);
        }
        for (std::size_t i = 0; i < l.centres.size(); ++i)
            bottom = std::max(bottom, l.centres[i].y + l.boxes[i].height / 2);
        LayoutInput::Box& box = levels_[level.parent].input.boxes[level.itemOfParent];
        box = {width, bottom + level.shift.y + exitGap,
               LayoutInput::Ports{entry.x + level.shift.x, exit.x + level.shift.x}};
    }

    static double topOf(const GraphLayout& l) {
        double top = l.height;
        for (std::size_t i = 0; i < l.centres.size(); ++i)
            top = std::min(top, l.centres[i].y - l.boxes[i].height / 2);
        for (const LayoutEdge& edge : l.edges) {
            for (const LayoutPoint& p : edge.points)
                top = std::min(top, p.y);
        }
        return top;
    }

    LayoutPoint moved(const LayoutPoint& p, const Level& level) const {
        return {p.x + level.shift.x, p.y + level.shift.y};
    }

    void append(std::vector<LayoutPoint>& points, const LayoutPoint& p) const {
        if (!points.empty() && points.back().x == p.x && points.back().y == p.y) return;
        if (points.size() >= 2) {
            const LayoutPoint &a = points[points.size() - 2], &b = points.back();
            if ((a.x == b.x && b.x == p.x) || (a.y == b.y && b.y == p.y)) points.pop_back();
        }
        points.push_back(p);
    }

    GraphLayout result() {
        GraphLayout all;
        all.engine = "layered";
        all.boxes = input_.boxes;
        all.width = levels_.front().layout.width;
        all.height = levels_.front().layout.height;
        for (std::size_t i = 1; i < levels_.size(); ++i) {
            Level& level = levels_[i];
            const Level& outer = levels_[level.parent];
            const auto& box = outer.layout.boxes[level.itemOfParent];
            const LayoutPoint centre = moved(outer.layout.centres[level.itemOfParent], outer);
            const LayoutFrame frame{centre.x - box.width / 2, centre.y - box.height / 2, box.width,
                                    box.height};
            level.shift = {level.shift.x + frame.left, level.shift.y + frame.top};
            all.frames.push_back(frame);
        }
        for (std::size_t b = 0; b < input_.boxes.size(); ++b) {
            const Level& level = levels_[levelOf(input_.frameOfBox[b])];
            all.centres.push_back(moved(level.layout.centres[itemOfBox_[b]], level));
        }
        for (std::size_t e = 0; e < input_.edges.size(); ++e) {
            LayoutEdge edge{input_.edges[e].first, input_.edges[e].second, {}, false};
            for (const Piece& piece : pieces_[e]) {
                const Level& level = levels_[piece.level];
                const LayoutEdge& part = level.layout.edges[piece.edge];
                edge.skip = edge.skip || part.skip;
                for (const LayoutPoint& p : part.points)
                    append(edge.points, moved(p, level));
            }
            all.edges.push_back(std::move(edge));
        }
        return all;
    }

    const LayoutInput& input_;
    const LayoutOptions& options_;
    const Control& control_;
    std::vector<Level> levels_;
    std::vector<std::uint32_t> itemOfBox_;
    std::vector<std::vector<Piece>> pieces_;  ///< of an edge
    double highest_ = 0;
};

}  // namespace

GraphLayout nestedLayout(const LayoutInput& input, const LayoutOptions& options, const Control& control) {
    return Nest(input, options, control).run();
}

}  // namespace reforward
