// SPDX-License-Identifier: Apache-2.0
// The search's engine: moves a second of its walks, and what comes before them at 10,000 vertices. resnet152
// comes from the folder named by REFORWARD_GRAPHS; without it those benchmarks are skipped with a note.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>

#include "core/import/import.h"
#include "core/plan/plan.h"
#include "core/search/annealing.h"
#include "core/search/block_plan.h"
#include "core/search/starts.h"
#include "tests/support/transformer.h"

using namespace reforward;
using tests::transformer;
using tests::unitChain;

namespace {

// 9,997 vertices.
constexpr int layers = 714;

std::shared_ptr<const Graph> graphNamed(const std::string& name) {
    if (name == "transformer") return transformer({.layers = layers});
    const char* folder = std::getenv("REFORWARD_GRAPHS");
    if (folder == nullptr) return nullptr;
    return importGraph(std::string(folder) + "/" + name + ".json", {}, Control());
}

double shareOfBaseline(const Graph& graph, double share) {
    return std::floor(share * static_cast<double>(baselinePeak(graph).count()));
}

// A walk from the minimum cut's plan at 30% of the baseline; `items_per_second` are moves.
void walk(benchmark::State& state, const char* name) {
    const auto graph = graphNamed(name);
    if (!graph) {
        state.SkipWithError("set REFORWARD_GRAPHS to the folder of the published graphs");
        return;
    }
    const RecomputeModel model(*graph, {});
    const double budget = shareOfBaseline(*graph, 0.3);
    const Reruns start = lazyReruns(model, heldByCut(model, budget, 8, Control()));
    std::int64_t moves = 0;
    for (auto _ : state) {
        state.PauseTiming();
        UseEvents events(model, budget, 1);
        events.load(withoutUseless(model, start));
        state.ResumeTiming();
        moves += anneal(
            events, {20'000, 0.1, 0.03}, 0, [](const UseEvents&) {}, Control());
    }
    state.SetItemsProcessed(moves);
}
BENCHMARK_CAPTURE(walk, resnet152, "resnet152")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walk, transformer, "transformer")->Unit(benchmark::kMillisecond);

// The model and a plan loaded into it.
void setUp(benchmark::State& state) {
    const auto graph = transformer({.layers = layers});
    for (auto _ : state) {
        const RecomputeModel model(*graph, {});
        UseEvents events(model, shareOfBaseline(*graph, 0.3), 1);
        events.load(lazyReruns(model, std::vector<bool>(model.values(), true)));
        benchmark::DoNotOptimize(events.peak());
    }
}
BENCHMARK(setUp)->Unit(benchmark::kMillisecond);

// The start from minimum cuts, a plan but for a little memory; percent of the baseline.
void cutStart(benchmark::State& state) {
    const auto graph = transformer({.layers = layers});
    const RecomputeModel model(*graph, {});
    const double budget = shareOfBaseline(*graph, static_cast<double>(state.range(0)) / 100);
    for (auto _ : state)
        benchmark::DoNotOptimize(lazyReruns(model, heldByCut(model, budget, 8, Control())));
}
BENCHMARK(cutStart)->Arg(50)->Arg(10)->Unit(benchmark::kMillisecond);

// The start from equal blocks, a plan within the budget: overhead in percent as `overhead`.
void blockStart(benchmark::State& state, const std::shared_ptr<const Graph>& graph, double share) {
    const RecomputeModel model(*graph, {});
    const double budget = shareOfBaseline(*graph, share);
    std::optional<Reruns> reruns;
    for (auto _ : state)
        reruns = blockPlan(model, budget, Control());
    if (!reruns) {
        state.SkipWithError("no plan");
        return;
    }
    UseEvents events(model, budget, 1);
    events.load(*reruns);
    state.counters["overhead"] = 100 * events.recomputeTime() / graph->forwardTime();
}
void blocksOfTransformer(benchmark::State& state) {
    blockStart(state, transformer({.layers = layers}), static_cast<double>(state.range(0)) / 100);
}
BENCHMARK(blocksOfTransformer)->Arg(50)->Arg(20)->Arg(10)->Unit(benchmark::kMillisecond);
void blocksOfChain(benchmark::State& state) {
    blockStart(state, unitChain(100'000), static_cast<double>(state.range(0)) / 100);
}
BENCHMARK(blocksOfChain)->Arg(10)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
