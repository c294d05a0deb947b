// SPDX-License-Identifier: Apache-2.0
// Planning on real sizes. Each benchmark reports `reference_s`, the seconds its reference takes, and `ratio`,
// reference over measured. Graphs come from the folder named by REFORWARD_GRAPHS (node-link JSON files
// googlenet, pspnet, resnet152, densenet); without it those benchmarks are skipped with a note, and only the
// generated networks run.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <map>

#include "core/frontier/frontier.h"
#include "core/graph/graph_builder.h"
#include "core/import/import.h"
#include "core/plan/schedule.h"
#include "core/strategies/frontier_search.h"

using namespace reforward;

namespace {

std::shared_ptr<const Graph> published(const std::string& name) {
    static std::map<std::string, std::shared_ptr<const Graph>> loaded;
    const char* folder = std::getenv("REFORWARD_GRAPHS");
    if (folder == nullptr) return nullptr;
    auto& graph = loaded[name];
    if (!graph) graph = importGraph(std::string(folder) + "/" + name + ".json", {}, Control());
    return graph;
}

// Residual blocks of four vertices, one skip each.
std::shared_ptr<const Graph> residual(int blocks) {
    GraphBuilder builder;
    VertexId before = noIndex;
    for (int i = 0; i < 4 * blocks; ++i) {
        VertexSpec spec;
        spec.id = std::to_string(i);
        spec.outputs = {{"", 1000 + 37 * (i % 11), true}};
        spec.time = i % 4 == 0 ? 10 : 1;
        const VertexId v = builder.addVertex(std::move(spec));
        if (before != noIndex) builder.addEdge(before, 0, v);
        if (i % 4 == 3 && i > 4) builder.addEdge(v - 4, 0, v);
        before = v;
    }
    return std::make_shared<const Graph>(std::move(builder).build());
}

void report(benchmark::State& state, double seconds, double reference) {
    state.counters["reference_s"] = reference;
    state.counters["ratio"] = seconds > 0 ? reference / seconds : 0;
}

// Runs f and reports its mean time against the reference.
template <class F>
void measure(benchmark::State& state, double reference, F&& f) {
    double total = 0;
    for (auto _ : state) {
        const Stopwatch watch;
        f();
        total += watch.seconds();
    }
    report(state, total / static_cast<double>(state.iterations()), reference);
}

std::shared_ptr<const Graph> orSkip(benchmark::State& state, const char* name) {
    auto graph = published(name);
    if (!graph) state.SkipWithError("set REFORWARD_GRAPHS to the folder of the published graphs");
    return graph;
}

// One program at its least budget. The references are the published program (6 s, 4 s), or the limit set for
// this project where none is published.
void leastBudgetSolve(benchmark::State& state, const char* graphName, const char* name, double reference) {
    const auto graph = orSkip(state, graphName);
    if (!graph) return;
    const Strategy& s = strategy(name);
    const auto least = s.least({graph, Bytes::max(), {}, 1}, Control());
    measure(state, reference, [&] {
        benchmark::DoNotOptimize(s.solve({graph, least->budget, {}, 1}, Control(), {}));
    });
}
BENCHMARK_CAPTURE(leastBudgetSolve, approximate_densenet, "densenet", "kusumoto-approx-tc", 6.0)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leastBudgetSolve, approximate_resnet152, "resnet152", "kusumoto-approx-tc", 4.0)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leastBudgetSolve, exact_googlenet, "googlenet", "kusumoto-exact-tc", 10.0)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leastBudgetSolve, exact_pspnet, "pspnet", "kusumoto-exact-tc", 15.0)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

void exactLeast(benchmark::State& state, const char* graphName) {
    const auto graph = orSkip(state, graphName);
    if (!graph) return;
    measure(state, 60.0, [&] {
        benchmark::DoNotOptimize(
            strategy("kusumoto-exact-tc").least({graph, Bytes::max(), {}, 1}, Control()));
    });
}
BENCHMARK_CAPTURE(exactLeast, googlenet, "googlenet")->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(exactLeast, pspnet, "pspnet")->Iterations(1)->Unit(benchmark::kMillisecond);

// Re-forwarding's best objective. The references are the seconds of the published program.
void reforwarding(benchmark::State& state, const char* graphName, double reference) {
    const auto graph = orSkip(state, graphName);
    if (!graph) return;
    measure(state, reference, [&] {
        benchmark::DoNotOptimize(
            strategy("reforward-general").least({graph, Bytes::max(), {}, 1}, Control()));
    });
}
BENCHMARK_CAPTURE(reforwarding, pspnet, "pspnet", 110.0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reforwarding, resnet152, "resnet152", 289.0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reforwarding, densenet, "densenet", 396.0)->Unit(benchmark::kMillisecond);

// A strategy's whole frontier, against the limit set for this project.
void frontierOf(benchmark::State& state, const char* graphName, const char* name) {
    const auto graph = orSkip(state, graphName);
    if (!graph) return;
    measure(state, 2.0, [&] {
        benchmark::DoNotOptimize(sweep(strategy(name), {graph, Bytes::max(), {}, 1}, Control()));
    });
}
BENCHMARK_CAPTURE(frontierOf, rotor_resnet152, "resnet152", "rotor")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(frontierOf, rotor_densenet, "densenet", "rotor")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(frontierOf, reforward_densenet, "densenet", "reforward-general")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// The ancestor family's frontier of 40 budgets.
void ancestorFrontier(benchmark::State& state, const char* graphName) {
    const auto graph = orSkip(state, graphName);
    if (!graph) return;
    measure(state, 3.0, [&] {
        benchmark::DoNotOptimize(sweep(strategy("liveness-exact"), {graph, Bytes::max(), {}, 1}, Control()));
    });
}
BENCHMARK_CAPTURE(ancestorFrontier, densenet, "densenet")->Unit(benchmark::kMillisecond)->UseRealTime();

// The first whole curve that `best` and `refined` draw: a short search at each of forty budgets.
void firstCurve(benchmark::State& state, const char* name) {
    const auto graph = published(name);
    if (!graph) {
        state.SkipWithError("set REFORWARD_GRAPHS to the folder of the published graphs");
        return;
    }
    measure(state, 2.0, [&] {
        Problem problem;
        problem.graph = graph;
        FrontierSearch search(problem, "refined", {});
        search.pass(FrontierSearch::firstPassMoves, Control());
        state.counters["plans"] = static_cast<double>(search.front().size());
    });
}
BENCHMARK_CAPTURE(firstCurve, densenet, "densenet")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(firstCurve, resnet152, "resnet152")->Unit(benchmark::kMillisecond)->UseRealTime();

void generatedFrontier(benchmark::State& state) {
    const auto graph = residual(static_cast<int>(state.range(0)));
    measure(state, 3.0, [&] {
        benchmark::DoNotOptimize(sweep(strategy("liveness-exact"), {graph, Bytes::max(), {}, 1}, Control()));
    });
}
BENCHMARK(generatedFrontier)->Arg(40)->Arg(130)->Unit(benchmark::kMillisecond)->UseRealTime();

// One simulation of a plan of about 5,000 steps; the reference is the limit of 1 ms.
void simulateFiveThousandSteps(benchmark::State& state) {
    const auto graph = residual(313);
    const Schedule schedule = keepAllSchedule(*graph);
    state.counters["steps"] = static_cast<double>(schedule.size());
    measure(state, 1e-3, [&] { benchmark::DoNotOptimize(simulate(*graph, schedule)); });
}
BENCHMARK(simulateFiveThousandSteps)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
