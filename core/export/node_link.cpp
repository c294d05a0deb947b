// SPDX-License-Identifier: Apache-2.0
#include "core/export/graph_files.h"
#include "core/export/node_link_object.h"

namespace reforward {

std::string toNodeLinkJson(const Graph& graph) {
    using Json = nlohmann::ordered_json;
    const Json object = nodeLinkObject(graph);
    // One node or link a line: as good to compare and to read as to parse.
    const auto text = [](const Json& value) {
        return value.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    const auto list = [&](const Json& values) {
        std::string lines;
        for (const Json& value : values)
            lines += (lines.empty() ? "\n  " : ",\n  ") + text(value);
        return '[' + lines + ']';
    };
    return "{\"directed\":true,\"multigraph\":" + text(object["multigraph"]) +
           ",\n \"graph\":" + text(object["graph"]) + ",\n \"nodes\":" + list(object["nodes"]) +
           ",\n \"links\":" + list(object["links"]) + "}\n";
}

}  // namespace reforward
