// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/plan/plan.h"
#include "tests/support/graph_text.h"
#include "widgets/canvas/canvas_content.h"

namespace reforward::tests {

/// A layout by hand: one column in the order of the boxes, rows 34 apart, an edge from border to border; an
/// edge over more than one row goes through a lane on the right and counts as a skip.
inline GraphLayoutPtr columnLayout(const CanvasContent& content) {
    constexpr double left = 20, pitch = 34, lane = 12;
    auto layout = std::make_shared<GraphLayout>();
    layout->boxes = content.layoutInput.boxes;
    for (std::size_t i = 0; i < layout->boxes.size(); ++i) {
        layout->centres.push_back({left + layout->boxes[i].width / 2, 20 + pitch * double(i)});
    }
    for (const auto& [from, to] : content.layoutInput.edges) {
        const LayoutPoint a = layout->centres[from], b = layout->centres[to];
        LayoutEdge edge{from, to, {}, to > from + 1};
        if (edge.skip) {
            const double side = a.x + layout->boxes[from].width / 2;
            edge.points = {{side, a.y}, {side + lane, a.y}, {side + lane, b.y}, {side, b.y}};
        } else {
            edge.points = {{a.x, a.y + 12}, {b.x, b.y - 12}};
        }
        layout->edges.push_back(edge);
    }
    layout->width = 208, layout->height = 40 + pitch * double(layout->boxes.size() - 1);
    layout->engine = "by hand";
    return layout;
}

/// Four vertices a->b->c->d and a skip a->d, as the canvas gets them.
struct Sample {
    explicit Sample(const std::string& text = "a->b->c->d; a->d; a m=665395200; b m=80321740; c m=4")
        : graph(sharedGraph(text)), content(makeCanvasContent(graph)), layout(columnLayout(*content)) {}

    std::shared_ptr<const Graph> graph;
    CanvasContentPtr content;
    GraphLayoutPtr layout;
};

/// A plan of which only the states matter.
inline PlanPtr planOf(std::vector<VertexState> states) {
    auto plan = std::make_shared<Plan>();
    plan->predicted.runs.assign(states.size(), 1);
    for (std::size_t v = 0; v < states.size(); ++v) {
        if (states[v] == VertexState::recomputed) plan->predicted.runs[v] = 2;
    }
    plan->predicted.states = std::move(states);
    return plan;
}

}  // namespace reforward::tests
