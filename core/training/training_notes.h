// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/training/flow.h"
#include "core/training/fusion.h"
#include "core/training/vertex_names.h"

namespace reforward {

/// Bytes of a tensor, nothing where unknown; an overflow throws Error (input) naming `id`.
std::optional<Bytes> namedBytes(const TensorType& type, const std::string& id);

/// Adds to the notes what is so of the whole model: name, batch, parameters, patterns, and what had to be
/// assumed. `adopted`: inputs that became parameters; `unknown`: ids of vertices without a known size.
void addModelNotes(GraphNotes& notes, const Model& model, const Flow& flow, const VertexIds& ids,
                   const std::vector<Fusion>& fusions, std::size_t adopted, std::vector<std::string> unknown);

}  // namespace reforward
