// SPDX-License-Identifier: Apache-2.0
// The certified bound at 60% of the baseline's peak. Each benchmark reports `bound_percent`, what it proves
// in percent of one forward. Published graphs come from the folder named by REFORWARD_GRAPHS (node-link JSON
// files); without it only the generated networks run.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include "core/bounds/instant_cut.h"
#include "core/bounds/overhead_bound.h"
#include "core/graph/graph_builder.h"
#include "core/import/import.h"
#include "core/plan/schedule.h"
#include "core/plan/simulator.h"

using namespace reforward;

namespace {

constexpr double share = 0.6;

std::shared_ptr<const Graph> published(benchmark::State& state, const std::string& name) {
    if (const char* folder = std::getenv("REFORWARD_GRAPHS"))
        return importGraph(std::string(folder) + "/" + name + ".json", {}, Control());
    state.SkipWithError("set REFORWARD_GRAPHS to the folder of the published graphs");
    return nullptr;
}

// Blocks of six vertices with a skip over each, sizes of a transformer's.
std::shared_ptr<const Graph> blocks(int count) {
    constexpr int bytes[] = {1024, 4096, 4096, 1024, 1024, 1024};
    constexpr int times[] = {10, 40, 1, 40, 10, 1};
    GraphBuilder builder;
    VertexId before = noIndex;
    for (int i = 0; i < 6 * count; ++i) {
        VertexSpec spec;
        spec.id = std::to_string(i);
        spec.outputs = {{"", bytes[i % 6], true}};
        spec.time = times[i % 6];
        const VertexId v = builder.addVertex(std::move(spec));
        if (before != noIndex) builder.addEdge(before, 0, v);
        if (i % 6 == 5 && i > 6) builder.addEdge(v - 6, 0, v);
        before = v;
    }
    return std::make_shared<const Graph>(std::move(builder).build());
}

void report(benchmark::State& state, const Graph& graph, double time) {
    state.counters["bound_percent"] = 100 * time / graph.forwardTime();
}

Bytes budgetOf(const Graph& graph) {
    return simulate(graph, keepAllSchedule(graph)).peak.share(share);
}

// A new bound each time: networks of the instants included.
void atLeast(benchmark::State& state, const std::shared_ptr<const Graph>& graph) {
    if (!graph) return;
    const Bytes budget = budgetOf(*graph);
    double time = 0;
    for (auto _ : state)
        time = OverheadBound(graph).atLeast(budget, Control());
    report(state, *graph, time);
}

void publishedAtLeast(benchmark::State& state, const char* name) {
    atLeast(state, published(state, name));
}
BENCHMARK_CAPTURE(publishedAtLeast, vgg19, "vgg19")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(publishedAtLeast, unet, "unet")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(publishedAtLeast, googlenet, "googlenet")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(publishedAtLeast, resnet50, "resnet50")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(publishedAtLeast, pspnet, "pspnet")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(publishedAtLeast, resnet152, "resnet152")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(publishedAtLeast, densenet, "densenet")->Unit(benchmark::kMillisecond);

void generatedAtLeast(benchmark::State& state) {
    atLeast(state, blocks(static_cast<int>(state.range(0))));
}
BENCHMARK(generatedAtLeast)->Arg(100)->Arg(1'700)->Arg(16'700)->Unit(benchmark::kMillisecond);

// One cut at the end of the forward pass.
void oneCut(benchmark::State& state) {
    const auto graph = blocks(static_cast<int>(state.range(0)));
    const double price = graph->forwardTime() / static_cast<double>(graph->valueBytes().count());
    for (auto _ : state)
        benchmark::DoNotOptimize(endOfForwardCut(*graph, price));
}
BENCHMARK(oneCut)->Arg(100)->Arg(1'700)->Arg(16'700)->Unit(benchmark::kMillisecond);

// Several instants, in the seconds given: what they prove counts, not the time.
void improve(benchmark::State& state, const char* name) {
    const auto graph = published(state, name);
    if (!graph) return;
    const Bytes budget = budgetOf(*graph);
    double time = 0;
    for (auto _ : state)
        time = OverheadBound(graph).improve(budget,
                                            Control().withTimeLimit(static_cast<double>(state.range(0))));
    report(state, *graph, time);
}
BENCHMARK_CAPTURE(improve, resnet50, "resnet50")
    ->Arg(2)
    ->Arg(20)
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
