// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <map>
#include <sstream>

#include "core/base/error.h"
#include "core/export/graph_files.h"
#include "core/export/node_link_object.h"

namespace reforward {

namespace {

using boost::property_tree::ptree;
using Json = nlohmann::ordered_json;

// XML 1.0 has no way to write the other control characters.
const std::string& checked(const std::string& text, const std::string& id) {
    const bool bad = std::ranges::any_of(
        text, [](unsigned char c) { return c < 0x20 && c != '\t' && c != '\n' && c != '\r'; });
    if (bad) throwInput(id, "it holds a control character, which GraphML cannot", "write JSON");
    return text;
}

const char* typeOf(const Json& value) {
    if (value.is_boolean()) return "boolean";
    if (value.is_number_integer()) return "long";
    if (value.is_number()) return "double";
    return "string";
}

// GraphML declares each attribute once with one type: a key whose values differ in type is a string, and
// long with double a double.
class Keys {
  public:
    explicit Keys(const Graph& graph) : graph_(graph) {}

    void declare(const std::string& element, const Json& object, const std::vector<std::string>& without) {
        for (const auto& [key, value] : object.items()) {
            if (std::ranges::find(without, key) != without.end()) continue;
            const std::string type = typeOf(value);
            const auto [place, isNew] = keys_.try_emplace({element, key}, Key{keys_.size(), type});
            std::string& known = place->second.type;
            if (isNew || known == type) continue;
            const bool numbers =
                known != "string" && known != "boolean" && type != "string" && type != "boolean";
            known = numbers ? "double" : "string";
        }
    }

    void write(ptree& root) const {
        std::vector<std::pair<std::size_t, ptree>> inOrder;
        for (const auto& [name, key] : keys_) {
            ptree element;
            element.put("<xmlattr>.id", "d" + std::to_string(key.number));
            element.put("<xmlattr>.for", name.first);
            element.put(ptree::path_type("<xmlattr>/attr.name", '/'), checked(name.second, name.second));
            element.put(ptree::path_type("<xmlattr>/attr.type", '/'), key.type);
            inOrder.emplace_back(key.number, std::move(element));
        }
        std::ranges::sort(inOrder, {}, [](const auto& pair) { return pair.first; });
        for (auto& [number, element] : inOrder)
            root.add_child("key", element);
    }

    void addData(ptree& element, const std::string& kind, const Json& object,
                 const std::vector<std::string>& without, const std::string& id) const {
        for (const auto& [key, text] : textAttributes(graph_, object, without)) {
            ptree data(checked(text, id));
            data.put("<xmlattr>.key", "d" + std::to_string(keys_.at({kind, key}).number));
            element.add_child("data", data);
        }
    }

  private:
    struct Key {
        std::size_t number;
        std::string type;
    };
    const Graph& graph_;
    std::map<std::pair<std::string, std::string>, Key> keys_;
};

}  // namespace

std::string toGraphMl(const Graph& graph) {
    const Json object = nodeLinkObject(graph);
    const std::vector<std::string> idOnly{"id"}, endsOnly{"source", "target"};
    Keys keys(graph);
    keys.declare("graph", object["graph"], {});
    for (const Json& node : object["nodes"])
        keys.declare("node", node, idOnly);
    for (const Json& link : object["links"])
        keys.declare("edge", link, endsOnly);

    ptree root, element;
    root.put("<xmlattr>.xmlns", "http://graphml.graphdrawing.org/xmlns");
    keys.write(root);
    element.put("<xmlattr>.edgedefault", "directed");
    keys.addData(element, "graph", object["graph"], {}, graph.notes().name);
    for (const Json& node : object["nodes"]) {
        ptree child;
        const auto id = node["id"].get<std::string>();
        child.put("<xmlattr>.id", checked(id, id));
        keys.addData(child, "node", node, idOnly, id);
        element.add_child("node", child);
    }
    for (const Json& link : object["links"]) {
        ptree child;
        child.put("<xmlattr>.source", link["source"].get<std::string>());
        child.put("<xmlattr>.target", link["target"].get<std::string>());
        keys.addData(child, "edge", link, endsOnly, {});
        element.add_child("edge", child);
    }
    root.add_child("graph", element);
    ptree document;
    document.add_child("graphml", root);
    std::ostringstream out;
    boost::property_tree::write_xml(out, document,
                                    boost::property_tree::xml_writer_make_settings<std::string>(' ', 1));
    return out.str();
}

}  // namespace reforward
