// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "core/base/format.h"
#include "widgets/controls/inspector_content.h"
#include "widgets/style/labels.h"

namespace reforward {

namespace {

constexpr std::size_t largest = 6;

QString tr(const char* text) {
    return QCoreApplication::translate("Inspector", text);
}
QString text(const std::string& s) {
    return QString::fromStdString(s);
}
QString counted(std::size_t n) {
    return text(formatCount(static_cast<long long>(n)));
}

struct Sum {
    std::size_t vertices = 0;
    Bytes bytes;
};

}  // namespace

InspectorContent moduleContent(const InspectorSource& source, const ModuleTree& tree, std::uint32_t module) {
    const Graph& graph = source.graph;
    const auto vertices = tree.vertices(module);
    Bytes bytes;
    double cost = 0, again = 0;
    std::array<Sum, 3> byState;
    for (const VertexId v : vertices) {
        bytes += graph.outputBytes(v);
        cost += graph.time(v);
        if (source.plan == nullptr) continue;
        again += graph.time(v) * (source.plan->predicted.runs[v] - 1.0);
        Sum& sum = byState.at(static_cast<std::size_t>(source.plan->predicted.states[v]));
        ++sum.vertices;
        sum.bytes += graph.outputBytes(v);
    }
    const auto share = [&](double part, double whole) {
        return text(formatPercent(whole > 0 ? part / whole : 0));
    };
    InspectorContent content;
    content.heading = moduleLabel(tree, module);
    content.subheading =
        tr("Module %1, %2 vertices").arg(text(tree.module(module).path), counted(vertices.size()));
    QString amount = text(formatBytes(bytes));
    if (source.baseline.count() > 0) {
        amount = tr("%1, %2 of keep-all")
                     .arg(amount, share(static_cast<double>(bytes.count()),
                                        static_cast<double>(source.baseline.count())));
    }
    content.facts.push_back({tr("Bytes"), amount, text(formatBytesExact(bytes))});
    content.facts.push_back(
        {tr("Cost"),
         tr("%1 %2, %3 of one forward")
             .arg(text(formatCost(cost)), source.costUnit, share(cost, graph.forwardTime())),
         {}});
    if (source.plan != nullptr) {
        const double points = graph.forwardTime() > 0 ? 100 * again / graph.forwardTime() : 0;
        content.facts.push_back(
            {tr("Recompute"),
             tr("%1 %2, %3 points")
                 .arg(text(formatCost(again)), source.costUnit, QStringLiteral("+%1").arg(points, 0, 'f', 1)),
             {}});
        InspectorContent::Section values;
        values.heading = tr("Values");
        for (const auto state : {VertexState::kept, VertexState::recomputed, VertexState::dropped}) {
            const Sum& sum = byState.at(static_cast<std::size_t>(state));
            values.lines.push_back({noIndex, state,
                                    tr("%1, %2 vertices").arg(stateLabel(state), counted(sum.vertices)),
                                    text(formatBytes(sum.bytes)), text(formatBytesExact(sum.bytes)), false});
        }
        content.sections.push_back(std::move(values));
    }
    std::vector<VertexId> byBytes(vertices.begin(), vertices.end());
    std::ranges::stable_sort(byBytes, std::ranges::greater(),
                             [&](VertexId v) { return graph.outputBytes(v).count(); });
    InspectorContent::Section most;
    most.heading = tr("Largest values");
    for (const VertexId v : byBytes) {
        if (most.lines.size() == largest) break;
        const auto state =
            source.plan == nullptr ? std::nullopt : std::optional(source.plan->predicted.states[v]);
        most.lines.push_back({v, state, vertexLabel(graph, v), text(formatBytes(graph.outputBytes(v))),
                              text(formatBytesExact(graph.outputBytes(v))), false});
    }
    content.sections.push_back(std::move(most));
    return content;
}

}  // namespace reforward
