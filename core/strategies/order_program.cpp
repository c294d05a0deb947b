// SPDX-License-Identifier: Apache-2.0
//
// Variables, all 0/1 unless said:
//   R(t,v)    v runs again in stage t, before t's own step
//   S(t,x)    value x is held from stage t-1 into stage t
//   F(t,x,c)  x is freed in stage t right after the run of c (continuous: the rows make it 0/1)
//   U(t,v)    bytes held at the place of v in stage t (continuous)
// Rows:
//   what runs finds its inputs:   R(t,v) <= S(t,x) + R(t,maker(x)); 1 <= the same for what the step reads
//   what is held was there:       S(t+1,x) <= S(t,x) + R(t,maker(x))
//   it has a reason:              R(t,v) <= sum of R(t,c) over readers c, where the step itself is none
//   (without
//                                 it a run may come stages before it is needed, in as many ways as there are
//                                 stages: many times slower, seldom any better)
//   nothing is made twice:        S(t,x) + R(t,maker(x)) <= 1
//   freed after its last reader:  F(t,x,c) <= R(t,c); F(t,x,c) + S(t+1,x) <= 1; F(t,x,c) + R(t,d) <= 1 for
//                                 later readers d; sum over c of F(t,x,c) <= S(t,x) + R(t,maker(x))
//                                 (the disaggregated form: tighter than a count of readers)
//   it fits:                      U(t,v) = U(t,u) + bytes(v) R(t,v) - what is freed after u, for u before v;
//                                 U(t,v) + workspace R(t,v) <= room; likewise for the step itself
// Bytes are scaled so that the solver's tolerance is less than a byte on all but giant graphs; the caller
// replays what comes out.
#include "core/strategies/order_program.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace reforward {

namespace {

using Relation = MipModel::Relation;
using Term = MipModel::Term;


template <class F>
void forEachOutput(const Graph& graph, VertexId v, F f) {
    for (std::uint32_t o = 0; o < graph.outputCount(v); ++o)
        f(graph.firstOutput(v) + o);
}

std::span<const ValueId> readsOf(const Graph& graph, const Run& run) {
    return run.kind == StepKind::forward ? graph.inputs(run.vertex) : graph.saves(run.vertex);
}

// The largest number that all whole times are a multiple of; 0 where a time is not whole.
double commonUnit(const Graph& graph) {
    std::int64_t unit = 0;
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        const double time = graph.time(v);
        if (time > 9e15 || time != std::floor(time)) return 0;
        unit = std::gcd(unit, static_cast<std::int64_t>(time));
    }
    return static_cast<double>(unit);
}

}  // namespace

OrderProgram::OrderProgram(const Graph& graph, Bytes budget, const Pins& pins, const Rules& rules)
    : graph_(graph),
      pins_(pins),
      room_((budget - graph.fixedBytes()).count()),
      rules_(rules),
      steps_(requiredSteps(graph, graph.order())) {
    constexpr double scaledRoom = 10000;
    if (static_cast<double>(room_) > scaledRoom) byteScale_ = scaledRoom / static_cast<double>(room_);
    findStages();
    addVariables();
    for (std::uint32_t t = 0; t < steps_.size() && !impossible_; ++t)
        addStage(t);
    addCutoff();
}

std::optional<std::uint32_t> OrderProgram::at(const Span& span, std::uint32_t stage) {
    if (stage < span.firstStage || stage >= span.firstStage + span.count) return std::nullopt;
    return span.firstVariable + (stage - span.firstStage);
}

// Which vertex may run again, and up to which stage each value can be wanted.
void OrderProgram::findStages() {
    made_.assign(graph_.vertexCount(), 0);
    mayRunAgain_.assign(graph_.vertexCount(), 0);
    wanted_.assign(graph_.valueCount(), 0);
    for (std::uint32_t t = 0; t < steps_.size(); ++t) {
        if (steps_[t].run.kind == StepKind::forward) made_[steps_[t].run.vertex] = t;
        for (const ValueId x : readsOf(graph_, steps_[t].run))
            wanted_[x] = t;
    }
    for (VertexId v = 0; v < graph_.vertexCount(); ++v)
        mayRunAgain_[v] = !graph_.fixed(v) && graph_.recomputable(v) && graph_.time(v) < rules_.under;
    for (const VertexId v : pins_.keep)
        mayRunAgain_[v] = 0;
    const auto order = graph_.order();
    for (std::size_t p = order.size(); p-- > 0;) {
        const VertexId v = order[p];
        if (!mayRunAgain_[v]) continue;
        std::uint32_t last = 0;
        forEachOutput(graph_, v, [&](ValueId x) { last = std::max(last, wanted_[x]); });
        for (const ValueId x : graph_.inputs(v))
            wanted_[x] = std::max(wanted_[x], last);
    }
}

