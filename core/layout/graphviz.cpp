// SPDX-License-Identifier: Apache-2.0
#include "core/layout/graphviz.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/process.h"
#include "core/layout/arrange.h"
#include "core/layout/ranking.h"
#include "core/layout/reduction.h"
#include "core/layout/spacing.h"

// dot decides on rows and on the order in them, of a graph without its redundant edges (with them it needs
// minutes). Wrapping into columns, places and routes are those of the layered layout, since a picture of
// 500 rows in one column cannot be read.

namespace reforward {

namespace {

using nlohmann::json;

constexpr std::uint32_t mostBoxes = 20000;  // dot needs minutes long before

[[noreturn]] void fail(const std::string& reason) {
    throw Error(ErrorKind::check, "Graphviz's layout failed: " + reason);
}

json requestOf(const LayoutInput& input, const std::vector<bool>& kept) {
    json boxes = json::array(), edges = json::array();
    for (const auto& box : input.boxes)
        boxes.push_back({box.width, box.height});
    for (std::size_t i = 0; i < input.edges.size(); ++i) {
        if (kept[i]) edges.push_back({input.edges[i].first, input.edges[i].second});
    }
    return {{"boxes", std::move(boxes)},
            {"edges", std::move(edges)},
            {"node_separation", spacing::boxGap},
            {"rank_separation", spacing::rowGap}};
}

std::string ask(const std::string& program, const json& request, const LayoutOptions& options,
                const Control& control) {
    if (program.empty()) fail("the program reforward-layout is not there");
    ProcessResult result =
        runProcess(program, {"layout"}, request.dump(), control.withTimeLimit(options.graphvizSeconds));
    switch (result.end) {
        case ProcessResult::End::exited:
            if (result.exitCode != 0) fail("reforward-layout ended with " + std::to_string(result.exitCode));
            return std::move(result.output);
        case ProcessResult::End::cancelled:
            throw Error(ErrorKind::interrupted, "stopped while laying out");
        case ProcessResult::End::timedOut:
            fail("it took longer than its time limit");
        case ProcessResult::End::crashed:
            fail("reforward-layout crashed");
        case ProcessResult::End::notStarted:
            break;
    }
    fail("reforward-layout could not be started");
}

using Points = std::vector<LayoutPoint>;

struct DotResult {
    Points centres;
    std::vector<Points> curves;  ///< by edge of the input; empty for those that dot did not see
};

Points pointsOf(const json& list) {
    Points points;
    for (const json& p : list)
        points.push_back({p.at(0).get<double>(), p.at(1).get<double>()});
    return points;
}

DotResult parse(const std::string& answer, const LayoutInput& input, const std::vector<bool>& kept) {
    try {
        const json root = json::parse(answer);
        if (root.contains("error")) fail(root["error"].get<std::string>());
        DotResult result{pointsOf(root.at("centres")), std::vector<Points>(input.edges.size())};
        if (result.centres.size() != input.boxes.size()) fail("its answer leaves boxes out");
        std::size_t next = 0;
        for (std::size_t i = 0; i < input.edges.size(); ++i) {
            if (kept[i]) result.curves[i] = pointsOf(root.at("curves").at(next++));
        }
        return result;
    } catch (const json::exception& e) {
        fail(std::string("its answer cannot be read: ") + e.what());
    }
}

// Rows are the distinct heights of dot's centres. `heights` become those of the rows.
std::vector<std::uint32_t> rowsOf(const Points& centres, std::vector<double>& heights) {
    constexpr double same = 1;
    for (const LayoutPoint& p : centres)
        heights.push_back(p.y);
    std::sort(heights.begin(), heights.end());
    heights.erase(
        std::unique(heights.begin(), heights.end(), [](double a, double b) { return b - a < same; }),
        heights.end());
    std::vector<std::uint32_t> ranks;
    for (const LayoutPoint& p : centres) {
        const auto after = std::upper_bound(heights.begin(), heights.end(), p.y);
        ranks.push_back(static_cast<std::uint32_t>(after - heights.begin()) - 1);
    }
    return ranks;
}

// Of the rows that are equally good to dot (as many edges come in as go out) a vertex gets the highest, so
// that what branches off stands where it branches.
void lift(std::vector<std::uint32_t>& ranks, const LayoutInput& input, const Adjacency& adjacency,
          const std::vector<bool>& kept) {
    std::vector<int> balance(ranks.size());
    for (std::size_t i = 0; i < input.edges.size(); ++i) {
        if (!kept[i]) continue;
        --balance[input.edges[i].first];
        ++balance[input.edges[i].second];
    }
    for (const std::uint32_t v : adjacency.order()) {
        if (balance[v] < 0 || adjacency.predecessors(v).empty()) continue;
        std::uint32_t row = 0;
        for (const std::uint32_t u : adjacency.predecessors(v))
            row = std::max(row, ranks[u] + 1);
        ranks[v] = row;
    }
}

// Where a curve passes a height; its control polygon is near enough to tell the order.
double curveAt(const Points& curve, double y) {
    for (std::size_t i = 0; i + 1 < curve.size(); ++i) {
        const LayoutPoint &a = curve[i], &b = curve[i + 1];
        if (a.y <= y && y <= b.y) return b.y > a.y ? a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y) : a.x;
    }
    return curve.empty() ? std::numeric_limits<double>::infinity() : curve.back().x;
}

// Puts every row into dot's order; lanes of edges that dot did not see go to the right side.
void orderAsDot(Rows& rows, const LayoutInput& input, const Columns& columns, const DotResult& dot,
                const std::vector<double>& heights) {
    std::vector<double> x(rows.slots(), std::numeric_limits<double>::infinity());
    for (std::uint32_t v = 0; v < rows.boxes; ++v)
        x[v] = dot.centres[v].x;
    for (std::size_t i = 0; i < input.edges.size(); ++i) {
        const auto [from, to] = input.edges[i];
        const std::uint32_t first = rows.rowOf[from] + 1, last = rows.rowOf[to];
        if (dot.curves[i].empty() || last <= first || !isLocal(columns, rows.rowOf[from], last)) continue;
        const Rows::Chain& chain = rows.chainOf(from, to);
        for (std::uint32_t r = first; r < last; ++r)
            x[chain.slotIn(r)] = curveAt(dot.curves[i], heights[r]);
    }
    for (std::uint32_t r = 0; r < rows.rows.size(); ++r) {
        std::stable_sort(rows.rows[r].begin(), rows.rows[r].end(),
                         [&](std::uint32_t a, std::uint32_t b) { return x[a] < x[b]; });
        rows.updatePositions(r);
    }
}

}  // namespace

