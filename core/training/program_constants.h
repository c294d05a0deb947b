// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/training/model.h"

namespace reforward {

/// Who makes the constants of a model. A mask or a table that the program itself makes in every step
/// (Constant, Trilu, Equal, ... of nothing but constants) is memory like any other while a backward reads
/// it; a buffer of the file is there before the step.
class ProgramConstants {
  public:
    explicit ProgramConstants(const Model& model);

    /// The node that makes the storage of a constant tensor: views are followed to what they show, and of
    /// equal Constants, which exporters write once a reader, the first is meant. Nothing where that is an
    /// initializer, or holds one element only.
    std::optional<std::uint32_t> maker(TensorId tensor) const;

  private:
    const Model& model_;
    std::vector<std::uint32_t> producer_;
    std::vector<std::uint32_t> first_;  ///< by node: of equal small Constants the first, else itself
};

}  // namespace reforward
