// SPDX-License-Identifier: Apache-2.0
#include "core/graph/graph.h"

namespace reforward {

std::span<const std::pair<std::string, std::string>> Graph::extra(VertexId v) const {
    return extra_[v];
}

std::optional<VertexId> Graph::find(std::string_view id) const {
    const auto found = byId_.find(std::string(id));
    if (found == byId_.end()) return std::nullopt;
    return found->second;
}

}  // namespace reforward
