// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/reforward_general.h"

#include <algorithm>
#include <queue>

namespace reforward {

namespace {

using Kind = Division::Kind;

// Limits strictly between `low` and `high`, whose answers are known.
struct Interval {
    std::int64_t low, keptAtLow, high, keptAtHigh;

    // An answer from within keeps at least what `high` does, and has a segment larger than `low`.
    std::int64_t leastObjective() const { return low + 1 + keptAtHigh; }
    bool mayHoldAnswers() const { return low + 1 < high && keptAtHigh < keptAtLow; }
    double ratio() const { return static_cast<double>(high) / static_cast<double>(low + 1); }
};

// Looks between known answers until nothing is left or `go` says no. `first` orders intervals: what comes out
// of the queue next.
template <class First, class Visit, class Go>
void searchLimits(GeneralSolver& solver, const Visit& visit, const First& first, const Go& go) {
    std::priority_queue<Interval, std::vector<Interval>, First> open(first);
    const Reforwarding tightest = solver.solve(0), loosest = solver.solve(solver.wholeCost());
    visit(tightest);
    if (loosest.bytes < tightest.bytes) visit(loosest);
    const auto push = [&](const Interval& i) {
        if (i.mayHoldAnswers()) open.push(i);
    };
    push({tightest.largest, tightest.bytes, loosest.largest, loosest.bytes});
    while (!open.empty()) {
        const Interval i = open.top();
        open.pop();
        if (!go(i)) return;
        const std::int64_t limit = i.low + (i.high - i.low) / 2;
        const Reforwarding answer = solver.solve(limit);
        const std::int64_t alike = std::max(limit, std::min(answer.nextLimit - 1, i.high));
        if (answer.bytes < i.keptAtLow) {
            visit(answer);
            push({i.low, i.keptAtLow, answer.largest, answer.bytes});
        }
        push({alike, answer.bytes, i.high, i.keptAtHigh});
    }
}

struct LeastObjectiveFirst {
    bool operator()(const Interval& a, const Interval& b) const {
        return a.leastObjective() > b.leastObjective();
    }
};

struct WidestFirst {
    bool operator()(const Interval& a, const Interval& b) const { return a.ratio() < b.ratio(); }
};

}  // namespace

GeneralSolver::GeneralSolver(const VertexGraph& graph, const Division& division)
    : graph_(graph),
      division_(division),
      cost_(division.parts.size()),
      entered_(division.parts.size()),
      lineAt_(division.parts.size(), noIndex) {
    std::uint32_t stops = 0;
    for (std::size_t p = 0; p < division.parts.size(); ++p) {
        const Division::Part& part = division.parts[p];
        for (const std::uint32_t child : division.childrenOf(part))
            cost_[p] += cost_[child];
        for (const std::uint32_t v : division.verticesOf(part)) {
            if (graph.once(v))
                forcedBytes_ += graph.memory(v);
            else
                cost_[p] += graph.memory(v);
        }
        if (part.kind != Kind::series) continue;
        lineAt_[p] = static_cast<std::uint32_t>(lines_.size());
        lines_.push_back(lineOf(part));
        firstStop_.push_back(stops);
        stops += part.vertexCount + 2;
    }
    before_.resize(stops);
}

Line GeneralSolver::lineOf(const Division::Part& part) const {
    Line line;
    line.stations.resize(part.vertexCount + 2);
    for (std::uint32_t k = 0; k < part.vertexCount; ++k) {
        const std::uint32_t v = division_.verticesOf(part)[k];
        const std::int64_t bytes = graph_.once(v) ? 0 : graph_.memory(v);
        line.stations[k + 1] = {{bytes, graph_.time(v)}, bytes, alwaysKept(v)};
    }
    for (const std::uint32_t child : division_.childrenOf(part))
        line.gaps.push_back({cost_[child], {}});
    return line;
}

KeptCost GeneralSolver::costOfOther(const Division::Part& part) const {
    KeptCost kept;
    for (const std::uint32_t v : division_.verticesOf(part)) {
        if (!graph_.once(v)) kept += {graph_.memory(v), graph_.time(v)};
    }
    return kept;
}

// Returns the least limit above this one that may change the answer.
std::int64_t GeneralSolver::evaluate(std::int64_t limit) {
    std::int64_t next = INT64_MAX;
    for (std::size_t p = 0; p < cost_.size(); ++p) {
        entered_[p] = {};
        if (cost_[p] <= limit) continue;
        next = std::min(next, cost_[p]);
        const Division::Part& part = division_.parts[p];
        const auto children = division_.childrenOf(part);
        if (part.kind == Kind::series) {
            const std::uint32_t l = lineAt_[p];
            for (std::uint32_t k = 0; k < part.childCount; ++k)
                lines_[l].gaps[k].entered = entered_[children[k]];
            entered_[p] = linear_.solve(lines_[l], limit, before_.data() + firstStop_[l], next);
            continue;
        }
        if (part.kind == Kind::other) entered_[p] = costOfOther(part);
        for (const std::uint32_t child : children)
            entered_[p] += entered_[child];
    }
    return next;
}

// Bytes strictly between two stations of a series.
std::int64_t GeneralSolver::runCost(std::size_t part, std::uint32_t from, std::uint32_t to) const {
    const Line& line = lines_[lineAt_[part]];
    std::int64_t bytes = line.gaps[from].bytes;
    for (std::uint32_t k = from + 1; k < to; ++k)
        bytes += line.stations[k].bytes + line.gaps[k].bytes;
    return bytes;
}

void GeneralSolver::collectSeries(std::size_t p, Reforwarding& answer,
                                  std::vector<std::uint32_t>& open) const {
    const Division::Part& part = division_.parts[p];
    const std::uint32_t* before = before_.data() + firstStop_[lineAt_[p]];
    for (std::uint32_t to = part.vertexCount + 1; to > 0;) {
        const std::uint32_t from = before[to];
        if (from > 0) answer.kept[division_.verticesOf(part)[from - 1]] = true;
        if (from + 1 == to) {
            open.push_back(division_.childrenOf(part)[from]);
        } else {
            answer.largest = std::max(answer.largest, runCost(p, from, to));
        }
        to = from;
    }
}

// From the whole down over what was entered.
void GeneralSolver::collect(std::int64_t limit, Reforwarding& answer) const {
    std::vector<std::uint32_t> open{static_cast<std::uint32_t>(cost_.size() - 1)};
    while (!open.empty()) {
        const std::uint32_t p = open.back();
        open.pop_back();
        const Division::Part& part = division_.parts[p];
        const auto children = division_.childrenOf(part);
        // The branches of a parallel part are separate pieces whether or not they would fit together.
        if (part.kind == Kind::parallel) {
            open.insert(open.end(), children.begin(), children.end());
        } else if (cost_[p] <= limit) {
            answer.largest = std::max(answer.largest, cost_[p]);
        } else if (part.kind == Kind::series) {
            collectSeries(p, answer, open);
        } else {
            for (const std::uint32_t v : division_.verticesOf(part))
                answer.kept[v] = true;
            open.insert(open.end(), children.begin(), children.end());
        }
    }
}

Reforwarding GeneralSolver::solve(std::int64_t limit) {
    Reforwarding answer;
    answer.nextLimit = evaluate(limit);
    answer.kept.resize(graph_.size());
    collect(limit, answer);
    answer.bytes = forcedBytes_ + entered_.back().bytes;
    for (std::uint32_t v = 0; v < graph_.size(); ++v) {
        if (alwaysKept(v) || v == division_.source || v == division_.sink) answer.kept[v] = true;
        if (!answer.kept[v]) answer.recomputeTime += graph_.time(v);
    }
    return answer;
}

Reforwarding GeneralSolver::least(const Control& control) {
    std::optional<Reforwarding> best;
    const auto visit = [&](const Reforwarding& answer) {
        if (!best || answer.objective() < best->objective() ||
            (answer.objective() == best->objective() && answer.recomputeTime < best->recomputeTime)) {
            best = answer;
        }
    };
    searchLimits(*this, visit, LeastObjectiveFirst(), [&](const Interval& i) {
        return i.leastObjective() < best->objective() && !control.shouldStop();
    });
    return *best;
}

std::vector<Reforwarding> GeneralSolver::candidates(std::size_t most, const Control& control) {
    std::vector<Reforwarding> all{least(control)};
    std::size_t tried = 0;
    searchLimits(
        *this, [&](const Reforwarding& answer) { all.push_back(answer); }, WidestFirst(),
        [&](const Interval&) { return tried++ < most && !control.shouldStop(); });
    return all;
}

}  // namespace reforward
