// SPDX-License-Identifier: Apache-2.0
#include "core/import/json_text.h"
#include "core/import/node_link_graph.h"

namespace reforward {

std::shared_ptr<const ModelSource> openNodeLinkJson(const std::string& path, const std::string& text,
                                                    const Control& control) {
    control.progress(-1, "reading JSON");
    nlohmann::json root = parseJson(text);
    control.throwIfCancelled();
    return std::make_shared<const NodeLinkSource>(path, std::move(root));
}

}  // namespace reforward
