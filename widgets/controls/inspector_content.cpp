// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/inspector_content.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/base/format.h"
#include "widgets/style/labels.h"

namespace reforward {

namespace {

using Content = InspectorContent;

QString tr(const char* text) {
    return QCoreApplication::translate("Inspector", text);
}
QString text(const std::string& s) {
    return QString::fromStdString(s);
}
QString count(std::size_t n) {
    return text(formatCount(static_cast<long long>(n)));
}
QString percent(double part, double whole) {
    return text(formatPercent(whole > 0 ? part / whole : 0));
}

constexpr std::size_t mostLines = 50;

QString valueLabel(const Graph& graph, ValueId x) {
    const VertexId v = graph.producer(x);
    const QString label = vertexLabel(graph, v);
    return graph.outputCount(v) > 1 ? QStringLiteral("%1:%2").arg(label).arg(graph.outputIndex(x)) : label;
}

bool reads(std::span<const ValueId> values, ValueId x) {
    return std::find(values.begin(), values.end(), x) != values.end();
}

bool isOutputOf(const Graph& graph, ValueId x, VertexId v) {
    return graph.producer(x) == v;
}

/// "Conv2D 54", "Conv2D 54 and ReLU 55", "Conv2D 54, ReLU 55 and 3 others".
QString list(const Graph& graph, const std::vector<VertexId>& vertices) {
    QStringList names;
    for (const VertexId v : vertices) {
        if (names.size() == 3) break;
        names << vertexLabel(graph, v);
    }
    const std::size_t more = vertices.size() - static_cast<std::size_t>(names.size());
    if (more > 0) {
        const QString last = names.takeLast();
        return tr("%1, %2 and %3 others").arg(names.join(QStringLiteral(", ")), last, count(more));
    }
    if (names.size() < 2) return names.join(QString());
    const QString last = names.takeLast();
    return tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

class Writer {
  public:
    Writer(const InspectorSource& source, VertexId vertex)
        : source_(source), graph_(source.graph), v_(vertex) {}

    Content write(bool floorInstead);

  private:
    bool setsFloor() const { return source_.floor != nullptr && source_.floor->vertex == v_; }
    VertexState state(VertexId v) const {
        if (graph_.fixed(v)) return VertexState::fixed;
        return source_.plan->predicted.states[v];
    }
    std::optional<VertexState> stateIfKnown(VertexId v) const {
        if (source_.plan == nullptr && !graph_.fixed(v)) return std::nullopt;
        return state(v);
    }
    Content::Line line(VertexId v, const QString& words, Bytes bytes) const {
        return {v, stateIfKnown(v), words, text(formatBytes(bytes)), text(formatBytesExact(bytes)), false};
    }
    QString cost(double amount) const {
        const bool one = amount == 1 && source_.costUnit == QLatin1String("units");
        return tr("%1 %2").arg(text(formatCost(amount)), one ? tr("unit") : source_.costUnit);
    }
    void facts(Content& content) const;
    void schedule(Content& content) const;
    Content::Section inputs() const;
    Content::Section readers() const;
    Content::Section why() const;
    QString whyKept() const;
    QString whyRecomputed() const;
    Content::Section workingSet() const;

    const InspectorSource& source_;
    const Graph& graph_;
    VertexId v_;
};

void Writer::facts(Content& content) const {
    if (graph_.outputCount(v_) > 1)
        content.facts.push_back({tr("Outputs"), count(graph_.outputCount(v_)), {}});
    const Bytes bytes = graph_.outputBytes(v_);
    QString amount = text(formatBytes(bytes));
    if (source_.baseline.count() > 0) {
        amount = tr("%1, %2 of keep-all")
                     .arg(amount, percent(static_cast<double>(bytes.count()),
                                          static_cast<double>(source_.baseline.count())));
    }
    content.facts.push_back({tr("Bytes"), amount, text(formatBytesExact(bytes))});
    if (!graph_.fixed(v_)) {
        content.facts.push_back(
            {tr("Cost"),
             tr("%1, %2 of one forward")
                 .arg(cost(graph_.time(v_)), percent(graph_.time(v_), graph_.forwardTime())),
             {}});
    }
    const Bytes workspace = std::max(graph_.workspace(v_), graph_.backwardWorkspace(v_));
    if (workspace.count() > 0) {
        content.facts.push_back({tr("Workspace"),
                                 tr("%1 forward, %2 backward")
                                     .arg(text(formatBytes(graph_.workspace(v_))),
                                          text(formatBytes(graph_.backwardWorkspace(v_)))),
                                 {}});
    }
    schedule(content);
    if (!graph_.fixed(v_) && !graph_.recomputable(v_)) {
        content.facts.push_back(
            {tr("May run"), tr("once only"), tr("Running it again could give another result")});
    }
    for (const auto& [key, value] : graph_.extra(v_))
        content.facts.push_back({text(key), text(value), {}});
}

void Writer::schedule(Content& content) const {
    if (source_.plan == nullptr || graph_.fixed(v_)) return;
    const std::uint32_t runs = source_.plan->predicted.runs[v_];
    content.facts.push_back({tr("Runs"), runs == 1 ? tr("once") : tr("%1 times").arg(count(runs)), {}});
    const auto intervals = liveRuns(graph_, source_.plan->schedule, v_);
    std::size_t all = 0;
    for (const Step& step : source_.plan->schedule) {
        all += step.kind == StepKind::forward || step.kind == StepKind::backward ? 1 : 0;
    }
    QStringList spans;
    for (const auto& [first, last] : intervals) {
        spans << (first == last ? count(first + 1) : tr("%1 to %2").arg(count(first + 1), count(last + 1)));
    }
    if (!spans.isEmpty()) {
        content.facts.push_back(
            {tr("Live"),
             (spans.size() == 1 && intervals[0].first == intervals[0].second ? tr("step %1 of %2")
                                                                             : tr("steps %1 of %2"))
                 .arg(spans.join(QStringLiteral(", ")), count(all)),
             {}});
    }
}

Content::Section Writer::inputs() const {
    Content::Section section;
    std::size_t read = 0;
    const auto inputs = graph_.inputs(v_);
    for (const ValueId x : inputs)
        read += reads(graph_.saves(v_), x) ? 1 : 0;
    const bool hasBackward = graph_.differentiable(v_);
    if (!hasBackward || inputs.empty()) {
        section.heading = tr("Inputs");
    } else if (read == 0) {
        section.heading = tr("Inputs, not read by its backward");
    } else if (read < inputs.size()) {
        section.heading = tr("Inputs, %1 of %2 read by its backward").arg(count(read), count(inputs.size()));
    } else {
        section.heading = read == 1   ? tr("Input, read by its backward")
                          : read == 2 ? tr("Inputs, both read by its backward")
                                      : tr("Inputs, all read by its backward");
    }
    for (const ValueId x : inputs) {
        if (section.lines.size() == mostLines) break;
        QString words = valueLabel(graph_, x);
        if (read > 0 && read < inputs.size() && reads(graph_.saves(v_), x))
            words = tr("%1 (read)").arg(words);
        section.lines.push_back(line(graph_.producer(x), words, graph_.bytes(x)));
    }
    if (inputs.empty()) section.sentence = tr("None.");
    return section;
}

Content::Section Writer::readers() const {
    Content::Section section;
    section.heading = tr("Read by");
    std::vector<VertexId> all;
    for (ValueId x = graph_.firstOutput(v_); x < graph_.firstOutput(v_) + graph_.outputCount(v_); ++x) {
        for (const VertexId w : graph_.consumers(x))
            all.push_back(w);
    }
    std::sort(all.begin(), all.end(),
              [this](VertexId a, VertexId b) { return graph_.position(a) < graph_.position(b); });
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (const VertexId w : all) {
        if (section.lines.size() == mostLines) break;
        section.lines.push_back(line(w, vertexLabel(graph_, w), graph_.outputBytes(w)));
    }
    if (all.size() > mostLines) section.sentence = tr("And %1 others.").arg(count(all.size() - mostLines));
    if (all.empty()) section.sentence = tr("Nothing: it is an output of the network.");
    return section;
}

QString Writer::whyKept() const {
    std::vector<VertexId> backward, again;
    for (ValueId x = graph_.firstOutput(v_); x < graph_.firstOutput(v_) + graph_.outputCount(v_); ++x) {
        for (const VertexId w : graph_.consumers(x)) {
            if (graph_.differentiable(w) && reads(graph_.saves(w), x)) backward.push_back(w);
            if (source_.plan->predicted.runs[w] > 1) again.push_back(w);
        }
        if (graph_.differentiable(v_) && reads(graph_.saves(v_), x)) backward.push_back(v_);
    }
    for (auto* vertices : {&backward, &again}) {
        std::sort(vertices->begin(), vertices->end());
        vertices->erase(std::unique(vertices->begin(), vertices->end()), vertices->end());
    }
    QStringList sentences;
    if (!backward.empty()) sentences << tr("The backward of %1 reads it.").arg(list(graph_, backward));
    if (!again.empty()) sentences << tr("Recomputing %1 reads it.").arg(list(graph_, again));
    if (!graph_.recomputable(v_)) {
        sentences << tr("It may run only once.");
    } else {
        sentences << tr("Running it again costs %1, %2 points, and what its inputs cost where they are gone.")
                         .arg(cost(graph_.time(v_)),
                              QStringLiteral("+%1").arg(
                                  graph_.forwardTime() > 0 ? 100 * graph_.time(v_) / graph_.forwardTime() : 0,
                                  0, 'f', 1));
    }
    return sentences.join(QLatin1Char(' '));
}

QString Writer::whyRecomputed() const {
    const auto intervals = liveRuns(graph_, source_.plan->schedule, v_);
    if (intervals.size() < 2) return tr("It runs again for a later step.");
    std::size_t longest = 0;
    for (std::size_t i = 1; i + 1 < intervals.size(); ++i) {
        if (intervals[i + 1].first - intervals[i].second >
            intervals[longest + 1].first - intervals[longest].second) {
            longest = i;
        }
    }
    const std::size_t from = intervals[longest].second + 1, to = intervals[longest + 1].first;
    const double again = graph_.time(v_) * (source_.plan->predicted.runs[v_] - 1);
    return tr("It holds no memory between steps %1 and %2, which keeps %3 free. Running it again costs %4, "
              "%5 points.")
        .arg(count(from), count(to + 1), text(formatBytes(graph_.outputBytes(v_))), cost(again),
             QStringLiteral("+%1").arg(graph_.forwardTime() > 0 ? 100 * again / graph_.forwardTime() : 0, 0,
                                       'f', 1));
}

Content::Section Writer::why() const {
    switch (state(v_)) {
        case VertexState::kept:
            return {tr("Why kept"), {}, whyKept()};
        case VertexState::recomputed:
            return {tr("Why recomputed"), {}, whyRecomputed()};
        case VertexState::dropped:
            return {
                tr("Why dropped"), {}, tr("No backward and no recompute reads it after the forward pass.")};
        case VertexState::fixed:
            break;
    }
    return {tr("Fixed"), {}, tr("A network input: live from the first step to the last in every plan.")};
}

Content::Section Writer::workingSet() const {
    const Floor& floor = *source_.floor;
    Content::Section section;
    section.heading = floor.backward ? tr("Working set of its backward") : tr("Working set of its forward");
    for (const Floor::Part& part : floor.parts) {
        section.lines.push_back({noIndex, std::nullopt, floorPartWords(graph_, floor, part),
                                 text(formatBytes(part.bytes)), text(formatBytesExact(part.bytes)), false});
    }
    section.lines.push_back({noIndex, std::nullopt, tr("Together, the floor"), text(formatBytes(floor.bytes)),
                             text(formatBytesExact(floor.bytes)), true});
    return section;
}

Content Writer::write(bool floorInstead) {
    Content content;
    content.heading = vertexLabel(graph_, v_);
    content.state = stateIfKnown(v_);
    const QString module = text(graph_.module(v_));
    content.subheading = module.isEmpty() ? tr("%1, no module").arg(shortOperator(graph_.op(v_)))
                                          : tr("%1 in %2").arg(shortOperator(graph_.op(v_)), module);
    if (setsFloor()) content.subheading += tr("; sets the floor");
    if (floorInstead && setsFloor()) {
        content.sections.push_back(workingSet());
        return content;
    }
    facts(content);
    if (!graph_.fixed(v_)) content.sections.push_back(inputs());
    content.sections.push_back(readers());
    if (source_.plan != nullptr) content.sections.push_back(why());
    if (setsFloor()) content.sections.push_back(workingSet());
    return content;
}

}  // namespace

QString floorPartWords(const Graph& graph, const Floor& floor, const Floor::Part& part) {
    using Kind = Floor::Part::Kind;
    switch (part.kind) {
        case Kind::fixed:
            return tr("Network inputs");
        case Kind::certainGradients:
            return tr("Gradients that certainly wait then");
        case Kind::workspace:
            return tr("Workspace");
        case Kind::gradient:
            return tr("Gradient of %1").arg(valueLabel(graph, part.value));
        case Kind::value:
            break;
    }
    const bool output = !floor.backward && isOutputOf(graph, part.value, floor.vertex);
    return output ? tr("%1, made").arg(valueLabel(graph, part.value))
                  : tr("%1, read").arg(valueLabel(graph, part.value));
}

std::vector<std::pair<std::size_t, std::size_t>> liveRuns(const Graph& graph, const Schedule& schedule,
                                                          VertexId vertex) {
    std::vector<std::pair<std::size_t, std::size_t>> intervals;
    std::vector<std::uint8_t> live(graph.outputCount(vertex), 0);
    const auto any = [&live] { return std::find(live.begin(), live.end(), 1) != live.end(); };
    std::size_t run = 0;
    for (const Step& step : schedule) {
        const bool isRun = step.kind == StepKind::forward || step.kind == StepKind::backward;
        if (step.kind == StepKind::forward && step.vertex == vertex) {
            if (!any()) intervals.emplace_back(run, run);
            std::fill(live.begin(), live.end(), std::uint8_t{1});
        }
        if (isRun) {
            if (any()) intervals.back().second = run;
            ++run;
        } else if (step.kind == StepKind::free && step.vertex == vertex) {
            live[step.output] = 0;
        }
    }
    return intervals;
}

InspectorContent inspectorContent(const InspectorSource& source, VertexId vertex, bool floorInstead) {
    return Writer(source, vertex).write(floorInstead);
}

}  // namespace reforward