void OrderProgram::addVariables() {
    const auto firstBackward = static_cast<std::uint32_t>(graph_.plannedCount());
    again_.resize(graph_.vertexCount());
    kept_.resize(graph_.valueCount());
    candidates_.resize(steps_.size());
    const double unit = commonUnit(graph_);
    // Numbers of a kind the solver likes: whole where the times are, else some thousands.
    timeUnit_ = unit > 0 ? unit : 1;
    const double largest = std::isfinite(rules_.under) ? rules_.under : graph_.forwardTime();
    if (unit == 0 || largest / unit > 1e6) timeUnit_ = largest > 0 ? largest / 1e4 : 1;
    for (const VertexId v : graph_.order()) {
        if (graph_.fixed(v)) continue;
        std::uint32_t last = 0;
        forEachOutput(graph_, v, [&](ValueId x) {
            last = std::max(last, wanted_[x]);
            Span& span = kept_[x];
            if (wanted_[x] <= made_[v]) return;
            span = {made_[v] + 1, wanted_[x] - made_[v],
                    static_cast<std::uint32_t>(model_.variables().size())};
            for (std::uint32_t i = 0; i < span.count; ++i)
                model_.addVariable({0, 0, 1, true});
        });
        const std::uint32_t first =
            graph_.joint() || rules_.beforeForward ? made_[v] + 1 : std::max(made_[v] + 1, firstBackward);
        if (!mayRunAgain_[v] || last < first) continue;
        again_[v] = {first, last - first + 1, static_cast<std::uint32_t>(model_.variables().size())};
        for (std::uint32_t t = first; t <= last; ++t) {
            model_.addVariable({graph_.time(v) / timeUnit_, 0, 1, true});
            candidates_[t].push_back(v);
        }
    }
    // A first run that must not be read any more ends before the next stage.
    const auto ends = firstRunsEnd(graph_, steps_, pins_.recompute);
    for (std::uint32_t t = 0; t < steps_.size(); ++t) {
        for (const VertexId v : ends[t]) {
            forEachOutput(graph_, v, [&](ValueId x) {
                if (const auto held = kept(t + 1, x)) model_.addRow({{*held, 1}}, Relation::lessEqual, 0);
            });
        }
    }
}

void OrderProgram::addStage(std::uint32_t stage) {
    for (const VertexId v : candidates_[stage])
        addRecompute(stage, v);
    for (const ValueId x : readsOf(graph_, steps_[stage].run)) {
        if (graph_.fixed(graph_.producer(x))) continue;
        std::vector<Term> there{{kept(stage, x).value(), 1}};
        if (const auto maker = again(stage, graph_.producer(x))) there.push_back({*maker, 1});
        model_.addRow(std::move(there), Relation::equal, 1);
    }
    addCarry(stage);
    addMemory(stage);
}

void OrderProgram::addRecompute(std::uint32_t stage, VertexId v) {
    const std::uint32_t run = *again(stage, v);
    for (const ValueId x : graph_.inputs(v)) {
        if (graph_.fixed(graph_.producer(x))) continue;
        std::vector<Term> terms{{run, 1}, {kept(stage, x).value(), -1}};
        if (const auto maker = again(stage, graph_.producer(x))) terms.push_back({*maker, -1});
        model_.addRow(std::move(terms), Relation::lessEqual, 0);
    }
    if (!rules_.early) addReason(stage, v);
    forEachOutput(graph_, v, [&](ValueId x) {
        if (const auto held = kept(stage, x)) model_.addRow({{run, 1}, {*held, 1}}, Relation::lessEqual, 1);
    });
}

// It runs only where something in this stage reads what it makes.
void OrderProgram::addReason(std::uint32_t stage, VertexId v) {
    const auto reads = readsOf(graph_, steps_[stage].run);
    std::vector<Term> terms{{*again(stage, v), 1}};
    bool byStep = false;
    forEachOutput(graph_, v, [&](ValueId x) {
        byStep = byStep || std::find(reads.begin(), reads.end(), x) != reads.end();
        for (const VertexId c : graph_.consumers(x)) {
            if (const auto reader = again(stage, c)) terms.push_back({*reader, -1});
        }
    });
    if (!byStep) model_.addRow(std::move(terms), Relation::lessEqual, 0);
}

// What is held into the next stage.
void OrderProgram::addCarry(std::uint32_t stage) {
    for (ValueId x = 0; x < graph_.valueCount(); ++x) {
        const auto next = kept(stage + 1, x);
        const auto now = kept(stage, x);
        if (!next || !now) continue;
        std::vector<Term> terms{{*next, 1}, {*now, -1}};
        if (const auto maker = again(stage, graph_.producer(x))) terms.push_back({*maker, -1});
        model_.addRow(std::move(terms), Relation::lessEqual, 0);
    }
}

