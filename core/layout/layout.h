// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/control.h"

namespace reforward {

/// What is laid out: boxes (index = node) and edges between them. Sizes and results in px at 100%.
struct LayoutInput {
    /// Where lines meet a box that they may meet at one place only: px from its left side.
    struct Ports {
        double top = 0, bottom = 0;
    };
    struct Box {
        double width = 148, height = 24;
        std::optional<Ports> ports =
            std::nullopt;  ///< else lines come in at the top and the sides, as is best
    };
    static constexpr std::uint32_t noFrame = UINT32_MAX;

    std::vector<Box> boxes;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  ///< acyclic, from < to not required
    /// Frames round boxes and other frames, outer ones first: the frame that each lies in, or noFrame. Edges
    /// stay acyclic where each frame is taken for one node.
    std::vector<std::uint32_t> frames;
    std::vector<std::uint32_t> frameOfBox;  ///< noFrame: none; empty without any frames
};

struct LayoutPoint {
    double x = 0, y = 0;
};

struct LayoutEdge {
    std::uint32_t from = 0, to = 0;
    std::vector<LayoutPoint> points;  ///< a polyline, mostly right angles, from border to border
    bool skip = false;                ///< a long skip: drawn stronger, in a side lane
};

/// A frame round what lies inside, with room for its title at the top.
struct LayoutFrame {
    double left = 0, top = 0, width = 0, height = 0;
    static constexpr double title = 28;
};

struct GraphLayout {
    std::vector<LayoutPoint> centres;  ///< of the boxes, by node
    std::vector<LayoutInput::Box> boxes;
    std::vector<LayoutFrame> frames;  ///< as in the input
    std::vector<LayoutEdge> edges;    ///< one for each of the input's, same order
    double width = 0, height = 0;     ///< everything lies in 0..width x 0..height
    std::string engine;               ///< "layered" or "graphviz"
    std::string note;                 ///< why the fallback was used, or ""
};

enum class LayoutEngine { automatic, layered, graphviz };

/// Grid of visual.md: row pitch 34, columns 40 or more apart, lanes 8 or more apart. Chains wrap into
/// columns so that the whole has about this width over height.
struct LayoutOptions {
    LayoutEngine engine = LayoutEngine::automatic;
    double aspect = 1.9;
    double graphvizSeconds = 4;        ///< time limit of the helper
    std::size_t graphvizBoxes = 1000;  ///< above this many boxes automatic goes straight to layered
};

/// Own layered layout; any size, O((V + E) log V).
GraphLayout layeredLayout(const LayoutInput& input, const LayoutOptions& options, const Control& control);
/// By Graphviz's dot in reforward-layout, after a transitive reduction (redundant edges become skips).
/// Throws Error where the helper is missing, fails or runs out of time.
GraphLayout graphvizLayout(const LayoutInput& input, const LayoutOptions& options, const Control& control);
/// The layered layout of each frame by itself, inner ones first, as boxes in what surrounds them. Edges that
/// lead into a frame come in at its top and go on inside.
GraphLayout nestedLayout(const LayoutInput& input, const LayoutOptions& options, const Control& control);
/// By options.engine; automatic falls back to layered and says why in `note`. With frames always nested.
GraphLayout layOut(const LayoutInput& input, const LayoutOptions& options, const Control& control);

}  // namespace reforward
