// SPDX-License-Identifier: Apache-2.0
//
// Several instants at once. Phases 0 .. K-1 begin at the instants 0 .. K-1 of a chain (phases.h). Of any
// schedule read off, all 0 or 1:
//   S[k][x]     value x is live at instant k;
//   Q[k][l][v]  vertex v runs in one of the phases k .. l, k <= l.
// A run falls into one phase, so the runs of v after instant 0 are at least sum over k of Q[k][k][v]. True of
// every schedule, for all k <= l:
//   (inputs)   Q[k][l][v] = 1: the first of these runs read each input u of v, so u was live at instant k or
//              made in phases k .. l:  S[k][u] + Q[k][l][maker of u] >= Q[k][l][v];
//   (live)     what is live at instant l + 1 was live at instant k or made since:
//              S[k][x] + Q[k][l][maker of x] >= S[l+1][x];
//   (reads)    a backward that reads x and certainly falls into phases k .. l:
//              S[k][x] + Q[k][l][maker of x] >= 1;
//   (union)    Q[k][l-1][v] + Q[l][l][v] >= Q[k][l][v];
//   (room)     at instant k: sum of m(x) S[k][x] over values that are not held there <= left[k];
//   S[k][x] = 1 for the values held at instant k.
// Joint graphs have first runs instead of reads: in phases that contain all that v's first run may fall into,
// Q[k][l][v] = 1, and in phases before, Q = 0 and S = 0 for v's values; nothing is live at instant 0. The
// first runs are no recomputes: minus one T(v) a vertex.
// As an integer program the single phases Q[k][k] are enough. Its relaxation is not: half a run in each of
// two phases would pay for one whole run but need its inputs only by half. With the intervals, the relaxation
// is at least that of every part of the chain, so an instant more never lowers the bound, and its optimum is
// close to the integer one. A vertex that no later read or first run can need, directly or through others,
// is left out of the phase: leaving it out of a schedule's S and Q breaks no row.
#include "core/bounds/interval_program.h"

#include <algorithm>

namespace reforward {

namespace {

enum class Kind : std::uint32_t { live, run, inputs, liveLater, reads, unions, room, firstRun };

// Mixes a few small numbers into one that no other few are likely to give (splitmix64, Steele et al. 2014).
template <class... Parts>
std::uint64_t keyOf(Kind kind, Parts... parts) {
    std::uint64_t key = static_cast<std::uint64_t>(kind);
    const auto mix = [&key](std::uint64_t part) {
        key += part + 0x9e3779b97f4a7c15;
        key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9;
        key = (key ^ (key >> 27)) * 0x94d049bb133111eb;
        key ^= key >> 31;
    };
    (mix(static_cast<std::uint64_t>(parts)), ...);
    return key;
}

// A 0/1 quantity that is known, or a column.
struct Literal {
    std::uint32_t column = noIndex;
    std::int64_t known = 0;
};

class Builder {
  public:
    Builder(const Graph& graph, const Phases& phases, const ScaledCosts& costs)
        : graph_(graph), phases_(phases), costs_(costs) {}

    IntegerProgram build(const std::vector<std::int64_t>& left) {
        findUseful();
        makeLive();
        makeRuns();
        for (std::uint32_t k = 0; k < phases_.count; ++k) {
            roomRow(k, left[k]);
            for (std::uint32_t l = k; l < phases_.count; ++l)
                intervalRows(k, l);
        }
        readRows();
        firstRunRows();
        return std::move(program_);
    }

  private:
    void findUseful();
    void makeLive();
    void makeRuns();
    Literal runLiteral(std::uint32_t k, std::uint32_t l, VertexId v);
    void roomRow(std::uint32_t k, std::int64_t left);
    void intervalRows(std::uint32_t k, std::uint32_t l);
    void readRows();
    void firstRunRows();