void OrderProgram::addFrees(std::uint32_t stage, ValueId x) {
    const VertexId maker = graph_.producer(x);
    const auto held = kept(stage, x);
    if (graph_.bytes(x) == Bytes(0)) return;
    if (!held) {
        // Made only along with another output that is wanted.
        if (const auto made = again(stage, maker)) frees_.push_back({maker, *made, x});
        return;
    }
    const Run& own = steps_[stage].run;
    const auto reads = readsOf(graph_, own);
    if (std::find(reads.begin(), reads.end(), x) != reads.end()) return;
    const auto made = again(stage, maker);
    std::vector<VertexId> readers;
    // An output nobody asked for may go at once.
    if (made && graph_.outputCount(maker) > 1) readers.push_back(maker);
    for (const VertexId c : graph_.consumers(x)) {
        if (again(stage, c)) readers.push_back(c);
    }
    if (readers.empty()) return;
    std::sort(readers.begin(), readers.end(),
              [&](VertexId a, VertexId b) { return graph_.position(a) < graph_.position(b); });
    const auto next = kept(stage + 1, x);
    std::vector<Term> once{{*held, -1}};
    if (made) once.push_back({*made, -1});
    for (std::size_t i = 0; i < readers.size(); ++i) {
        const std::uint32_t freed = model_.addVariable({0, 0, 1, false});
        frees_.push_back({readers[i], freed, x});
        once.push_back({freed, 1});
        model_.addRow({{freed, 1}, {*again(stage, readers[i]), -1}}, Relation::lessEqual, 0);
        if (next) model_.addRow({{freed, 1}, {*next, 1}}, Relation::lessEqual, 1);
        for (std::size_t j = i + 1; j < readers.size(); ++j)
            model_.addRow({{freed, 1}, {*again(stage, readers[j]), 1}}, Relation::lessEqual, 1);
    }
    model_.addRow(std::move(once), Relation::lessEqual, 0);
}

void OrderProgram::addMemory(std::uint32_t stage) {
    const RequiredStep& step = steps_[stage];
    const VertexId own = step.run.vertex;
    const bool forward = step.run.kind == StepKind::forward;
    frees_.clear();
    std::vector<Term> held;
    for (ValueId x = 0; x < graph_.valueCount(); ++x) {
        addFrees(stage, x);
        if (const auto now = kept(stage, x); now && graph_.bytes(x) > Bytes(0))
            held.push_back({*now, scaled(graph_.bytes(x).count())});
    }
    std::stable_sort(frees_.begin(), frees_.end(), [&](const Free& a, const Free& b) {
        return graph_.position(a.after) < graph_.position(b.after);
    });
    // A hair of room against rounding; whole bytes are what decides.
    const double hair = byteScale_ < 1 ? 1e-7 : 1e-3;
    const double before = scaled(room_ - step.before) + hair;
    std::size_t nextFree = 0;
    const auto freeUpTo = [&](std::uint32_t position) {
        for (; nextFree < frees_.size() && graph_.position(frees_[nextFree].after) < position; ++nextFree)
            held.push_back(
                {frees_[nextFree].variable, -scaled(graph_.bytes(frees_[nextFree].value).count())});
    };
    if (before < 0 && !candidates_[stage].empty()) {
        for (const VertexId v : candidates_[stage])
            model_.addRow({{*again(stage, v), 1}}, Relation::lessEqual, 0);
    }
    for (const VertexId v : candidates_[stage]) {
        if (before < 0) break;
        freeUpTo(graph_.position(v));
        held.push_back({*again(stage, v), scaled(graph_.outputBytes(v).count())});
        const std::uint32_t used = model_.addVariable({0, 0, before, false});
        held.push_back({used, -1});
        model_.addRow(std::move(held), Relation::equal, 0);
        held = {{used, 1}};
        if (graph_.workspace(v) > Bytes(0)) {
            model_.addRow({{used, 1}, {*again(stage, v), scaled(graph_.workspace(v).count())}},
                          Relation::lessEqual, before);
        }
    }
    freeUpTo(noIndex);
    const std::int64_t needs =
        forward ? graph_.outputBytes(own).count() + graph_.workspace(own).count() + step.before
                : step.during + graph_.backwardWorkspace(own).count();
    if (needs > room_) impossible_ = true;
    model_.addRow(std::move(held), Relation::lessEqual, scaled(room_ - needs) + hair);
}

void OrderProgram::addCutoff() {
    const double under = rules_.under;
    if (!std::isfinite(under)) return;
    std::vector<Term> terms;
    for (std::uint32_t v = 0; v < model_.variables().size(); ++v) {
        if (model_.variables()[v].cost > 0) terms.push_back({v, model_.variables()[v].cost});
    }
    const double unit = commonUnit(graph_);
    const double most = unit > 0 ? under - unit / 2 : under * (1 - 1e-6);
    model_.addRow(std::move(terms), Relation::lessEqual, most / timeUnit_);
}

std::vector<Run> OrderProgram::runs(const std::vector<double>& values) const {
    std::vector<Run> runs;
    for (std::uint32_t t = 0; t < steps_.size(); ++t) {
        for (const VertexId v : candidates_[t]) {
            if (values[*again(t, v)] > 0.5) runs.push_back({StepKind::forward, 0, v});
        }
        runs.push_back(steps_[t].run);
    }
    return runs;
}

}  // namespace reforward
