// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/bounds/floor.h"
#include "core/graph/module_tree.h"
#include "core/plan/plan.h"

namespace reforward {

/// What the inspector says of a vertex, as plain data: no widget, no colour.
struct InspectorContent {
    struct Fact {
        QString name, value, tooltip;
    };
    /// A line of a list: a vertex with its state, or words only (vertex noIndex), and a figure.
    struct Line {
        VertexId vertex = noIndex;
        std::optional<VertexState> state;
        QString text, figure, tooltip;
        bool strong = false;  ///< a sum under a rule
    };
    struct Section {
        QString heading;
        std::vector<Line> lines;
        QString sentence;
    };
    QString heading, subheading;
    std::optional<VertexState> state;
    std::vector<Fact> facts;
    std::vector<Section> sections;
};

struct InspectorSource {
    const Graph& graph;
    const Plan* plan = nullptr;    ///< null: what depends on a plan is left out
    const Floor* floor = nullptr;  ///< null: not known
    Bytes baseline;                ///< peak of keep-all
    QString costUnit;
};

/// `floorInstead`: of the vertex that sets the floor, its working set instead of the plan's figures.
InspectorContent inspectorContent(const InspectorSource& source, VertexId vertex, bool floorInstead);

/// Of a module: sums over its vertices, by state where there is a plan, and its largest values.
InspectorContent moduleContent(const InspectorSource& source, const ModuleTree& tree, std::uint32_t module);

/// The runs (from 0, frees not counted) over which some value of the vertex is live, as pairs first, last.
std::vector<std::pair<std::size_t, std::size_t>> liveRuns(const Graph& graph, const Schedule& schedule,
                                                          VertexId vertex);

/// "GetItem 15, read", "Gradient of Concat 53", "Network inputs".
QString floorPartWords(const Graph& graph, const Floor& floor, const Floor::Part& part);

}  // namespace reforward
