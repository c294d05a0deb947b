// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/module_tip.h"

#include <QCoreApplication>
#include <QStringList>
#include <array>

#include "core/base/format.h"
#include "widgets/style/labels.h"

namespace reforward {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ModuleTip", text);
}

QString formatted(const std::string& text) {
    return QString::fromStdString(text);
}

QString counted(std::size_t n) {
    return formatted(formatCount(static_cast<long long>(n)));
}

/// Number and bytes of the vertices in one state.
struct Sum {
    std::size_t vertices = 0;
    Bytes bytes;
    void add(Bytes more) {
        ++vertices;
        bytes += more;
    }
};

QString pathOf(const ModuleTree& tree, std::uint32_t module) {
    const ModuleTree::Module& m = tree.module(module);
    const QString path = formatted(m.path);
    return m.part > 0 ? tr("%1, part %2").arg(path).arg(m.part) : path;
}

}  // namespace

QString moduleTip(const Graph& graph, const ModuleTree& tree, std::uint32_t module,
                  std::span<const VertexState> states, const Theme& theme) {
    Sum all;
    double cost = 0;
    std::array<Sum, 3> byState;
    for (const VertexId v : tree.vertices(module)) {
        all.add(graph.outputBytes(v));
        cost += graph.time(v);
        if (v < states.size() && states[v] != VertexState::fixed)
            byState[static_cast<std::size_t>(states[v])].add(graph.outputBytes(v));
    }
    QStringList lines{
        QStringLiteral("<b>%1</b>").arg(pathOf(tree, module).toHtmlEscaped()),
        QStringLiteral("<span style='color:%1'>%2</span>")
            .arg(theme.secondaryText.name(), tr("Module, %1 vertices").arg(counted(all.vertices))),
        tr("%1 (%2), cost %3")
            .arg(formatted(formatBytes(all.bytes)), formatted(formatBytesExact(all.bytes)),
                 formatted(formatCost(cost)))};
    for (const auto state : {VertexState::kept, VertexState::recomputed, VertexState::dropped}) {
        const Sum& sum = byState[static_cast<std::size_t>(state)];
        if (sum.vertices == 0) continue;
        lines += tr("%1: %2 vertices, %3")
                     .arg(stateLabel(state), counted(sum.vertices), formatted(formatBytes(sum.bytes)));
    }
    return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(lines.join(QStringLiteral("<br>")));
}

QString moduleSentence(const Graph& graph, const ModuleTree& tree, std::uint32_t module,
                       std::span<const VertexState> states) {
    Bytes bytes;
    std::array<std::size_t, 3> byState{};
    for (const VertexId v : tree.vertices(module)) {
        bytes += graph.outputBytes(v);
        if (v < states.size() && states[v] != VertexState::fixed)
            ++byState[static_cast<std::size_t>(states[v])];
    }
    QStringList parts{tr("Module %1").arg(pathOf(tree, module)),
                      tr("%1 vertices").arg(counted(tree.vertices(module).size()))};
    for (const auto state : {VertexState::kept, VertexState::recomputed, VertexState::dropped}) {
        const std::size_t count = byState[static_cast<std::size_t>(state)];
        if (count > 0) parts += QStringLiteral("%1 %2").arg(counted(count), stateLabel(state).toLower());
    }
    parts += formatted(formatBytes(bytes));
    return parts.join(QStringLiteral(", "));
}

}  // namespace reforward
