// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"
#include "core/import/import.h"
#include "core/import/json_text.h"
#include "core/import/node_link_graph.h"

namespace reforward {

Graph readNodeLinkJson(const std::string& path, const std::string& text, const ImportOptions& options,
                       const Control& control) {
    try {
        control.progress(-1, "reading JSON");
        const nlohmann::json root = parseJson(text);
        control.throwIfCancelled();
        return graphFromNodeLink(path, root, options);
    } catch (const Error& e) {
        throw e.inFile(path);
    }
}

}  // namespace reforward
