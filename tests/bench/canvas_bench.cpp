// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <cmath>

#include "core/graph/graph_builder.h"
#include "widgets/canvas/graph_canvas.h"
#include "widgets/canvas/graph_painter.h"
#include "widgets/style/type.h"

// Painting at the sizes that visual.md and the issue name: 20,000 vertices in one batch, and a new plan on a
// graph of 2,000. One iteration is one frame.

namespace {

using namespace reforward;

/// A chain with skips over 40 vertices, in columns as wide as high.
struct Scene {
    explicit Scene(std::uint32_t count) {
        GraphBuilder builder;
        for (std::uint32_t i = 0; i < count; ++i) {
            VertexSpec spec;
            spec.id = "layer/" + std::to_string(i) + "/MatMul";
            spec.outputs[0].bytes = 1000 * std::int64_t(i + 1);
            builder.addVertex(std::move(spec));
            if (i > 0) builder.addEdge(i - 1, 0, i);
            if (i > 40 && i % 10 == 0) builder.addEdge(i - 40, 0, i);
        }
        content = makeCanvasContent(std::make_shared<const Graph>(std::move(builder).build()));
        constexpr double columnWidth = 190, rowPitch = 34;
        const auto rows = static_cast<std::uint32_t>(std::sqrt(count * columnWidth / rowPitch)) + 1;
        auto laidOut = std::make_shared<GraphLayout>();
        laidOut->boxes = content->layoutInput.boxes;
        for (std::uint32_t i = 0; i < count; ++i) {
            laidOut->centres.push_back({i / rows * columnWidth + 90, i % rows * rowPitch + 20});
        }
        for (const auto& [from, to] : content->layoutInput.edges) {
            const LayoutPoint a = laidOut->centres[from], b = laidOut->centres[to];
            LayoutEdge edge{from, to, {{a.x, a.y + 12}, {b.x, b.y - 12}}, to > from + 1};
            if (edge.skip || a.x != b.x) {
                const double lane = a.x + 84;
                edge.points = {{a.x + 74, a.y}, {lane, a.y}, {lane, b.y}, {b.x - 74, b.y}};
            }
            laidOut->edges.push_back(edge);
        }
        laidOut->width = count / rows * columnWidth + 180, laidOut->height = rows * rowPitch + 20;
        layout = laidOut;
        for (std::uint32_t i = 0; i < count; ++i) {
            states.push_back(i % 3 == 0   ? VertexState::recomputed
                             : i % 7 == 0 ? VertexState::dropped
                                          : VertexState::kept);
        }
    }

    CanvasContentPtr content;
    GraphLayoutPtr layout;
    std::vector<VertexState> states;
};

/// 1600 x 1000 px; range(1): the scale in percent, 0 for all of the graph.
void paint(benchmark::State& state) {
    const Scene scene(static_cast<std::uint32_t>(state.range(0)));
    QImage image(1600, 1000, QImage::Format_RGB32);
    GraphPainter graph(scene.content, scene.layout, pictureFont());
    PaintRequest request;
    request.projection.scale = state.range(1) > 0
                                   ? double(state.range(1)) / 100
                                   : std::min(1600 / scene.layout->width, 1000 / scene.layout->height);
    request.clip = QRectF(image.rect());
    request.states = scene.states;
    for (auto _ : state) {
        QPainter painter(&image);
        graph.paint(painter, request);
    }
}
BENCHMARK(paint)
    ->Args({20000, 0})
    ->Args({20000, 34})
    ->Args({20000, 62})
    ->Args({2000, 0})
    ->Args({2000, 100})
    ->Unit(benchmark::kMillisecond);

/// A new plan until the pixels are there.
void recolour(benchmark::State& state) {
    const Scene scene(static_cast<std::uint32_t>(state.range(0)));
    GraphCanvas canvas;
    canvas.resize(1195, 525);
    canvas.setContent(scene.content, scene.layout);
    canvas.show();
    if (state.range(1) > 0) {
        CanvasView view = canvas.view();
        view.scale = double(state.range(1)) / 100;
        canvas.setView(view);
    }
    QImage image(canvas.size(), QImage::Format_RGB32);
    const auto plan = std::make_shared<Plan>(), other = std::make_shared<Plan>();
    plan->predicted.states = scene.states;
    plan->predicted.runs.assign(scene.states.size(), 1);
    *other = *plan;
    std::ranges::rotate(other->predicted.states, other->predicted.states.begin() + 1);
    bool first = false;
    for (auto _ : state) {
        canvas.setPlan((first = !first) ? plan : other);
        canvas.render(&image);
    }
}
BENCHMARK(recolour)
    ->Args({2000, 0})
    ->Args({2000, 62})
    ->Args({2000, 100})
    ->Args({20000, 0})
    ->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
