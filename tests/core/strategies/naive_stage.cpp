// SPDX-License-Identifier: Apache-2.0
#include "tests/core/strategies/naive_stage.h"

#include <algorithm>

namespace reforward {

StageSimulator::StageSimulator(const Graph& graph, const VertexGraph& vertices)
    : vertices_(vertices.size()), values_(graph.valueCount()), producer_(graph.valueCount()) {
    for (ValueId x = 0; x < graph.valueCount(); ++x) {
        producer_[x] = vertices.number(graph.producer(x));
        const auto readers = graph.consumers(x);
        values_[x] = {graph.bytes(x).count(), graph.hasGradient(x),
                      std::none_of(readers.begin(), readers.end(),
                                   [&](VertexId v) { return graph.differentiable(v); })};
        firstReader_.push_back(static_cast<std::uint32_t>(readers_.size()));
        for (const VertexId v : readers)
            readers_.push_back(vertices.number(v));
        std::sort(readers_.begin() + firstReader_.back(), readers_.end());
    }
    firstReader_.push_back(static_cast<std::uint32_t>(readers_.size()));
    for (std::uint32_t v = 0; v < vertices.size(); ++v) {
        const VertexId o = vertices.original(v);
        Vertex& x = vertices_[v];
        x.firstOutput = graph.firstOutput(o);
        x.endOutput = x.firstOutput + graph.outputCount(o);
        x.firstInput = static_cast<std::uint32_t>(inputs_.size());
        for (const ValueId i : graph.inputs(o))
            inputs_.push_back(i);
        x.endInput = static_cast<std::uint32_t>(inputs_.size());
        x.firstSave = static_cast<std::uint32_t>(saves_.size());
        for (const ValueId s : graph.saves(o))
            saves_.push_back(s);
        x.endSave = static_cast<std::uint32_t>(saves_.size());
        x.workspace = graph.workspace(o).count();
        x.backwardWorkspace = graph.backwardWorkspace(o).count();
        x.time = graph.time(o);
        x.differentiable = graph.differentiable(o);
    }
    member_.resize(vertices_.size());
    cachedMember_.resize(vertices_.size());
    needed_.resize(vertices_.size());
    gradientLive_.resize(values_.size());
    outsideReader_.resize(values_.size());
    forwardReads_.resize(values_.size());
    reads_.resize(values_.size());
}

Transition StageSimulator::simulate(std::span<const std::uint32_t> members, const SetFamily& family,
                                    std::uint32_t setBefore, std::uint32_t set) {
    ++stamp_;
    const bool last = set + 1 == family.size();
    for (const std::uint32_t v : members)
        member_[v] = stamp_;
    Transition transition{0, 0, 0};
    for (const std::uint32_t v : family.cached(set)) {
        if (family.sets.contains(setBefore, v)) continue;
        cachedMember_[v] = stamp_;
    }
    std::int64_t gradients = 0;
    for (const std::uint32_t v : family.cached(set)) {
        for (std::uint32_t x = vertices_[v].firstOutput; x < vertices_[v].endOutput; ++x) {
            bool outside = false, gradient = false;
            for (std::uint32_t r = firstReader_[x]; r < firstReader_[x + 1]; ++r) {
                if (family.sets.contains(set, readers_[r])) continue;
                outside = true;
                if (vertices_[readers_[r]].differentiable) {
                    gradient = values_[x].gradient;
                    break;
                }
            }
            if (outside) outsideReader_[x] = stamp_;
            if (gradient) {
                gradientLive_[x] = stamp_;
                gradients += values_[x].bytes;
            }
        }
    }
    const std::int64_t stage = stagePeak(members, last, gradients, transition.time);
    transition.peak = std::max(forwardPeak(members, last), stage);
    // Cached bytes: outputs of cached members that something reads after the forward pass.
    for (const std::uint32_t v : family.cached(set)) {
        if (cachedMember_[v] != stamp_) continue;
        const Vertex& vertex = vertices_[v];
        for (std::uint32_t x = vertex.firstOutput; x < vertex.endOutput; ++x) {
            const bool saved = vertex.differentiable &&
                               std::find(saves_.begin() + vertex.firstSave, saves_.begin() + vertex.endSave,
                                         x) != saves_.begin() + vertex.endSave;
            if (saved || firstReader_[x] != firstReader_[x + 1]) transition.cached += values_[x].bytes;
        }
    }
    return transition;
}

// First forward run of the segment. A value stays where a later segment reads it, or where the stage reads
// it and its vertex is cached (in the last segment: wherever a backward reads it).
std::int64_t StageSimulator::forwardPeak(std::span<const std::uint32_t> members, bool last) {
    for (const std::uint32_t v : members) {
        for (std::uint32_t x = vertices_[v].firstOutput; x < vertices_[v].endOutput; ++x)
            forwardReads_[x] = 0;
        for (std::uint32_t i = vertices_[v].firstInput; i < vertices_[v].endInput; ++i) {
            const std::uint32_t x = inputs_[i];
            if (producer_[x] != noIndex && member_[producer_[x]] == stamp_) ++forwardReads_[x];
        }
    }
    // stagePeak() ran before: reads_[x] is the number of reads of x in the stage.
    std::int64_t live = 0, peak = 0;
    const auto stays = [&](std::uint32_t x) {
        if (outsideReader_[x] == stamp_) return true;
        const bool kept = last || cachedMember_[producer_[x]] == stamp_;
        return kept && reads_[x] != 0;
    };
    for (const std::uint32_t v : members) {
        const Vertex& vertex = vertices_[v];
        for (std::uint32_t x = vertex.firstOutput; x < vertex.endOutput; ++x)
            live += values_[x].bytes;
        peak = std::max(peak, live + vertex.workspace);
        for (std::uint32_t i = vertex.firstInput; i < vertex.endInput; ++i) {
            const std::uint32_t x = inputs_[i];
            if (producer_[x] == noIndex || member_[producer_[x]] != stamp_) continue;
            if (--forwardReads_[x] == 0 && !stays(x)) live -= values_[x].bytes;
        }
        for (std::uint32_t x = vertex.firstOutput; x < vertex.endOutput; ++x) {
            if (forwardReads_[x] == 0 && !stays(x)) live -= values_[x].bytes;
        }
    }
    return peak;
}

std::int64_t StageSimulator::stagePeak(std::span<const std::uint32_t> members, bool last,
                                       std::int64_t gradients, double& time) {
    // What the stage reads, and what it has to recompute for that: consumers come before producers.
    missing_.clear();
    for (const std::uint32_t v : members) {
        for (std::uint32_t x = vertices_[v].firstOutput; x < vertices_[v].endOutput; ++x)
            reads_[x] = 0;
    }
    const auto read = [&](std::uint32_t x) {
        const std::uint32_t p = producer_[x];
        if (p == noIndex || member_[p] != stamp_) return;
        ++reads_[x];
        needed_[p] = stamp_;
    };
    for (std::size_t k = members.size(); k-- > 0;) {
        const std::uint32_t v = members[k];
        const Vertex& vertex = vertices_[v];
        if (vertex.differentiable) {
            for (std::uint32_t i = vertex.firstSave; i < vertex.endSave; ++i)
                read(saves_[i]);
        }
        if (last || needed_[v] != stamp_ || cachedMember_[v] == stamp_) continue;
        missing_.push_back(v);
        time += vertex.time;
        for (std::uint32_t i = vertex.firstInput; i < vertex.endInput; ++i)
            read(inputs_[i]);
    }
    std::int64_t live = gradients, peak = 0;
    for (const std::uint32_t v : members) {
        if (!last && cachedMember_[v] != stamp_) continue;
        for (std::uint32_t x = vertices_[v].firstOutput; x < vertices_[v].endOutput; ++x) {
            if (reads_[x] != 0) live += values_[x].bytes;
        }
    }

    // forwardPeak() asks whether the stage reads a value: count down in a copy.
    std::vector<std::uint32_t>& left = forwardReads_;
    for (const std::uint32_t v : members) {
        for (std::uint32_t x = vertices_[v].firstOutput; x < vertices_[v].endOutput; ++x)
            left[x] = reads_[x];
    }
    const auto release = [&](std::uint32_t x) {
        const std::uint32_t p = producer_[x];
        if (p == noIndex || member_[p] != stamp_) return;
        if (--left[x] == 0) live -= values_[x].bytes;
    };
    for (std::size_t k = missing_.size(); k-- > 0;) {
        const Vertex& vertex = vertices_[missing_[k]];
        for (std::uint32_t x = vertex.firstOutput; x < vertex.endOutput; ++x)
            live += values_[x].bytes;
        peak = std::max(peak, live + vertex.workspace);
        for (std::uint32_t i = vertex.firstInput; i < vertex.endInput; ++i)
            release(inputs_[i]);
        for (std::uint32_t x = vertex.firstOutput; x < vertex.endOutput; ++x) {
            if (left[x] == 0) live -= values_[x].bytes;
        }
    }
    for (std::size_t k = members.size(); k-- > 0;) {
        const Vertex& vertex = vertices_[members[k]];
        if (!vertex.differentiable) continue;
        for (std::uint32_t x = vertex.firstOutput; x < vertex.endOutput; ++x) {
            if (values_[x].gradient && values_[x].seeded) live += values_[x].bytes;
        }
        for (std::uint32_t i = vertex.firstInput; i < vertex.endInput; ++i) {
            const std::uint32_t x = inputs_[i];
            if (!values_[x].gradient || gradientLive_[x] == stamp_) continue;
            gradientLive_[x] = stamp_;
            live += values_[x].bytes;
        }
        peak = std::max(peak, live + vertex.backwardWorkspace);
        for (std::uint32_t i = vertex.firstSave; i < vertex.endSave; ++i)
            release(saves_[i]);
        for (std::uint32_t x = vertex.firstOutput; x < vertex.endOutput; ++x) {
            if (values_[x].gradient) live -= values_[x].bytes;
        }
    }
    return peak;
}

}  // namespace reforward
