// SPDX-License-Identifier: Apache-2.0
#include "app/cli/module_facts.h"

#include <unordered_map>

#include "core/graph/saved_values.h"

namespace reforward::cli {

std::vector<ModuleFacts> modulesOf(const Graph& graph, std::size_t depth) {
    const std::vector<bool> saved = savedValues(graph);
    // Children in the order of their first vertices, so that the tree can be walked without recursion.
    std::vector<ModuleFacts> all(1);
    std::vector<std::vector<std::size_t>> children(1);
    std::unordered_map<std::string, std::size_t> index;
    ModuleFacts outside;
    const auto add = [&](ModuleFacts& module, VertexId v) {
        ++module.vertices;
        module.valueBytes += graph.outputBytes(v);
        for (std::uint32_t k = 0; k < graph.outputCount(v); ++k) {
            const ValueId x = graph.firstOutput(v) + k;
            if (saved[x]) module.savedBytes += graph.bytes(x);
        }
        module.forwardTime += graph.time(v);
        if (graph.differentiable(v)) module.backwardTime += graph.backwardTime(v);
    };
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (graph.fixed(v)) continue;
        const std::string& path = graph.module(v);
        if (path.empty()) add(outside, v);
        std::size_t parent = 0, level = 0;
        for (std::size_t end = 0; !path.empty() && end != std::string::npos && level < depth;) {
            end = path.find('/', end == 0 ? 0 : end + 1);
            const auto [at, fresh] = index.try_emplace(path.substr(0, end), all.size());
            ++level;
            if (fresh) {
                all.emplace_back();
                all.back().path = at->first;
                all.back().depth = level;
                children.emplace_back();
                children[parent].push_back(at->second);
            }
            parent = at->second;
            add(all[parent], v);
        }
    }
    std::vector<ModuleFacts> tree;
    std::vector<std::size_t> open(children[0].rbegin(), children[0].rend());
    while (!open.empty()) {
        const std::size_t m = open.back();
        open.pop_back();
        tree.push_back(all[m]);
        open.insert(open.end(), children[m].rbegin(), children[m].rend());
    }
    if (outside.vertices > 0) tree.push_back(outside);
    return tree;
}

nlohmann::ordered_json toJson(const std::vector<ModuleFacts>& modules) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const ModuleFacts& module : modules) {
        json.push_back({{"module", module.path},
                        {"vertices", module.vertices},
                        {"value_bytes", module.valueBytes.count()},
                        {"saved_bytes", module.savedBytes.count()},
                        {"forward_time", module.forwardTime},
                        {"backward_time", module.backwardTime}});
    }
    return json;
}

}  // namespace reforward::cli
