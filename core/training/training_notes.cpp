// SPDX-License-Identifier: Apache-2.0
#include "core/training/training_notes.h"

#include <algorithm>

#include "core/base/error.h"

namespace reforward {

std::optional<Bytes> namedBytes(const TensorType& type, const std::string& id) {
    try {
        return tensorBytes(type);
    } catch (const Error& e) {
        throwInput(id, e.context().reason);
    }
}

void addModelNotes(GraphNotes& notes, const Model& model, const Flow& flow, const VertexIds& ids,
                   const std::vector<Fusion>& fusions, std::size_t adopted,
                   std::vector<std::string> unknown) {
    notes.name = model.name;
    notes.batch = model.batch;
    notes.batchFrom = model.batchFrom;
    notes.symbols = model.symbols;
    for (const Fusion& fusion : fusions) {
        const std::string& op = model.nodes[fusion.node].op;
        if (model.nodes[fusion.node].outputs.empty()) continue;  // part of a larger pattern
        ++notes.fused[op];
        std::string names;
        for (const std::uint32_t n : fusion.absorbed)
            names += (names.empty() ? "" : ", ") + ids.node(n);
        notes.folded.push_back(names + ", run with " + ids.node(fusion.node) + " as one " +
                               model.nodes[fusion.node].op);
    }
    bool trains = false;
    for (TensorId t = 0; t < model.tensors.size(); ++t) {
        if (!flow.trainable[t]) continue;
        trains = true;
        const ModelTensor& tensor = model.tensors[t];
        const Bytes bytes = namedBytes(tensor.type, tensor.name).value_or(Bytes());
        notes.parameterBytes += bytes;
        if (elementBits(tensor.type.element) == 16) notes.masterParameterBytes += bytes * 2;
    }
    auto& warnings = notes.warnings;
    warnings.insert(warnings.end(), model.warnings.begin(), model.warnings.end());
    if (!trains) {
        warnings.push_back(
            "The model has no trainable parameter (no float initializer): nothing is "
            "differentiated, so nothing is saved for a backward pass.");
    } else if (flow.asTrained) {
        warnings.push_back(
            "Nothing in the file says that it was exported for training (no "
            "BatchNormalization or Dropout in training mode): read as if trained.");
    }
    if (adopted > 0) {
        warnings.push_back(std::to_string(adopted) +
                           " inputs are only read where weights belong and count as parameters.");
    }
    if (unknown.empty()) return;
    std::sort(unknown.begin(), unknown.end());
    unknown.erase(std::unique(unknown.begin(), unknown.end()), unknown.end());
    warnings.push_back("The size of " + std::to_string(unknown.size()) +
                       " vertices is not known and counts 0 bytes, the first of them " + unknown.front() +
                       ".");
}

}  // namespace reforward
