// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/training/model.h"

/// What the shape rules of operators share.
namespace reforward::rules {

/// The types of a node's outputs; nothing where an input is not known well enough.
using Types = std::optional<std::vector<TensorType>>;
using Rule = Types (*)(const ModelNode&, const Model&);

[[noreturn]] void refuse(const ModelNode& node, const std::string& reason);

/// `axis` counted from the end where negative; refused where the rank has no such axis.
std::size_t axisOf(const ModelNode& node, std::int64_t axis, std::size_t rank);

/// A list given as an input or as an attribute; nothing where it is absent, `known` false where it is an
/// input whose value is not known.
std::optional<std::vector<std::int64_t>> setting(const ModelNode& node, const Model& model, std::size_t slot,
                                                 const char* attribute, bool& known);

/// The type of input `slot`, null where it or its shape is not known.
const TensorType* shaped(const ModelNode& node, const Model& model, std::size_t slot);

/// As input 0.
Types like(const ModelNode& node, const Model& model);

std::vector<TensorType> one(ElementType element, std::optional<Dimensions> dimensions);

/// Throws where the product leaves 63 bits.
std::int64_t product(const ModelNode& node, std::int64_t a, std::int64_t b);

// Rules by subject; each file states the operators' definitions.
Types pooled(const ModelNode& node, const Model& model);
Types deformConv(const ModelNode& node, const Model& model);
Types columnsToImage(const ModelNode& node, const Model& model);
Types padded(const ModelNode& node, const Model& model);
Types resized(const ModelNode& node, const Model& model);
Types croppedOrPadded(const ModelNode& node, const Model& model);
Types affineGrid(const ModelNode& node, const Model& model);
Types gridSample(const ModelNode& node, const Model& model);
Types attention(const ModelNode& node, const Model& model);
Types einsum(const ModelNode& node, const Model& model);
/// Each combination of all letters once: 2 x the product of their lengths; 0 where a shape is unknown.
double einsumFlops(const ModelNode& node, const Model& model);
Types fourier(const ModelNode& node, const Model& model);
Types shortFourier(const ModelNode& node, const Model& model);

}  // namespace reforward::rules
