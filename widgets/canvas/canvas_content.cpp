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

}  // namespace

CanvasContentPtr makeCanvasContent(std::shared_ptr<const Graph> graph) {
    auto content = std::make_shared<CanvasContent>();
    const Graph& g = *graph;
    content->boxOfVertex.assign(g.vertexCount(), noIndex);
    for (VertexId v = 0; v < g.vertexCount(); ++v) {
        if (g.fixed(v)) continue;
        content->boxOfVertex[v] = static_cast<std::uint32_t>(content->boxCount());
        content->vertexOfBox.push_back(v);
        content->names.push_back(vertexLabel(g, v));
        content->figures.push_back(QString::fromStdString(formatBytesShort(g.outputBytes(v))));
    }
    content->layoutInput.boxes.assign(content->boxCount(), {metrics::vertexWidth, metrics::vertexHeight});
    collectEdges(g, *content);
    const auto& edges = content->layoutInput.edges;
    group(edges, content->boxCount(), false, content->firstOut, content->outEdges);
    group(edges, content->boxCount(), true, content->firstIn, content->inEdges);
    content->graph = std::move(graph);
    return content;
}

}  // namespace reforward
