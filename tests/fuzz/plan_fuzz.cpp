// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "core/import/import.h"
#include "core/plan/plan_json.h"
#include "opened_graph.h"

namespace {

using namespace reforward;

// The graph that the seeds in corpus/plan are plans of.
const Graph& planned() {
    static const Graph graph = readNodeLinkJson("graph.json", R"({
        "directed": true, "multigraph": false, "graph": {"name": "fuzzed"},
        "nodes": [{"id": "x", "fixed": true, "memory": 4},
                  {"id": "a", "op": "Conv", "memory": 8, "time": 10, "saves": ["x"], "workspace": 2},
                  {"id": "b", "op": "MaxPool", "time": 1, "saves": ["a", {"vertex": "b", "output": 1}],
                   "outputs": [{"name": "y", "memory": 2}, {"name": "i", "memory": 4, "differentiable": false}]},
                  {"id": "c", "op": "Relu", "memory": 8, "time": 1, "saves": ["c"]},
                  {"id": "d", "op": "Add", "memory": 8, "time": 1, "saves": [], "recompute": false}],
        "links": [{"source": "x", "target": "a"}, {"source": "a", "target": "b"},
                  {"source": "a", "target": "c"}, {"source": "b", "target": "d"},
                  {"source": "c", "target": "d"}]})",
                                                {}, Control());
    return graph;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    refusing([&] { checkPlan(planned(), text); });
    refusing([&] {
        const ReadPlan read = readPlan(planned(), text);
        // What was read is written again as a plan that replays to the figures it states.
        const ReadPlan again = readPlan(planned(), planToText(planned(), read.plan));
        if (!again.wrong.empty() || again.plan.schedule != read.plan.schedule) std::abort();
    });
    return 0;
}