    std::size_t interval(std::uint32_t k, std::uint32_t l) const { return k * phases_.count + l; }
    Literal live(std::uint32_t k, ValueId x) const { return live_[k * graph_.valueCount() + x]; }
    Literal run(std::uint32_t k, std::uint32_t l, VertexId v) const {
        return runs_[interval(k, l) * graph_.vertexCount() + v];
    }
    // What an instant is called in keys: its number depends on the others.
    std::uint64_t name(std::uint32_t k) const {
        return k < phases_.count ? phases_.vertices[k] : std::uint64_t(1) << 32;
    }
    Literal newColumn(std::int64_t cost, std::uint64_t key) {
        program_.cost.push_back(cost);
        program_.columnKey.push_back(key);
        return {static_cast<std::uint32_t>(program_.cost.size() - 1), 0};
    }
    // A row is collected with add() and closed with endRow(); rows that always hold are dropped.
    void add(Literal literal, std::int64_t coefficient) {
        if (literal.column == noIndex) {
            known_ += coefficient * literal.known;
        } else if (coefficient != 0) {
            program_.terms.push_back({literal.column, coefficient});
        }
    }
    void endRow(std::int64_t right, std::uint64_t key);

    const Graph& graph_;
    const Phases& phases_;
    const ScaledCosts& costs_;
    IntegerProgram program_;
    std::vector<std::vector<std::uint8_t>> useful_;  // by phase and vertex
    std::vector<Literal> live_, runs_;
    std::int64_t known_ = 0;
};

void Builder::endRow(std::int64_t right, std::uint64_t key) {
    right -= known_;
    known_ = 0;
    std::int64_t least = 0, most = 0;
    for (std::size_t t = program_.firstTerm.back(); t < program_.terms.size(); ++t) {
        const std::int64_t c = program_.terms[t].coefficient;
        (c < 0 ? least : most) += c;
    }
    if (most < right) program_.infeasible = true;
    if (least >= right) {
        program_.terms.resize(program_.firstTerm.back());
        return;
    }
    program_.firstTerm.push_back(static_cast<std::uint32_t>(program_.terms.size()));
    program_.right.push_back(right);
    program_.rowKey.push_back(key);
}

// What a read or a first run at or after each instant may need, directly or through runs of its makers.
void Builder::findUseful() {
    const auto order = graph_.order();
    useful_.assign(phases_.count, std::vector<std::uint8_t>(graph_.vertexCount()));
    for (std::uint32_t k = 0; k < phases_.count; ++k) {
        auto& useful = useful_[k];
        for (const Phases::Read& read : phases_.reads) {
            if (read.range.last >= k) useful[graph_.producer(read.value)] = 1;
        }
        for (std::uint32_t later = k + 1; later < phases_.count; ++later) {
            for (const ValueId x : phases_.held[later])
                useful[graph_.producer(x)] = 1;
        }
        for (std::size_t p = order.size(); p-- > 0;) {
            const VertexId v = order[p];
            if (!phases_.firstRun.empty() && phases_.firstRun[v].last >= k) useful[v] = 1;
            if (!useful[v]) continue;
            for (const ValueId u : graph_.inputs(v))
                useful[graph_.producer(u)] = 1;
        }
    }
}

void Builder::makeLive() {
    live_.resize(phases_.count * graph_.valueCount());
    for (std::uint32_t k = 0; k < phases_.count; ++k) {
        std::vector<std::uint8_t> held(graph_.valueCount());
        for (const ValueId x : phases_.held[k])
            held[x] = 1;
        for (ValueId x = 0; x < graph_.valueCount(); ++x) {
            Literal& literal = live_[k * graph_.valueCount() + x];
            const VertexId v = graph_.producer(x);
            if (graph_.fixed(v) || held[x]) {
                literal.known = 1;
            } else if (!phases_.firstRun.empty() && phases_.firstRun[v].first >= k) {
                literal.known = 0;
            } else if (useful_[k][v]) {
                literal = newColumn(0, keyOf(Kind::live, name(k), x));
            }
        }
    }
}

void Builder::makeRuns() {
    runs_.resize(phases_.count * phases_.count * graph_.vertexCount());
    for (VertexId v = 0; v < graph_.vertexCount(); ++v) {
        if (graph_.fixed(v)) continue;
        if (!phases_.firstRun.empty()) program_.constant -= costs_.times()[v];
        for (std::uint32_t k = 0; k < phases_.count; ++k) {
            for (std::uint32_t l = k; l < phases_.count; ++l) {
                Literal& literal = runs_[interval(k, l) * graph_.vertexCount() + v];
                literal = runLiteral(k, l, v);
                if (k == l && literal.column == noIndex)
                    program_.constant += literal.known * costs_.times()[v];
            }
        }
    }
}

Literal Builder::runLiteral(std::uint32_t k, std::uint32_t l, VertexId v) {
    if (!phases_.firstRun.empty()) {
        const Phases::Range range = phases_.firstRun[v];
        if (range.first >= k && range.last <= l) return {noIndex, 1};
        if (range.first > l) return {};
        if (!graph_.recomputable(v) && range.last < k) return {};
    } else if (!graph_.recomputable(v)) {
        return {};
    }
    if (!useful_[k][v]) return {};
    return newColumn(k == l ? costs_.times()[v] : 0, keyOf(Kind::run, name(k), name(l + 1), v));
}

void Builder::roomRow(std::uint32_t k, std::int64_t left) {
    std::vector<std::uint8_t> held(graph_.valueCount());
    for (const ValueId x : phases_.held[k])
        held[x] = 1;
    for (ValueId x = 0; x < graph_.valueCount(); ++x) {
        if (!held[x]) add(live(k, x), -costs_.bytes()[x]);
    }
    const std::size_t rows = program_.rowCount();
    endRow(-left, keyOf(Kind::room, name(k)));
    program_.room.push_back(program_.rowCount() > rows ? static_cast<std::uint32_t>(rows) : noIndex);
}

void Builder::intervalRows(std::uint32_t k, std::uint32_t l) {
    for (const VertexId v : graph_.order()) {
        if (graph_.fixed(v)) continue;
        const Literal runs = run(k, l, v);
        if (runs.column != noIndex || runs.known != 0) {
            for (const ValueId u : graph_.inputs(v)) {
                add(live(k, u), 1);
                add(run(k, l, graph_.producer(u)), 1);
                add(runs, -1);
                endRow(0, keyOf(Kind::inputs, name(k), name(l + 1), v, u));
            }
            if (l > k) {
                add(run(k, l - 1, v), 1);
                add(run(l, l, v), 1);
                add(runs, -1);
                endRow(0, keyOf(Kind::unions, name(k), name(l + 1), v));
            }
        }
        if (l + 1 == phases_.count) continue;
        for (ValueId x = graph_.firstOutput(v); x < graph_.firstOutput(v) + graph_.outputCount(v); ++x) {
            const Literal later = live(l + 1, x);
            if (later.column == noIndex && later.known == 0) continue;
            add(live(k, x), 1);
            add(runs, 1);
            add(later, -1);
            endRow(0, keyOf(Kind::liveLater, name(k), name(l + 1), x));
        }
    }
}

// One row a value and interval, however many backwards in it read the value.
void Builder::readRows() {
    const auto& reads = phases_.reads;
    for (std::size_t from = 0, to = 0; from < reads.size(); from = to) {
        const ValueId x = reads[from].value;
        while (to < reads.size() && reads[to].value == x)
            ++to;
        for (std::uint32_t k = 0; k < phases_.count; ++k) {
            for (std::uint32_t l = k; l < phases_.count; ++l) {
                const bool any =
                    std::any_of(reads.begin() + static_cast<std::ptrdiff_t>(from),
                                reads.begin() + static_cast<std::ptrdiff_t>(to),
                                [&](const auto& r) { return r.range.first >= k && r.range.last <= l; });
                if (!any) continue;
                add(live(k, x), 1);
                add(run(k, l, graph_.producer(x)), 1);
                endRow(1, keyOf(Kind::reads, name(k), name(l + 1), x));
            }
        }
    }
}

// A first run that may fall into several phases is at least one of their single ones, and of a vertex that
// may run only once exactly one.
void Builder::firstRunRows() {
    for (VertexId v = 0; v < phases_.firstRun.size(); ++v) {
        const Phases::Range range = phases_.firstRun[v];
        if (graph_.fixed(v) || range.first == range.last) continue;
        for (const std::int64_t sign : {1, -1}) {
            if (sign < 0 && graph_.recomputable(v)) continue;
            for (std::uint32_t k = range.first; k <= range.last; ++k)
                add(run(k, k, v), sign);
            endRow(sign, keyOf(Kind::firstRun, v, sign));
        }
    }
}

}  // namespace

IntegerProgram intervalProgram(const Graph& graph, const Phases& phases, const ScaledCosts& costs,
                               const std::vector<std::int64_t>& left) {
    return Builder(graph, phases, costs).build(left);
}

}  // namespace reforward
