// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/infeasible_words.h"

#include <algorithm>

#include "core/base/format.h"
#include "widgets/style/labels.h"

namespace reforward {

namespace {

QString tr(const char* text) {
    return InfeasibleMessage::tr(text);
}
QString amount(Bytes bytes) {
    return QString::fromStdString(formatBytes(bytes));
}

QString share(Bytes bytes, Bytes baseline) {
    const double ratio =
        baseline.count() > 0 ? static_cast<double>(bytes.count()) / static_cast<double>(baseline.count()) : 0;
    return QString::fromStdString(formatPercent(ratio));
}

QString several(int count, const char* one, const char* two, const char* many) {
    if (count == 1) return tr(one);
    if (count == 2) return tr(two);
    return tr(many).arg(count);
}

/// "the two values it reads, the gradient of its output and the gradients of its inputs".
QString holds(const Graph& graph, const Floor& floor) {
    using Kind = Floor::Part::Kind;
    int read = 0, made = 0, ofOutputs = 0, ofInputs = 0;
    bool fixed = false, waiting = false, workspace = false;
    for (const Floor::Part& part : floor.parts) {
        const bool own = part.value != noIndex && graph.producer(part.value) == floor.vertex;
        switch (part.kind) {
            case Kind::value:
                ++(own && !floor.backward ? made : read);
                break;
            case Kind::gradient:
                ++(own ? ofOutputs : ofInputs);
                break;
            case Kind::fixed:
                fixed = true;
                break;
            case Kind::certainGradients:
                waiting = true;
                break;
            case Kind::workspace:
                workspace = true;
                break;
        }
    }
    QStringList parts;
    if (read > 0)
        parts << several(read, "the value it reads", "the two values it reads", "the %1 values it reads");
    if (made > 0)
        parts << several(made, "the value it makes", "the two values it makes", "the %1 values it makes");
    if (ofOutputs > 0) {
        parts << several(ofOutputs, "the gradient of its output", "the gradients of its outputs",
                         "the %1 gradients of its outputs");
    }
    if (ofInputs > 0) {
        parts << several(ofInputs, "the gradient of its input", "the gradients of its inputs",
                         "the %1 gradients of its inputs");
    }
    if (workspace) parts << tr("its workspace");
    if (waiting) parts << tr("gradients that certainly wait then");
    if (fixed) parts << tr("the network inputs");
    if (parts.size() < 2) return parts.join(QString());
    const QString last = parts.takeLast();
    return tr("%1 and %2").arg(parts.join(QStringLiteral(", ")), last);
}

}  // namespace

InfeasibleWords infeasibleWords(const InfeasibleMessage::Content& content) {
    InfeasibleWords words;
    const Floor& floor = content.floor;
    const bool below = content.budget < floor.bytes;
    const bool hasVertex = content.graph && floor.vertex != noIndex;
    const QString vertex = hasVertex ? vertexLabel(*content.graph, floor.vertex) : QString();

    words.heading = below ? tr("No plan fits %1").arg(amount(content.budget))
                          : tr("No plan found for %1").arg(amount(content.budget));
    if (floor.bytes <= Bytes(0)) {
        words.sentence = content.smallest
                             ? tr("A plan may exist, but none was found. The smallest plan found needs %1.")
                                   .arg(amount(content.smallest->peak()))
                             : tr("A plan may exist, but this strategy found none.");
    } else if (!below) {
        words.sentence =
            content.smallest
                ? tr("It is above the floor of %1, so a plan may exist, but none was found. The "
                     "smallest plan found needs %2.")
                      .arg(amount(floor.bytes), amount(content.smallest->peak()))
                : tr("It is above the floor of %1, so a plan may exist, but this strategy found none.")
                      .arg(amount(floor.bytes));
    } else if (hasVertex) {
        words.sentence =
            (floor.backward ? tr("The backward of <b>%1</b> alone holds %2: %3. No schedule can go "
                                 "below that.")
                            : tr("The forward of <b>%1</b> alone holds %2: %3. No schedule can go "
                                 "below that."))
                .arg(vertex.toHtmlEscaped(), amount(floor.bytes), holds(*content.graph, floor));
    } else {
        words.sentence =
            tr("The network inputs alone hold %1. No schedule can go below that.").arg(amount(floor.bytes));
    }

    words.budget = {tr("Your budget"), amount(content.budget),
                    tr("%1 of keep-all").arg(share(content.budget, content.baseline))};
    const QString floorShare = share(floor.bytes, content.baseline);
    // None is known under another accounting than the step model's.
    if (floor.bytes > Bytes(0)) {
        words.floor = {tr("Floor"), amount(floor.bytes),
                       hasVertex ? tr("%1, at %2").arg(floorShare, vertex) : floorShare};
    } else {
        words.floor = {tr("Floor"), QStringLiteral("\u2013"), tr("not known")};
    }
    if (content.smallest) {
        words.smallest = {
            tr("Smallest found"), amount(content.smallest->peak()),
            tr("%1, costs +%2")
                .arg(share(content.smallest->peak(), content.baseline),
                     QString::fromStdString(formatPercent(content.smallest->overheadForward())))};
        words.useButton = tr("Use %1").arg(amount(content.smallest->peak()));
    } else {
        words.smallest = {tr("Smallest found"), QStringLiteral("\u2013"), tr("none yet")};
    }
    words.baseline = {tr("Keep-all"), amount(content.baseline), tr("the baseline")};
    if (hasVertex) words.goButton = tr("Go to %1").arg(vertex);
    return words;
}

}  // namespace reforward
