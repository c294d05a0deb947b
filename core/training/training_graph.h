// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/control.h"
#include "core/graph/graph.h"
#include "core/training/model.h"

namespace reforward {

struct TrainingOptions {
    bool fuse = true;                              ///< read patterns as the operators that frameworks run
    bool inPlace = false;                          ///< activations overwrite an input that nothing else reads
    std::string costs = {};                        ///< see CostModel
    std::string precision = {};                    ///< see precisionOf()
    std::vector<std::string> allowRecompute = {};  ///< ids of opaque vertices that may run again
};

/// The forward part of one training step of a model: one vertex an operator that depends on an input or a
/// trainable parameter, fixed vertices for the inputs, views folded into the value that owns the memory,
/// saved values by the operator table. What was folded, left out, not understood or assumed is in the
/// notes. Throws Error (input) naming the node where a model has no such operator or its bytes overflow,
/// Error (usage) for options that do not fit it.
Graph trainingGraph(Model model, const TrainingOptions& options, const Control& control);

}  // namespace reforward