GraphLayout graphvizLayoutBy(const std::string& program, const LayoutInput& input,
                             const LayoutOptions& options, const Control& control) {
    control.progress(-1, "laying out with Graphviz");
    const Adjacency adjacency(input);
    if (adjacency.size() > mostBoxes) fail("it has more than " + std::to_string(mostBoxes) + " boxes");
    const std::vector<bool> kept = keptByReduction(input, adjacency, control);
    const DotResult dot = parse(ask(program, requestOf(input, kept), options, control), input, kept);
    std::vector<double> heights;
    auto ranks = rowsOf(dot.centres, heights);
    for (const auto& [from, to] : input.edges) {
        if (ranks[from] >= ranks[to]) fail("an edge of its answer does not go down");
    }
    lift(ranks, input, adjacency, kept);
    const auto order = [&](Rows& rows, const Columns& columns) {
        Rows ordered = rows;
        orderAsDot(ordered, input, columns, dot, heights);
        orderRows(ordered, control);
        orderRows(rows, control);
        // Of equally good orders ours, which keeps the main path on the left.
        if (countCrossings(ordered) < countCrossings(rows)) rows = std::move(ordered);
    };
    GraphLayout layout = arrange(input, adjacency, ranks, options.aspect, order, control);
    layout.engine = "graphviz";
    return layout;
}

GraphLayout graphvizLayout(const LayoutInput& input, const LayoutOptions& options, const Control& control) {
    return graphvizLayoutBy(findHelper("reforward-layout"), input, options, control);
}

}  // namespace reforward
