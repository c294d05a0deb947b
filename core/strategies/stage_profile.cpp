// SPDX-License-Identifier: Apache-2.0
//
// Terms: L' is fixed, L varies, V' = L' \ L is the segment. Vertices are numbered along the order.
//
// What makes an incremental profile possible: for a vertex v of V' every reader of v inside L' is in V' too
// (a reader in L would put v into L). So whether v is recomputed in the stage, who reads its values, and when
// they are freed, depends on L' alone. At each step of the segment the live bytes are sums over the values of
// V' of "is live at this step", and for each value these steps are an interval of vertex numbers:
//   forward run of v     x made by p lives at p .. its last reader in L', or to the end where it stays
//   recompute of v       cached x lives from the start, recomputed x from p, to its last recomputed reader,
//                        or to the end where a backward reads it
//   backward of v        x lives from the end of the stage's runs down to its first saver (backward goes
//                        down); a gradient from its last differentiable reader in V' down to p, or down to
//                        the stage's end where p is in L
// Moving a vertex between V' and L adds or removes its intervals and switches its own steps on or off; three
// trees keep the largest sum. Lower sets are left in descending and entered in ascending order, so that at
// every moment L is a lower set.
#include "core/strategies/stage_profile.h"

#include <array>

namespace reforward {

namespace {
// Makes the steps of a vertex outside V' smaller than any that counts; sums of bytes stay below it.
constexpr std::int64_t off = std::int64_t{1} << 61;
}  // namespace

StageProfile::StageProfile(const Graph& graph, const SetFamily& family)
    : family_(family), vertices_(family.graph.size()), values_(graph.valueCount()) {
    const VertexGraph& numbers = family.graph;
    for (ValueId x = 0; x < graph.valueCount(); ++x) {
        const auto readers = graph.consumers(x);
        Value& value = values_[x];
        value.bytes = graph.bytes(x).count();
        value.producer = numbers.number(graph.producer(x));
        value.gradient = graph.hasGradient(x);
        value.seeded =
            std::none_of(readers.begin(), readers.end(), [&](VertexId v) { return graph.differentiable(v); });
        firstReader_.push_back(static_cast<std::uint32_t>(readers_.size()));
        for (const VertexId v : readers)
            readers_.push_back(numbers.number(v));
        std::sort(readers_.begin() + firstReader_.back(), readers_.end());
    }
    firstReader_.push_back(static_cast<std::uint32_t>(readers_.size()));
    for (std::uint32_t v = 0; v < numbers.size(); ++v) {
        const VertexId o = numbers.original(v);
        Vertex& vertex = vertices_[v];
        vertex.firstOutput = graph.firstOutput(o);
        vertex.endOutput = vertex.firstOutput + graph.outputCount(o);
        vertex.firstInput = static_cast<std::uint32_t>(inputs_.size());
        inputs_.insert(inputs_.end(), graph.inputs(o).begin(), graph.inputs(o).end());
        vertex.endInput = static_cast<std::uint32_t>(inputs_.size());
        vertex.firstSave = static_cast<std::uint32_t>(saves_.size());
        saves_.insert(saves_.end(), graph.saves(o).begin(), graph.saves(o).end());
        vertex.endSave = static_cast<std::uint32_t>(saves_.size());
        vertex.workspace = graph.workspace(o).count();
        vertex.backwardWorkspace = graph.backwardWorkspace(o).count();
        vertex.time = graph.time(o);
        vertex.differentiable = graph.differentiable(o);
    }
    inSet_.resize(vertices_.size());
    inL_.resize(vertices_.size());
    needed_.resize(vertices_.size());
}

void StageProfile::enter(std::uint32_t set) {
    set_ = set;
    last_ = set + 1 == family_.size();
    std::fill(inSet_.begin(), inSet_.end(), 0);
    std::fill(inL_.begin(), inL_.end(), 0);
    std::fill(needed_.begin(), needed_.end(), 0);
    members_.clear();
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
        if (!family_.sets.contains(set, v)) continue;
        members_.push_back(v);
        inSet_[v] = 1;
        vertices_[v].cached = vertices_[v].missing = false;
        vertices_[v].cachedBytes = 0;
    }
    for (const std::uint32_t v : family_.cached(set))
        vertices_[v].cached = true;
    lastPosition_ = static_cast<std::int64_t>(vertices_.size()) - 1;
    for (const std::uint32_t v : members_)
        findReaders(v);
    findMissing();
    cachedBytes_ = 0;
    time_ = 0;
    for (const std::uint32_t v : members_) {
        Vertex& vertex = vertices_[v];
        if (vertex.missing) time_ += vertex.time;
        if (!vertex.cached) continue;
        // Outputs that something reads after the segment's forward run.
        for (std::uint32_t x = vertex.firstOutput; x < vertex.endOutput; ++x) {
            if (values_[x].firstSaver >= 0 || firstReader_[x] != firstReader_[x + 1])
                vertex.cachedBytes += values_[x].bytes;
        }
        cachedBytes_ += vertex.cachedBytes;
    }
    buildTrees();
}

