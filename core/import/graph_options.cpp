// SPDX-License-Identifier: Apache-2.0
#include "core/import/graph_options.h"

#include "core/base/error.h"

namespace reforward {

namespace {

[[noreturn]] void refuse(std::string reason, std::string advice) {
    throw Error(ErrorKind::usage, Error::Context{{}, {}, std::move(reason), std::move(advice)});
}

}  // namespace

double paperTime(const std::string& op) {
    return op == "Conv" || op.starts_with("Convolution") ? 10 : 1;
}

Graph graphWithOptions(GraphBuilder builder, const ImportOptions& options) {
    if (!options.dimensions.empty()) {
        refuse("a graph file has no dimension " + options.dimensions.begin()->first,
               "dimensions can be set for ONNX models only");
    }
    if (options.joint) builder.setJoint(true);
    if (options.costs == "paper") {
        for (VertexId v = 0; v < builder.vertexCount(); ++v) {
            builder.spec(v).time = paperTime(builder.spec(v).op);
            builder.spec(v).backwardTime.reset();
        }
        builder.notes.timeUnit.clear();
    } else if (options.costs.starts_with("flops")) {
        refuse("a graph file holds no shapes to count operations from, so costs cannot be \"flops\"",
               "use the file's own times or \"paper\"");
    } else if (!options.costs.empty()) {
        refuse("there is no cost model \"" + options.costs + "\"", "graph files know \"paper\"");
    }
    if (!options.precision.empty() && options.precision != "fp32") {
        refuse("a graph file states bytes, not element types, so it has no precision to change",
               "precision can be set for ONNX models only");
    }
    for (const std::string& id : options.allowRecompute) {
        const auto v = builder.findVertex(id);
        if (!v) refuse("there is no vertex " + id + " to allow recomputing of", {});
        builder.spec(*v).recompute = true;
    }
    Graph graph = std::move(builder).build();
    return options.batch ? withBatch(graph, *options.batch) : graph;
}

}  // namespace reforward
