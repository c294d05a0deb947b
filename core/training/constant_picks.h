// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/training/model.h"

namespace reforward {

/// Operators that pick or place elements by computed positions, or add them up along the way (GatherND,
/// ScatterND, NonZero, CumSum), on constants. Empty where they do not apply. O(constantLimit x rank).
std::vector<ConstantData> foldPicks(const ModelNode& node, const std::vector<const ConstantData*>& inputs);

/// ReduceProd, ReduceSum, ReduceMax and ReduceMin of integers along some axes (null, empty: all).
std::vector<ConstantData> foldReduction(const ModelNode& node, const ConstantData& in,
                                        const ConstantData* axes);

}  // namespace reforward
