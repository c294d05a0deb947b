// SPDX-License-Identifier: Apache-2.0
#include "core/search/model_blocks.h"

#include <bit>
#include <limits>

namespace reforward {

namespace {

OperationSequence sequenceOf(const RecomputeModel& model) {
    const Graph& graph = model.graph();
    OperationSequence s;
    std::vector<std::uint32_t> number(graph.valueCount(), noIndex);  // in the model, by value of the graph
    for (std::uint32_t w = 0; w < model.operations(); ++w) {
        const auto& o = model.operation(w);
        for (std::uint32_t x = o.firstValue; x < o.endValue; ++x) {
            const ValueId value = graph.firstOutput(o.vertex) + (x - o.firstValue);
            number[value] = x;
            s.bytes.push_back(model.value(x).bytes);
            s.flags.push_back(graph.hasGradient(value) ? 1 : 0);
        }
        s.firstValue.push_back(o.endValue);
        s.figures.insert(s.figures.end(),
                         {std::bit_cast<std::uint64_t>(o.time),
                          static_cast<std::uint64_t>(graph.workspace(o.vertex).count()),
                          static_cast<std::uint64_t>(graph.backwardWorkspace(o.vertex).count()),
                          (o.mayRunAgain ? 1u : 0u) + (graph.differentiable(o.vertex) ? 2u : 0u)});
        s.firstFigure.push_back(static_cast<std::uint32_t>(s.figures.size()));
        const auto inputs = model.inputs(w);
        s.inputs.insert(s.inputs.end(), inputs.begin(), inputs.end());
        s.firstInput.push_back(static_cast<std::uint32_t>(s.inputs.size()));
        for (const ValueId x : graph.saves(o.vertex)) {
            if (number[x] != noIndex) s.saves.push_back(number[x]);
        }
        s.firstSave.push_back(static_cast<std::uint32_t>(s.saves.size()));
    }
    return s;
}

}  // namespace

std::optional<EqualBlocks> equalBlocks(const RecomputeModel& model) {
    if (model.graph().joint()) return std::nullopt;
    for (std::uint32_t x = 0; x < model.values(); ++x) {
        if (model.value(x).firstCopyEnds != std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    }
    return equalBlocks(sequenceOf(model));
}

}  // namespace reforward
