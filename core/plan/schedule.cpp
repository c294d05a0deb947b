// SPDX-License-Identifier: Apache-2.0
#include "core/plan/schedule.h"

#include <algorithm>

#include "core/base/error.h"

namespace reforward {

Schedule withFrees(const Graph& graph, const std::vector<Run>& runs) {
    constexpr std::size_t never = SIZE_MAX;
    // Going backward over the runs, the first reader met since the next run of a value is its last read.
    // `freeAfter[k]` lists the values to free after run k, collected as (k, value) pairs.
    std::vector<std::size_t> lastRead(graph.valueCount(), never);
    std::vector<std::pair<std::size_t, ValueId>> frees;
    const auto read = [&](ValueId x, std::size_t k) {
        if (lastRead[x] == never) lastRead[x] = k;
    };
    for (std::size_t k = runs.size(); k-- > 0;) {
        const VertexId v = runs[k].vertex;
        if (runs[k].kind == StepKind::forward) {
            for (ValueId x = graph.firstOutput(v); x < graph.firstOutput(v) + graph.outputCount(v); ++x) {
                frees.emplace_back(lastRead[x] == never ? k : lastRead[x], x);
                lastRead[x] = never;
            }
            for (const ValueId x : graph.inputs(v))
                read(x, k);
        } else {
            for (const ValueId x : graph.saves(v))
                read(x, k);
        }
    }
    std::sort(frees.begin(), frees.end());
    Schedule schedule;
    schedule.reserve(runs.size() * 2 + frees.size());
    std::size_t next = 0;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        const VertexId v = runs[k].vertex;
        schedule.push_back({runs[k].kind, 0, v});
        for (; next < frees.size() && frees[next].first == k; ++next) {
            const ValueId x = frees[next].second;
            schedule.push_back({StepKind::free, graph.outputIndex(x), graph.producer(x)});
        }
        if (runs[k].kind == StepKind::backward) {
            for (std::uint32_t o = 0; o < graph.outputCount(v); ++o) {
                if (graph.hasGradient(graph.firstOutput(v) + o))
                    schedule.push_back({StepKind::freeGradient, o, v});
            }
        }
    }
    return schedule;
}

namespace {

void appendForward(const Graph& graph, std::vector<Run>& runs) {
    for (const VertexId v : graph.order()) {
        if (!graph.fixed(v)) runs.push_back({StepKind::forward, 0, v});
    }
}

void appendBackward(const Graph& graph, VertexId v, std::vector<Run>& runs) {
    if (graph.differentiable(v)) runs.push_back({StepKind::backward, 0, v});
}

// Collects into `missing` the vertices that must run so that every vertex of `wanted` is available:
// those themselves where not available, and what their runs read, and so on. Iterative.
template <class Available>
void collectMissing(const Graph& graph, std::vector<VertexId> wanted, const Available& available,
                    std::vector<bool>& inMissing, std::vector<VertexId>& missing) {
    while (!wanted.empty()) {
        const VertexId v = wanted.back();
        wanted.pop_back();
        if (inMissing[v] || available(v)) continue;
        inMissing[v] = true;
        missing.push_back(v);
        for (const ValueId x : graph.inputs(v))
            wanted.push_back(graph.producer(x));
    }
}

void runInOrder(const Graph& graph, std::vector<VertexId>& missing, std::vector<bool>& inMissing,
                std::vector<Run>& runs) {
    std::sort(missing.begin(), missing.end(),
              [&](VertexId a, VertexId b) { return graph.position(a) < graph.position(b); });
    for (const VertexId v : missing) {
        runs.push_back({StepKind::forward, 0, v});
        inMissing[v] = false;
    }
}

// The number of the segment of each vertex; checks the partition and that prefixes are lower sets.
std::vector<std::uint32_t> segmentNumbers(const Graph& graph,
                                          const std::vector<std::vector<VertexId>>& segments) {
    std::vector<std::uint32_t> of(graph.vertexCount(), noIndex);
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < segments.size(); ++i) {
        for (const VertexId v : segments[i]) {
            if (v >= graph.vertexCount() || graph.fixed(v) || of[v] != noIndex) {
                throw Error(ErrorKind::check, "segments are no partition of the vertices");
            }
            of[v] = i;
            ++count;
        }
    }
    if (count != graph.plannedCount()) throw Error(ErrorKind::check, "segments leave a vertex out");
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        for (const ValueId x : graph.inputs(v)) {
            const VertexId u = graph.producer(x);
            if (!graph.fixed(u) && of[u] > of[v]) {
                throw Error(
                    ErrorKind::check,
                    Error::Context{
                        {}, graph.id(v), "its segment comes before that of its input " + graph.id(u), {}});
            }
        }
    }
    return of;
}

}  // namespace