// Who reads the values of v, as far as L' decides it.
void StageProfile::findReaders(std::uint32_t v) {
    for (std::uint32_t x = vertices_[v].firstOutput; x < vertices_[v].endOutput; ++x) {
        Value& value = values_[x];
        value.lastForward = value.lastRecompute = value.firstSaver = value.gradientEnd = -1;
        value.outside = value.gradientFromLater = false;
        for (std::uint32_t r = firstReader_[x]; r < firstReader_[x + 1]; ++r) {
            const std::uint32_t reader = readers_[r];
            const bool gradient = value.gradient && vertices_[reader].differentiable;
            if (inSet_[reader]) {
                value.lastForward = reader;
                if (gradient) value.gradientEnd = reader;
            } else {
                value.outside = true;
                value.gradientFromLater |= gradient;
            }
        }
    }
}

// What the stage's backward reads, and what has to be recomputed for that: readers before producers.
void StageProfile::findMissing() {
    const auto need = [&](std::uint32_t x) {
        const std::uint32_t p = values_[x].producer;
        if (p != noIndex) needed_[p] = 1;
        return p != noIndex;
    };
    for (std::size_t k = members_.size(); k-- > 0;) {
        const std::uint32_t v = members_[k];
        Vertex& vertex = vertices_[v];
        if (vertex.differentiable) {
            for (std::uint32_t s = vertex.firstSave; s < vertex.endSave; ++s) {
                if (need(saves_[s])) values_[saves_[s]].firstSaver = v;
            }
        }
        vertex.missing = !last_ && needed_[v] && !vertex.cached;
        if (!vertex.missing) continue;
        for (std::uint32_t i = vertex.firstInput; i < vertex.endInput; ++i) {
            Value& value = values_[inputs_[i]];
            if (need(inputs_[i]) && value.lastRecompute < 0) value.lastRecompute = v;
        }
    }
}

template <class Add>
void StageProfile::forEachInterval(std::uint32_t v, Add&& add) const {
    const Vertex& vertex = vertices_[v];
    const std::int64_t p = v;
    for (std::uint32_t x = vertex.firstOutput; x < vertex.endOutput; ++x) {
        const Value& value = values_[x];
        const bool readLater = value.firstSaver >= 0 || value.lastRecompute >= 0;
        const bool stays = value.outside || ((last_ || vertex.cached) && readLater);
        add(0, p, stays ? lastPosition_ : std::max(p, value.lastForward), value.bytes);
        const std::int64_t recomputeEnd = value.firstSaver >= 0 ? lastPosition_ : value.lastRecompute;
        if (vertex.missing) {
            add(1, p, std::max(p, recomputeEnd), value.bytes);
        } else if (vertex.cached || last_) {
            add(1, 0, recomputeEnd, value.bytes);
        }
        if ((vertex.missing || vertex.cached || last_) && value.firstSaver >= 0)
            add(2, value.firstSaver, lastPosition_, value.bytes);
        if (value.gradient) {
            add(2, p,
                value.gradientFromLater ? lastPosition_
                : value.seeded          ? p
                                        : value.gradientEnd,
                value.bytes);
        }
    }
}

