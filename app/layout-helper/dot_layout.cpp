// SPDX-License-Identifier: Apache-2.0
#include "app/layout-helper/dot_layout.h"

#include <graphviz/gvc.h>

#include <memory>
#include <string>
#include <vector>

namespace reforward::helper {

using nlohmann::json;

namespace {

constexpr double pointsPerInch = 72;  // one px at 100% is one point of dot

// Graphviz takes names and values as char*, though it changes neither.
char* text(const std::string& s) {
    return const_cast<char*>(s.c_str());
}

void setDefault(Agraph_t* graph, int kind, const std::string& name, const std::string& value) {
    agattr(graph, kind, text(name), text(value));
}

// Context, graph and layout are freed in the order that libgvc wants.
class Job {
  public:
    Job() : context_(gvContext()), graph_(agopen(text("g"), Agdirected, nullptr)) {}
    ~Job() {
        if (done_) gvFreeLayout(context_, graph_);
        agclose(graph_);
        gvFreeContext(context_);
    }
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    Agraph_t* graph() const { return graph_; }
    bool run() { return done_ = gvLayout(context_, graph_, "dot") == 0; }

  private:
    GVC_t* context_;
    Agraph_t* graph_;
    bool done_ = false;
};

json curveOf(Agedge_t* edge, double height) {
    json points = json::array();
    const splines* curves = ED_spl(edge);
    if (curves == nullptr) return points;
    for (int i = 0; i < curves->size; ++i) {
        const bezier& piece = curves->list[i];
        for (int k = 0; k < piece.size; ++k)
            points.push_back({piece.list[k].x, height - piece.list[k].y});
    }
    return points;
}

}  // namespace

json dotLayout(const json& request) {
    Job job;
    Agraph_t* g = job.graph();
    const auto inches = [](double px) { return std::to_string(px / pointsPerInch); };
    setDefault(g, AGRAPH, "nodesep", inches(request.value("node_separation", 20.0)));
    setDefault(g, AGRAPH, "ranksep", inches(request.value("rank_separation", 10.0)));
    setDefault(g, AGNODE, "shape", "box");
    setDefault(g, AGNODE, "label", "");
    setDefault(g, AGNODE, "fixedsize", "true");
    setDefault(g, AGNODE, "width", "1");
    setDefault(g, AGNODE, "height", "1");
    std::vector<Agnode_t*> nodes;
    for (const json& box : request.at("boxes")) {
        const std::string name = std::to_string(nodes.size());
        nodes.push_back(agnode(g, text(name), 1));
        agset(nodes.back(), text("width"), text(inches(box.at(0).get<double>())));
        agset(nodes.back(), text("height"), text(inches(box.at(1).get<double>())));
    }
    std::vector<Agedge_t*> edges;
    for (const json& edge : request.at("edges")) {
        const std::string name = std::to_string(edges.size());
        edges.push_back(agedge(g, nodes.at(edge.at(0).get<std::size_t>()),
                               nodes.at(edge.at(1).get<std::size_t>()), text(name), 1));
    }
    if (!job.run())
        return {{"error", std::string("dot failed: ") + (aglasterr() != nullptr ? aglasterr() : "")}};

    const boxf bounds = GD_bb(g);
    const double height = bounds.UR.y;
    json centres = json::array(), curves = json::array();
    for (Agnode_t* n : nodes)
        centres.push_back({ND_coord(n).x, height - ND_coord(n).y});
    for (Agedge_t* e : edges)
        curves.push_back(curveOf(e, height));
    return {{"centres", std::move(centres)},
            {"curves", std::move(curves)},
            {"width", bounds.UR.x},
            {"height", height}};
}

}  // namespace reforward::helper
