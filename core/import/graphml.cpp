// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/graph/graphml.hpp>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <sstream>
#include <unordered_set>

#include "core/base/error.h"
#include "core/import/node_link_graph.h"
#include "core/import/text_graph.h"

// GraphML by Boost.Graph's reader, which knows keys, their types and defaults. It hands out no ids and
// makes up the vertices of dangling edges, so the ids and the ends of the edges are read before.

namespace reforward {

namespace {

using boost::property_tree::ptree;

// The end of a tag; one inside of a quoted attribute is none.
std::size_t tagEnd(const std::string& text, std::size_t from) {
    char quote = 0;
    for (std::size_t i = from; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0) {
            if (c == quote) quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '>') {
            return i;
        }
    }
    return std::string::npos;
}

// The XML parser recurses on nesting; a graph file needs four levels.
void checkDepth(const std::string& text) {
    constexpr int limit = 64;
    int depth = 0;
    for (std::size_t i = text.find('<'); i != std::string::npos; i = text.find('<', i + 1)) {
        if (text.compare(i, 9, "<![CDATA[") == 0 || text.compare(i, 4, "<!--") == 0) {
            const std::size_t end = text.find(text[i + 2] == '-' ? "-->" : "]]>", i);
            if (end == std::string::npos) return;
            i = end;
        } else if (text.compare(i, 2, "</") == 0) {
            --depth;
        } else if (text.compare(i, 2, "<?") != 0 && text.compare(i, 2, "<!") != 0) {
            const std::size_t end = tagEnd(text, i);
            if (end == std::string::npos) return;
            if (text[end - 1] != '/') ++depth;
            i = end;
        }
        if (depth > limit) {
            throw Error(ErrorKind::input, "it is nested more than " + std::to_string(limit) +
                                              " levels deep, which no GraphML is");
        }
    }
}

std::string attribute(const ptree& element, const char* name, const std::string& where) {
    const auto value =
        element.get_optional<std::string>(ptree::path_type(std::string("<xmlattr>/") + name, '/'));
    if (!value) throw Error(ErrorKind::input, where + " has no " + name);
    return *value;
}

// Ids and ends of edges in the order of the file, checked.
TextGraph skeleton(const ptree& document) {
    TextGraph graph;
    std::unordered_set<std::string> ids;
    const auto root = document.get_child_optional("graphml");
    if (!root) throw Error(ErrorKind::input, "it has no element graphml");
    if (root->count("graph") != 1) {
        throw Error(ErrorKind::input,
                    "it holds " + std::to_string(root->count("graph")) + " graphs, not one");
    }
    const ptree& element = root->get_child("graph");
    if (element.get<std::string>(ptree::path_type("<xmlattr>/edgedefault", '/'), "directed") ==
        "undirected") {
        throw Error(ErrorKind::input, "its edges are undirected; a training graph is directed");
    }
    for (const auto& [tag, child] : element) {
        if (tag == "hyperedge")
            throw Error(ErrorKind::input, "it has a hyperedge, which no training graph has");
        if (tag != "node") continue;
        const std::string place = "node " + std::to_string(graph.nodes.size() + 1) + " of the file";
        graph.nodes.push_back({attribute(child, "id", place), {}});
        const std::string& id = graph.nodes.back().id;
        if (!ids.insert(id).second) throwInput(id, "this id stands twice; ids must be unique");
        if (child.count("graph") != 0) throwInput(id, "it holds a nested graph, which cannot be read");
    }
    for (const auto& [tag, child] : element) {
        if (tag != "edge") continue;
        const std::string place = "edge " + std::to_string(graph.edges.size() + 1) + " of the file";
        graph.edges.push_back({attribute(child, "source", place), attribute(child, "target", place), {}});
        const auto& [source, target, none] = graph.edges.back();
        for (const std::string* end : {&source, &target}) {
            if (!ids.contains(*end)) {
                throwInput(*end,
                           "an edge names it (" + source + " -> " + target + ") but there is no such node");
            }
        }
    }
    return graph;
}

// What Boost's reader calls; it goes through nodes and edges in the order of the file.
class Collector : public boost::mutate_graph {
  public:
    explicit Collector(TextGraph& graph) : graph_(graph) {}

    bool is_directed() const override { return true; }
    boost::any do_add_vertex() override { return boost::any(&graph_.nodes.at(nextNode_++).attributes); }
    std::pair<boost::any, bool> do_add_edge(boost::any, boost::any) override {
        return {boost::any(&graph_.edges.at(nextEdge_++).attributes), true};
    }
    void set_graph_property(const std::string& name, const std::string& value, const std::string&) override {
        set(graph_.attributes, name, value);
    }
    void set_vertex_property(const std::string& name, boost::any vertex, const std::string& value,
                             const std::string&) override {
        set(*boost::any_cast<TextGraph::Attributes*>(vertex), name, value);
    }
    void set_edge_property(const std::string& name, boost::any edge, const std::string& value,
                           const std::string&) override {
        set(*boost::any_cast<TextGraph::Attributes*>(edge), name, value);
    }

  private:
    // A default comes first and the element's own value after it.
    static void set(TextGraph::Attributes& attributes, const std::string& name, const std::string& value) {
        if (name.empty())
            throw Error(ErrorKind::input, "it is not valid GraphML: a data element names no known key");
        const auto found = std::find_if(attributes.begin(), attributes.end(),
                                        [&](const auto& pair) { return pair.first == name; });
        if (found == attributes.end()) {
            attributes.emplace_back(name, value);
        } else {
            found->second = value;
        }
    }

    TextGraph& graph_;
    std::size_t nextNode_ = 0, nextEdge_ = 0;
};

TextGraph parse(const std::string& text) {
    checkDepth(text);
    try {
        std::istringstream forIds(text);
        ptree document;
        boost::property_tree::read_xml(forIds, document);
        TextGraph graph = skeleton(document);
        document.clear();
        Collector collector(graph);
        std::istringstream forData(text);
        boost::read_graphml(forData, collector, 0);
        return graph;
    } catch (const boost::property_tree::xml_parser_error& e) {
        throw Error(ErrorKind::input,
                    "it is not valid XML: " + e.message() + " in line " + std::to_string(e.line()));
    } catch (const boost::property_tree::ptree_error& e) {
        throw Error(ErrorKind::input, std::string("it is not valid GraphML: ") + e.what());
    } catch (const boost::graph_exception& e) {
        throw Error(ErrorKind::input, std::string("it is not valid GraphML: ") + e.what());
    }
}

}  // namespace

std::shared_ptr<const ModelSource> openGraphMl(const std::string& path, const std::string& text,
                                               const Control& control) {
    control.progress(-1, "reading GraphML");
    const TextGraph graph = parse(text);
    control.throwIfCancelled();
    return std::make_shared<const NodeLinkSource>(path, nodeLinkOf(graph));
}

}  // namespace reforward
