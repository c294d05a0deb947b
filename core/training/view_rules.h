// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/training/layout.h"
#include "core/training/operator_table.h"

namespace reforward {

/// How the outputs of a node lie in the storage of its input 0, whose layout is `input`: one layout an
/// output where all of them are views of it; nothing where the node makes memory of its own (no view
/// operator, a reshape of elements that lie unevenly, a slice that runs backwards, an unknown shape).
std::optional<std::vector<Layout>> viewOf(const OperatorUse& use, const Layout& input);

/// Moves elements without computing: on parameters only, its result is a parameter stored otherwise.
bool movesElements(const ModelNode& node);

/// What input `slot` of a node must look like in memory: frameworks run matrix products as one batch of
/// plain products, so the leading dimensions have to merge into one. True where a tensor of this layout
/// has to be copied first.
bool needsCopy(const OperatorUse& use, std::size_t slot, const Layout& layout);

}  // namespace reforward