void StageProfile::buildTrees() {
    const std::size_t n = vertices_.size();
    // Differences first, sums after: O(n) for a new L'.
    std::array<std::vector<std::int64_t>, 3> sums;
    for (auto& s : sums)
        s.assign(n + 1, 0);
    const auto add = [&](int tree, std::int64_t first, std::int64_t last, std::int64_t bytes) {
        if (first > last) return;
        sums[static_cast<std::size_t>(tree)][static_cast<std::size_t>(first)] += bytes;
        sums[static_cast<std::size_t>(tree)][static_cast<std::size_t>(last) + 1] -= bytes;
    };
    for (const std::uint32_t v : members_) {
        forEachInterval(v, add);
        // Gradients that later stages have made live through all of the recompute phase.
        for (std::uint32_t x = vertices_[v].firstOutput; x < vertices_[v].endOutput; ++x) {
            if (values_[x].gradientFromLater) add(1, 0, lastPosition_, values_[x].bytes);
        }
    }
    for (auto& s : sums) {
        for (std::size_t k = 1; k <= n; ++k)
            s[k] += s[k - 1];
        s.resize(n);
    }
    for (std::size_t v = 0; v < n; ++v) {
        const Vertex& vertex = vertices_[v];
        const bool member = inSet_[v] != 0;
        sums[0][v] += member ? vertex.workspace : -off;
        sums[1][v] += member && vertex.missing ? vertex.workspace : -off;
        sums[2][v] += member && vertex.differentiable ? vertex.backwardWorkspace : -off;
    }
    forward_.assign(sums[0]);
    recompute_.assign(sums[1]);
    backward_.assign(sums[2]);
}

std::int64_t StageProfile::lastGradientReader(std::uint32_t x, std::int64_t below) const {
    for (std::uint32_t r = firstReader_[x + 1]; r-- > firstReader_[x];) {
        const std::uint32_t reader = readers_[r];
        if (reader < below && inSet_[reader] && !inL_[reader] && vertices_[reader].differentiable)
            return reader;
    }
    return -1;
}

void StageProfile::toggle(std::uint32_t v, bool intoL) {
    const std::int64_t sign = intoL ? -1 : 1;
    const Vertex& vertex = vertices_[v];
    const std::int64_t p = v;
    inL_[v] = intoL;
    time_ += vertex.missing ? static_cast<double>(sign) * vertex.time : 0;
    cachedBytes_ += sign * vertex.cachedBytes;
    const auto add = [&](int tree, std::int64_t first, std::int64_t last, std::int64_t bytes) {
        RangeMax& t = tree == 0 ? forward_ : tree == 1 ? recompute_ : backward_;
        t.add(first, last, sign * bytes);
    };
    forEachInterval(v, add);
    add(0, p, p, off);
    if (vertex.missing) add(1, p, p, off);
    if (vertex.differentiable) add(2, p, p, off);
    // The gradient of a value of L is not freed in this stage: where its interval was p .. end, it is 0 ..
    // end.
    for (std::uint32_t x = vertex.firstOutput; x < vertex.endOutput; ++x) {
        const Value& value = values_[x];
        if (!value.gradient || value.seeded) continue;
        backward_.add(0, value.gradientFromLater ? lastPosition_ : value.gradientEnd, -sign * value.bytes);
    }
    // Gradients of v's inputs, which are in L by now or still: v's backward makes them only where v is in V'.
    if (!vertex.differentiable) return;
    for (std::uint32_t i = vertex.firstInput; i < vertex.endInput; ++i) {
        Value& value = values_[inputs_[i]];
        if (!value.gradient || value.gradientFromLater) continue;
        if (intoL && value.gradientEnd == p) {
            value.gradientEnd = lastGradientReader(inputs_[i], p);
            backward_.add(value.gradientEnd + 1, p, -value.bytes);
        } else if (!intoL && value.gradientEnd < p) {
            backward_.add(value.gradientEnd + 1, p, value.bytes);
            value.gradientEnd = p;
        }
    }
}

void StageProfile::moveTo(std::uint32_t before) {
    leaving_.clear();
    entering_.clear();
    const auto bits = family_.sets[before];
    for (std::size_t k = 0; k < bits.size(); ++k) {
        VertexSet::Word now = 0;
        const std::size_t base = k * VertexSet::wordBits;
        const std::size_t end = std::min(vertices_.size(), base + VertexSet::wordBits);
        for (std::size_t v = base; v < end; ++v)
            now |= VertexSet::Word{inL_[v]} << (v - base);
        for (VertexSet::Word w = now ^ bits[k]; w != 0; w &= w - 1) {
            const auto v = static_cast<std::uint32_t>(base + static_cast<std::size_t>(std::countr_zero(w)));
            (inL_[v] ? leaving_ : entering_).push_back(v);
        }
    }
    for (std::size_t k = leaving_.size(); k-- > 0;)
        toggle(leaving_[k], false);
    for (const std::uint32_t v : entering_)
        toggle(v, true);
}

Transition StageProfile::transition() const {
    const std::int64_t peak = std::max({forward_.max(), recompute_.max(), backward_.max(), std::int64_t{0}});
    // Sums of differences may round below zero.
    return {peak, cachedBytes_, std::max(time_, 0.0)};
}

}  // namespace reforward
