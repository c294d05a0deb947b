// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"
#include "core/graph/gradient_flow.h"
#include "core/graph/graph_builder.h"

namespace reforward {

namespace {

// ceil(bytes x to / from) without overflow on the way.
std::int64_t scaled(const std::string& id, std::int64_t bytes, std::int64_t to, std::int64_t from) {
    // bytes = q x from + r, so ceil(bytes x to / from) = q x to + ceil(r x to / from).
    std::int64_t whole = 0, part = 0, result = 0;
    if (__builtin_mul_overflow(bytes / from, to, &whole) || __builtin_mul_overflow(bytes % from, to, &part) ||
        __builtin_add_overflow(whole, part / from + (part % from != 0 ? 1 : 0), &result))
        throwInput(id, "its bytes pass 2^63 - 1 at this batch");
    return result;
}

}  // namespace

namespace {

// Parameters keep their size.
std::shared_ptr<const GradientFlow> scaled(const GradientFlow& flow, std::int64_t to, std::int64_t from) {
    auto result = std::make_shared<GradientFlow>(flow);
    for (GradientFlow::Slot& slot : result->gradientSlots) {
        if (!slot.parameter) slot.bytes = scaled("gradients", slot.bytes, to, from);
    }
    for (GradientFlow::Function& function : result->functions)
        function.transient = scaled("gradients", function.transient, to, from);
    return result;
}

}  // namespace

Graph withBatch(const Graph& graph, std::int64_t batch) {
    if (batch < 1) throw Error(ErrorKind::usage, "the batch must be at least 1");
    const auto from = graph.notes().batch;
    if (!from || *from < 1) {
        throw Error(ErrorKind::usage,
                    Error::Context{{},
                                   {},
                                   "the graph states no batch, so it cannot be scaled to another",
                                   "write graph.batch into the file, or leave --batch out"});
    }
    GraphBuilder builder = rebuild(graph);
    const double ratio = static_cast<double>(batch) / static_cast<double>(*from);
    for (VertexId v = 0; v < builder.vertexCount(); ++v) {
        VertexSpec& s = builder.spec(v);
        for (auto& output : s.outputs)
            output.bytes = scaled(s.id, output.bytes, batch, *from);
        s.workspace = scaled(s.id, s.workspace, batch, *from);
        s.backwardWorkspace = scaled(s.id, *s.backwardWorkspace, batch, *from);
        s.time *= ratio;
        *s.backwardTime *= ratio;
    }
    if (const GradientFlow* flow = graph.gradientFlow()) builder.setGradientFlow(scaled(*flow, batch, *from));
    builder.notes.batch = batch;
    return std::move(builder).build();
}

}  // namespace reforward
