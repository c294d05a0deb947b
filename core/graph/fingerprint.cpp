// SPDX-License-Identifier: Apache-2.0
#include "core/graph/fingerprint.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/base/sha256.h"

namespace reforward {

namespace {

// Values of one vertex's inputs or saves as lines, by (file position, output).
void appendValues(std::string& text, const Graph& graph, std::span<const ValueId> values, char letter) {
    std::vector<ValueId> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());  // ValueIds are grouped by vertex in file order
    for (const ValueId x : sorted) {
        text += letter;
        text += ' ' + std::to_string(graph.producer(x)) + ' ' + std::to_string(graph.outputIndex(x)) + '\n';
    }
}

}  // namespace

std::string fingerprintText(const Graph& graph) {
    std::string text;
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        const auto flag = [](bool b) { return b ? " 1" : " 0"; };
        // Ids that are not UTF-8 are replaced, never an exception: the id only has to be stable.
        text +=
            "v " + nlohmann::json(graph.id(v)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        text += flag(graph.fixed(v));
        text += flag(graph.declaredDifferentiable(v));
        text += flag(graph.recomputable(v));
        text += flag(graph.backward(v));
        text += ' ' + std::to_string(graph.workspace(v).count());
        text += ' ' + std::to_string(graph.backwardWorkspace(v).count()) + '\n';
        for (ValueId x = graph.firstOutput(v); x < graph.firstOutput(v) + graph.outputCount(v); ++x) {
            text += "o " + std::to_string(graph.bytes(x).count()) +
                    flag(graph.declaredDifferentiableValue(x)) + '\n';
        }
        appendValues(text, graph, graph.inputs(v), 'i');
        appendValues(text, graph, graph.saves(v), 's');
    }
    return text;
}

std::string fingerprint(const Graph& graph) {
    return "sha256:" + sha256(fingerprintText(graph));
}

std::string costFingerprint(const Graph& graph) {
    std::string text = fingerprintText(graph);
    for (const VertexId v : graph.order()) {
        std::array<char, 80> times{};
        std::snprintf(times.data(), times.size(), " %a %a\n", graph.time(v), graph.backwardTime(v));
        text += std::to_string(v) + times.data();
    }
    return sha256(text);
}

}  // namespace reforward