Schedule keepAllSchedule(const Graph& graph) {
    std::vector<Run> runs;
    appendForward(graph, runs);
    for (std::size_t i = graph.order().size(); i-- > 0;)
        appendBackward(graph, graph.order()[i], runs);
    return withFrees(graph, runs);
}

Schedule scheduleFromSegments(const Graph& graph, const std::vector<std::vector<VertexId>>& segments) {
    const std::vector<std::uint32_t> of = segmentNumbers(graph, segments);
    std::vector<std::vector<VertexId>> ordered(segments.size());
    for (const VertexId v : graph.order()) {
        if (!graph.fixed(v)) ordered[of[v]].push_back(v);
    }
    // Cached: read by a later segment (the boundary), or not to be run again.
    std::vector<bool> cached(graph.vertexCount());
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        cached[v] = graph.fixed(v) || !graph.recomputable(v);
    }
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        for (const ValueId x : graph.inputs(v)) {
            const VertexId u = graph.producer(x);
            if (!graph.fixed(u) && of[u] < of[v]) cached[u] = true;
        }
    }
    std::vector<Run> runs;
    for (const auto& segment : ordered) {
        for (const VertexId v : segment)
            runs.push_back({StepKind::forward, 0, v});
    }
    std::vector<bool> inMissing(graph.vertexCount());
    for (std::size_t i = ordered.size(); i-- > 0;) {
        if (i + 1 < ordered.size()) {
            std::vector<VertexId> wanted, missing;
            for (const VertexId v : ordered[i]) {
                if (!graph.differentiable(v)) continue;
                for (const ValueId x : graph.saves(v))
                    wanted.push_back(graph.producer(x));
            }
            collectMissing(
                graph, std::move(wanted), [&](VertexId v) { return cached[v]; }, inMissing, missing);
            runInOrder(graph, missing, inMissing, runs);
        }
        for (std::size_t k = ordered[i].size(); k-- > 0;)
            appendBackward(graph, ordered[i][k], runs);
    }
    return withFrees(graph, runs);
}

Schedule scheduleFromBits(const Graph& graph, const std::vector<bool>& keep,
                          const std::vector<bool>& retain) {
    std::vector<Run> runs;
    appendForward(graph, runs);
    std::vector<bool> there(graph.vertexCount()), inMissing(graph.vertexCount());
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        there[v] = graph.fixed(v) || !graph.recomputable(v) || keep[v];
    }
    for (std::size_t i = graph.order().size(); i-- > 0;) {
        const VertexId v = graph.order()[i];
        if (!graph.differentiable(v)) continue;
        std::vector<VertexId> wanted, missing;
        for (const ValueId x : graph.saves(v))
            wanted.push_back(graph.producer(x));
        collectMissing(
            graph, std::move(wanted), [&](VertexId u) { return there[u]; }, inMissing, missing);
        runInOrder(graph, missing, inMissing, runs);
        appendBackward(graph, v, runs);
        for (const VertexId u : missing) {
            if (retain[u]) there[u] = true;
        }
    }
    return withFrees(graph, runs);
}

}  // namespace reforward
