// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/vertex_tip.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/base/format.h"
#include "core/graph/time_unit.h"
#include "widgets/style/labels.h"

namespace reforward {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("VertexTip", text);
}

QString formatted(const std::string& text) {
    return QString::fromStdString(text);
}

QString stateText(VertexId v, const Plan* plan) {
    if (plan == nullptr || v >= plan->predicted.states.size()) return {};
    const QString state = stateLabel(plan->predicted.states[v]);
    const std::uint32_t runs = plan->predicted.runs[v];
    return runs > 1 ? tr("%1, runs %2 times").arg(state).arg(runs) : state;
}

}  // namespace

QString vertexTip(const Graph& graph, VertexId v, const Plan* plan, const Theme& theme, const QString& note) {
    const QString secondary = QStringLiteral("<span style='color:%1'>%2</span>");
    QStringList lines{QStringLiteral("<b>%1</b>").arg(vertexLabel(graph, v).toHtmlEscaped())};
    const QString op = shortOperator(graph.op(v));
    const QString module = QString::fromStdString(graph.module(v));
    QStringList what;
    if (!op.isEmpty()) what += op.toHtmlEscaped();
    if (!module.isEmpty()) what += module.toHtmlEscaped();
    if (!what.isEmpty()) lines += secondary.arg(theme.secondaryText.name(), what.join(QStringLiteral(", ")));
    const Bytes bytes = graph.outputBytes(v);
    lines += tr("%1 (%2), cost %3")
                 .arg(formatted(formatBytes(bytes)), formatted(formatBytesExact(bytes)),
                      formatted(formatTime(graph, graph.time(v))));
    const QString state = stateText(v, plan);
    if (!state.isEmpty()) lines += state;
    if (!note.isEmpty()) {
        lines += QStringLiteral("<b style='color:%1'>%2</b>")
                     .arg(theme.differingOutline.name(), note.toHtmlEscaped());
    }
    return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(lines.join(QStringLiteral("<br>")));
}

QString vertexSentence(const Graph& graph, VertexId v, const Plan* plan) {
    QStringList parts{vertexLabel(graph, v)};
    const QString state = stateText(v, plan);
    if (!state.isEmpty()) parts += state;
    parts += formatted(formatBytes(graph.outputBytes(v)));
    return parts.join(QStringLiteral(", "));
}

}  // namespace reforward
