// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/graph/graph.h"

namespace reforward {

/// What a framework with automatic differentiation does with the memory of gradients: which backward
/// allocates, which only hands on what it was given. Made with a graph where its source tells it (an
/// operator table); the step model does not need it and no fingerprint covers it.
///
/// A *slot* is where the gradient of one tensor is gathered: of an output of a vertex, of a view that was
/// folded into its owner, of a parameter. A *function* takes the gradients of its incoming slots and sends
/// one contribution to each outgoing slot. Contributions to one slot are summed.
struct GradientFlow {
    struct Slot {
        std::int64_t bytes = 0;
        bool parameter = false;
        bool seeded = false;  ///< of a network output: the caller's gradient is there from the start
    };
    struct Contribution {
        std::uint32_t slot = 0;
        /// Which incoming gradient's memory it is (an index into `incoming`); none: it is allocated.
        std::uint32_t handedOn = noIndex;
    };
    struct Function {
        VertexId vertex = noIndex;  ///< noIndex: of a view without a vertex
        std::vector<std::uint32_t> incoming;
        /// Of a vertex: the output each incoming slot belongs to.
        std::vector<std::uint32_t> outputs;
        std::vector<Contribution> outgoing;
        std::int64_t transient = 0;   ///< at its highest moment above what it leaves
        bool copiesIncoming = false;  ///< it first brings its incoming gradient into order: a copy
    };

    std::vector<Slot> gradientSlots;
    std::vector<Function> functions;  ///< in the order of forward: of those ready the last one runs first
    struct Output {
        VertexId vertex;
        std::uint32_t index;
    };
    struct Overwrite {
        VertexId vertex;
        Output input;
    };
    /// Forward runs that write their result over an input nothing else reads.
    std::vector<Overwrite> overwrites;
    std::vector<Output> held;  ///< values that the caller keeps to the end: the network's outputs
};

/// The flow where nothing is known: a slot a value, every backward allocates the gradients of its inputs,
/// the values with a gradient and no differentiable consumer are the network's outputs; no views, no
/// parameters.
GradientFlow plainGradientFlow(const Graph& graph);

}  // namespace reforward
