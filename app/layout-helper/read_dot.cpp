// SPDX-License-Identifier: Apache-2.0
#include "app/layout-helper/read_dot.h"

#include <graphviz/cgraph.h>

#include <memory>
#include <vector>

namespace reforward::helper {

using nlohmann::json;

namespace {

// cgraph reports errors in pieces through a function without a context.
std::string& messages() {
    static std::string text;
    return text;
}

int collect(char* piece) {
    messages() += piece;
    return 0;
}

struct CloseGraph {
    void operator()(Agraph_t* graph) const { agclose(graph); }
};

std::vector<Agsym_t*> declared(Agraph_t* graph, int kind) {
    std::vector<Agsym_t*> symbols;
    for (Agsym_t* s = agnxtattr(graph, kind, nullptr); s != nullptr; s = agnxtattr(graph, kind, s))
        symbols.push_back(s);
    return symbols;
}

json attributesOf(void* object, const std::vector<Agsym_t*>& symbols) {
    json attributes = json::object();
    for (Agsym_t* symbol : symbols) {
        const char* value = agxget(object, symbol);
        if (value != nullptr && *value != '\0') attributes[symbol->name] = value;
    }
    return attributes;
}

// One line without the library's own prefix.
std::string firstMessage() {
    std::string text = messages();
    if (text.starts_with("Error: ")) text.erase(0, 7);
    if (text.starts_with("<unknown>: ")) text.erase(0, 11);
    for (char& c : text) {
        if (c == '\n') c = ' ';
    }
    while (!text.empty() && text.back() == ' ')
        text.pop_back();
    return text.empty() ? "there is no graph in it" : text;
}

}  // namespace

json readDot(const std::string& text) {
    agseterrf(collect);
    if (text.find('\0') != std::string::npos) return {{"error", "it holds a zero byte"}};
    const std::unique_ptr<Agraph_t, CloseGraph> graph(agmemread(text.c_str()));
    if (!graph) return {{"error", firstMessage()}};
    Agraph_t* g = graph.get();
    json nodes = json::array(), edges = json::array();
    const auto ofNodes = declared(g, AGNODE), ofEdges = declared(g, AGEDGE), ofGraph = declared(g, AGRAPH);
    // Edges come in the order of their sources and, of one source, of the file.
    for (Agnode_t* n = agfstnode(g); n != nullptr; n = agnxtnode(g, n)) {
        nodes.push_back({{"id", agnameof(n)}, {"attributes", attributesOf(n, ofNodes)}});
        for (Agedge_t* e = agfstout(g, n); e != nullptr; e = agnxtout(g, e)) {
            edges.push_back({{"source", agnameof(agtail(e))},
                             {"target", agnameof(aghead(e))},
                             {"attributes", attributesOf(e, ofEdges)}});
        }
    }
    return {{"directed", agisdirected(g) != 0},
            {"attributes", attributesOf(g, ofGraph)},
            {"nodes", std::move(nodes)},
            {"edges", std::move(edges)}};
}

}  // namespace reforward::helper
