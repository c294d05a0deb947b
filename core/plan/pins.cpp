// SPDX-License-Identifier: Apache-2.0
#include "core/plan/pins.h"

#include <algorithm>

#include "core/base/error.h"

namespace reforward {

namespace {

[[noreturn]] void refuse(const std::string& node, const std::string& reason, const std::string& advice) {
    throw Error(ErrorKind::usage, Error::Context{{}, node, reason, advice});
}

/// The path as Graph::module() writes it: parts joined by '/' alone, none at the front.
std::string modulePath(std::string path) {
    std::replace(path.begin(), path.end(), '.', '/');
    return path.substr(std::min(path.find_first_not_of('/'), path.size()));
}

std::vector<VertexId> verticesOf(const Graph& graph, const std::vector<std::string>& names,
                                 const char* option) {
    std::vector<VertexId> found;
    for (const std::string& name : names) {
        const auto v = graph.find(name);
        if (!v && name.ends_with('/')) {
            const std::size_t before = found.size();
            const std::string path = modulePath(name);
            for (VertexId u = 0; u < graph.vertexCount(); ++u) {
                if (!path.empty() && !graph.fixed(u) && (graph.module(u) + '/').starts_with(path))
                    found.push_back(u);
            }
            if (found.size() == before) {
                refuse(name, std::string(option) + ": no vertex lies in this module",
                       "modules are listed by convert as each node's 'module'");
            }
            continue;
        }
        if (!v) {
            refuse(name, std::string(option) + ": there is no such vertex",
                   "use a vertex id, or a module path that ends in '/'");
        }
        if (graph.fixed(*v)) {
            refuse(name, std::string(option) + ": it is a fixed value, which is always there",
                   "leave it out");
        }
        found.push_back(*v);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace

Pins pinsFrom(const Graph& graph, const std::vector<std::string>& keep,
              const std::vector<std::string>& recompute) {
    Pins pins{verticesOf(graph, keep, "--keep"), verticesOf(graph, recompute, "--recompute")};
    for (const VertexId v : pins.recompute) {
        if (std::binary_search(pins.keep.begin(), pins.keep.end(), v)) {
            refuse(graph.id(v), "it is pinned both as kept and as recomputed", "drop one of the two pins");
        }
        if (!graph.recomputable(v)) {
            refuse(graph.id(v), "it is pinned as recomputed, but may run only once",
                   "drop the pin, or allow it with --allow-recompute");
        }
    }
    return pins;
}

std::uint32_t firstCopyEnds(const Graph& graph, VertexId v) {
    std::vector<std::uint32_t> readers, forward;
    const ValueId end = graph.firstOutput(v) + graph.outputCount(v);
    for (ValueId x = graph.firstOutput(v); x < end; ++x) {
        for (const VertexId c : graph.consumers(x)) {
            readers.push_back(graph.position(c));
            if (!graph.backward(c)) forward.push_back(graph.position(c));
        }
    }
    const std::uint32_t own = graph.position(v);
    if (readers.empty()) return own;
    std::sort(readers.begin(), readers.end());
    readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
    if (!graph.joint()) return readers.back();
    const std::uint32_t last = forward.empty() ? own : *std::max_element(forward.begin(), forward.end());
    if (!forward.empty() && last < readers.back()) return last;
    return readers.size() > 1 ? readers[readers.size() - 2] : own;
}

std::string brokenPin(const Graph& graph, const Schedule& schedule, const Pins& pins) {
    std::vector<std::uint32_t> limit(graph.vertexCount(), noIndex), runs(graph.vertexCount());
    std::vector<std::uint8_t> kept(graph.vertexCount());
    for (const VertexId v : pins.keep)
        kept[v] = 1;
    for (const VertexId v : pins.recompute)
        limit[v] = firstCopyEnds(graph, v);
    std::string broken;
    const auto read = [&](ValueId x, std::uint32_t position, const Step& step) {
        const VertexId u = graph.producer(x);
        if (limit[u] == noIndex || runs[u] != 1 || position <= limit[u] || !broken.empty()) return;
        broken = graph.id(u) + " is pinned as recomputed, but the " + std::string(stepName(step.kind)) +
                 " of " + graph.id(step.vertex) + " reads its first run";
    };
    for (const Step& step : schedule) {
        const VertexId v = step.vertex;
        if (step.kind == StepKind::forward) {
            // A recompute reads whatever is there; what counts is what first runs and backward steps read.
            if (runs[v] == 0) {
                for (const ValueId x : graph.inputs(v))
                    read(x, graph.position(v), step);
            }
            if (++runs[v] > 1 && kept[v] && broken.empty())
                broken = graph.id(v) + " is pinned as kept, but runs again";
        } else if (step.kind == StepKind::backward) {
            for (const ValueId x : graph.saves(v))
                read(x, noIndex - 1, step);
        }
        if (!broken.empty()) break;
    }
    return broken;
}

}  // namespace reforward
