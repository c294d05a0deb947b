// SPDX-License-Identifier: Apache-2.0
#include "core/training/fusion.h"

#include <algorithm>
#include <span>

#include "core/training/pattern_graph.h"

namespace reforward {

namespace {

// By the operator of a pattern's last node; of several the first that fits.
struct Pattern {
    std::string_view last;
    bool (*fuse)(PatternGraph&, NodeId);
};

constexpr Pattern operators[] = {
    {"Div", fuseLayerNormalization},
    {"Div", fuseHardSwish},
    {"Div", fuseReciprocalRoot},
    {"Div", fuseLogarithm},
    {"Mul", fuseGelu},
    {"Mul", fuseSilu},
    {"Mul", fuseHardSwish},
    {"Mul", fuseMish},
    {"Mul", fuseGlu},
    {"Mul", fuseWeightNormalization},
    {"Log", fuseLogSigmoid},
    {"Add", fuseShrink},
    {"Add", fuseScaledSum},
    {"Where", fuseShrink},
    {"Where", fuseDivergence},
    {"Reciprocal", fuseReciprocalRoot},
    {"Reshape", fuseGroupNormalization},
    {"AveragePool", fusePaddedPooling},
    {"Neg", fuseCrossEntropyWithLogits},
};
// What larger patterns hold as a part.
constexpr Pattern parts[] = {
    {"ReduceMean", fuseVariance},
};

void apply(PatternGraph& graph, std::span<const Pattern> patterns) {
    for (NodeId n = 0; n < graph.nodes(); ++n) {
        if (!graph.at(n).standard() || graph.at(n).outputs.empty()) continue;
        for (const Pattern& pattern : patterns) {
            if (graph.at(n).op == pattern.last && pattern.fuse(graph, n)) break;
        }
    }
}

}  // namespace

std::vector<Fusion> fusePatterns(Model& model) {
    PatternGraph graph(model);
    apply(graph, operators);
    apply(graph, parts);
    return graph.takeFusions();
}

}  // namespace reforward
