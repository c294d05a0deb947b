// SPDX-License-Identifier: Apache-2.0
#include "opened_graph.h"

#include <cstdio>
#include <cstdlib>

#include "core/export/graph_files.h"
#include "core/graph/fingerprint.h"
#include "core/import/import.h"
#include "core/plan/schedule.h"
#include "core/plan/simulator.h"

namespace reforward {

namespace {

void require(bool holds, const char* what, const std::string& detail) {
    if (holds) return;
    std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
    std::abort();
}

}  // namespace

void checkOpenedGraph(const Graph& graph) {
    const Simulation all = simulate(graph, keepAllSchedule(graph));
    require(all.valid(), "keeping everything is no valid plan", all.fault ? all.fault->message : "");
    const std::string text = toNodeLinkJson(graph);
    const Graph again = readNodeLinkJson("again.json", text, {}, Control());
    require(fingerprint(again) == fingerprint(graph), "the written file reads as another graph", text);
}

}  // namespace reforward
