// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_content.h"

#include <algorithm>

#include "core/base/format.h"
#include "widgets/style/labels.h"
#include "widgets/style/metrics.h"

namespace reforward {

namespace {

/// Distinct pairs of boxes of which one reads a value of the other, by the reader.
void collectEdges(const Graph& graph, CanvasContent& content) {
    std::vector<std::uint32_t> producers;
    for (std::uint32_t box = 0; box < content.boxCount(); ++box) {
        producers.clear();
        for (const ValueId x : graph.inputs(content.vertexOfBox[box])) {
            const std::uint32_t from = content.boxOfVertex[graph.producer(x)];
            if (from != noIndex && from != box) producers.push_back(from);
        }
        std::ranges::sort(producers);
        const auto repeated = std::ranges::unique(producers);
        producers.erase(repeated.begin(), repeated.end());
        for (const std::uint32_t from : producers)
            content.layoutInput.edges.emplace_back(from, box);
    }
}

/// Edge numbers grouped by one of their ends.
void group(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges, std::size_t boxes,
           bool byTarget, std::vector<std::uint32_t>& first, std::vector<std::uint32_t>& grouped) {
    const auto end = [&](std::size_t e) { return byTarget ? edges[e].second : edges[e].first; };
    first.assign(boxes + 1, 0);
    grouped.resize(edges.size());
    for (std::size_t e = 0; e < edges.size(); ++e)
        ++first[end(e) + 1];
    for (std::size_t box = 0; box < boxes; ++box)
        first[box + 1] += first[box];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::size_t e = 0; e < edges.size(); ++e)
        grouped[next[end(e)]++] = static_cast<std::uint32_t>(e);
}

QString bytesText(Bytes bytes) {
    return QString::fromStdString(formatBytesShort(bytes));
}

Bytes sumOfBytes(const Graph& graph, std::span<const VertexId> vertices) {
    Bytes sum;
    for (const VertexId v : vertices)
        sum = sum + graph.outputBytes(v);
    return sum;
}

void finish(CanvasContent& content) {
    const auto& edges = content.layoutInput.edges;
    group(edges, content.boxCount(), false, content.firstOut, content.outEdges);
    group(edges, content.boxCount(), true, content.firstIn, content.inEdges);
}

}  // namespace

std::uint32_t CanvasContent::boxOfModule(std::uint32_t module) const {
    if (!hasModules()) return noIndex;
    const std::uint32_t box = boxOfVertex[tree->vertices(module).front()];
    return moduleOf(box) != noIndex && tree->holds(moduleOf(box), module) ? box : noIndex;
}

std::uint32_t CanvasContent::frameOfModule(std::uint32_t module) const {
    const auto found = std::ranges::lower_bound(moduleOfFrame, module);
    return found == moduleOfFrame.end() || *found != module
               ? noIndex
               : static_cast<std::uint32_t>(found - moduleOfFrame.begin());
}

CanvasContentPtr makeCanvasContent(std::shared_ptr<const Graph> graph) {
    auto content = std::make_shared<CanvasContent>();
    const Graph& g = *graph;
    content->boxOfVertex.assign(g.vertexCount(), noIndex);
    for (VertexId v = 0; v < g.vertexCount(); ++v) {
        if (g.fixed(v)) continue;
        content->boxOfVertex[v] = static_cast<std::uint32_t>(content->boxCount());
        content->vertexOfBox.push_back(v);
        content->names.push_back(vertexLabel(g, v));
        content->figures.push_back(bytesText(g.outputBytes(v)));
    }
    content->layoutInput.boxes.assign(content->boxCount(), {metrics::vertexWidth, metrics::vertexHeight});
    collectEdges(g, *content);
    finish(*content);
    content->graph = std::move(graph);
    return content;
}

CanvasContentPtr makeCanvasContent(std::shared_ptr<const Graph> graph, std::shared_ptr<const ModuleTree> tree,
                                   const Expansion& expansion) {
    if (expansion.flat) {
        auto flat = std::make_shared<CanvasContent>(*makeCanvasContent(std::move(graph)));
        flat->tree = std::move(tree);
        return flat;
    }
    auto content = std::make_shared<CanvasContent>();
    const Graph& g = *graph;
    ViewGraph view = makeViewGraph(g, *tree, expansion);
    content->expansion = expansion;
    content->boxOfVertex = std::move(view.nodeOfVertex);
    for (std::size_t box = 0; box < view.nodes.size(); ++box) {
        const ModuleTree::Item& node = view.nodes[box];
        content->vertexOfBox.push_back(node.vertex);
        content->moduleOfBox.push_back(node.module);
        if (node.module != noIndex) {
            content->names.push_back(moduleLabel(*tree, node.module));
            content->figures.push_back(bytesText(sumOfBytes(g, tree->vertices(node.module))));
            content->layoutInput.boxes.push_back({metrics::moduleWidth, metrics::moduleHeight});
        } else {
            const double height =
                view.frameOfNode[box] != noIndex ? metrics::framedVertexHeight : metrics::vertexHeight;
            content->names.push_back(vertexLabel(g, node.vertex));
            content->figures.push_back(bytesText(g.outputBytes(node.vertex)));
            content->layoutInput.boxes.push_back({metrics::vertexWidth, height});
        }
    }
    static_assert(noIndex == LayoutInput::noFrame);
    content->layoutInput.frames = std::move(view.frameOfFrame);
    content->layoutInput.frameOfBox = std::move(view.frameOfNode);
    content->moduleOfFrame = std::move(view.frames);
    for (const std::uint32_t m : content->moduleOfFrame) {
        content->frameNames.push_back(moduleLabel(*tree, m));
        content->frameFigures.push_back(bytesText(sumOfBytes(g, tree->vertices(m))));
    }
    for (const ViewGraph::Edge& edge : view.edges)
        content->layoutInput.edges.emplace_back(edge.from, edge.to);
    finish(*content);
    content->graph = std::move(graph);
    content->tree = std::move(tree);
    return content;
}

}  // namespace reforward
