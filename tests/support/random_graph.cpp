// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_graph.h"

namespace reforward::tests {

std::shared_ptr<const Graph> randomGraph(std::mt19937& random, const RandomGraph& kind) {
    const auto upTo = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
    const auto chance = [&](double share) { return static_cast<double>(random() % 1000) < share * 1000; };
    GraphBuilder builder;
    const int n = 1 + upTo(kind.most - 1);
    const int fixed = kind.oddities && n > 2 && chance(0.4) ? 1 : 0;
    for (int i = 0; i < n; ++i) {
        VertexSpec spec;
        spec.id = std::to_string(i);
        spec.outputs = {{"", upTo(kind.mostBytes), true}};
        spec.time = upTo(kind.mostTime);
        spec.fixed = i < fixed;
        if (kind.oddities) {
            if (chance(0.25)) spec.outputs.push_back({"", upTo(kind.mostBytes), chance(0.3)});
            if (chance(0.3)) spec.workspace = upTo(6);
            if (chance(0.3)) spec.backwardWorkspace = upTo(6);
            spec.differentiable = !chance(0.15);
            spec.recompute = !chance(0.15);
        }
        builder.addVertex(std::move(spec));
    }
    std::vector<std::vector<VertexSpec::ValueName>> inputs(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
        for (int j = std::max(i + 1, fixed); j < n; ++j) {
            if (!chance(kind.edgeShare)) continue;
            const auto outputs = static_cast<int>(builder.spec(static_cast<VertexId>(i)).outputs.size());
            const int output = upTo(outputs - 1);
            builder.addEdge(static_cast<VertexId>(i), output, static_cast<VertexId>(j));
            inputs[static_cast<std::size_t>(j)].push_back({std::to_string(i), output});
        }
    }
    for (int j = 0; kind.oddities && j < n; ++j) {
        if (chance(0.3)) continue;
        auto& saves = builder.spec(static_cast<VertexId>(j)).saves.emplace();
        for (const auto& input : inputs[static_cast<std::size_t>(j)]) {
            if (chance(0.5)) saves.push_back(input);
        }
        if (chance(0.5)) saves.push_back({std::to_string(j), 0});
    }
    return std::make_shared<const Graph>(std::move(builder).build());
}

}  // namespace reforward::tests
