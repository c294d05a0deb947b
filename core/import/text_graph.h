// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace reforward {

/// A graph whose attributes are all texts, as GraphML and DOT hold them, in the order of the file.
struct TextGraph {
    using Attributes = std::vector<std::pair<std::string, std::string>>;
    struct Node {
        std::string id;
        Attributes attributes;
    };
    struct Edge {
        std::string source, target;
        Attributes attributes;
    };
    Attributes attributes;
    std::vector<Node> nodes;
    std::vector<Edge> edges;
};

/// The same graph as a node-link object, each known key with its type: numbers and flags from their text,
/// `saves` and `order` from ids separated by spaces (`id:k` for output k) or from a JSON list. A text that
/// does not fit its key stays a text, so that NodeLinkSource refuses it by node and key.
nlohmann::json nodeLinkOf(const TextGraph& graph);

}  // namespace reforward
