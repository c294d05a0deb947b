// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/labels.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/plan/gap.h"

namespace reforward {

QString shortOperator(const std::string& op) {
    QString name = QString::fromStdString(op);
    if (name.endsWith(QLatin1String("Function"))) name.chop(8);
    constexpr std::pair<const char*, const char*> shorter[] = {
        {"Pooling2D", "Pool"},       {"Average", "Avg"},        {"Convolution", "Conv"},
        {"Deconvolution", "Deconv"}, {"Normalization", "Norm"}, {"CrossEntropy", "CE"}};
    for (const auto& [from, to] : shorter)
        name.replace(QLatin1String(from), QLatin1String(to));
    return name;
}

QString vertexLabel(const Graph& graph, VertexId v) {
    const std::string& name = graph.name(v);
    const bool bareNumber =
        !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
    if (!bareNumber || graph.op(v).empty()) return QString::fromStdString(name);
    return shortOperator(graph.op(v)) + QLatin1Char(' ') + QString::fromStdString(name);
}

QString moduleLabel(const ModuleTree& tree, std::uint32_t module) {
    const ModuleTree::Module& m = tree.module(module);
    const QString name = QString::fromStdString(m.name);
    const bool number = !m.name.empty() && m.name.front() >= '0' && m.name.front() <= '9';
    const QString outer = QString::fromStdString(tree.module(m.parent).path).section('/', -1);
    return number && !outer.isEmpty() ? outer + '.' + name : name;
}

QString stateLabel(VertexState state) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("VertexState", text); };
    switch (state) {
        case VertexState::kept:
            return tr("Kept");
        case VertexState::recomputed:
            return tr("Recomputed");
        case VertexState::dropped:
            return tr("Dropped");
        case VertexState::fixed:
            break;
    }
    return tr("Fixed");
}

QString gapLabel(double overhead, double bound) {
    if (overhead <= bound) return QCoreApplication::translate("Gap", "proven best");
    return QCoreApplication::translate("Gap", "at most %1 points above the best possible")
        .arg(gapPoints(overhead, bound), 0, 'f', 1);
}

}  // namespace reforward
