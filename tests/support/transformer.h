// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/graph/graph_builder.h"

namespace reforward::tests {

/// The training graph of a transformer's encoder, for tests and benchmarks of scale: an embedding and
/// 14 vertices a layer (layer norm, query-key-value, scores, scale, softmax, context, projection, dropout
/// with its mask, residual; layer norm, two matrix products around a GELU, residual). Bytes of 32-bit floats
/// of one sequence, times in whole microseconds of a device of 100 Tflop/s and 1 TB/s, saves as frameworks
/// keep them.
struct Transformer {
    int layers = 714;  ///< 9,997 vertices
    int width = 1024;
    int sequence = 512;
    int heads = 16;
    bool mask = false;       ///< a fixed mask is read by every layer
    bool positions = false;  ///< a table of positions, made once, is read by every layer
};

std::shared_ptr<const Graph> transformer(const Transformer& shape);

/// n vertices in a row, each of one byte and time 1, its backward reading its input.
std::shared_ptr<const Graph> unitChain(int n);

}  // namespace reforward::tests
