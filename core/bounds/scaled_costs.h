// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"

namespace reforward {

/// A graph's bytes and times as integers of common units, for proofs that rounding cannot break. Bytes are
/// rounded down, so what fits in b bytes fits in floor(b / byteUnit) units; times are rounded down, so a sum
/// of units is never more than the true time. Where all times are multiples of one unit (all integers, say)
/// nothing is lost and a proved time may be rounded up to the next unit.
/// The product of both totals is at most 2^60, so a cut priced by two differences of totals fits 61 bits.
class ScaledCosts {
  public:
    explicit ScaledCosts(const Graph& graph);

    const std::vector<std::int64_t>& bytes() const { return bytes_; }  ///< by value; 0 for fixed ones
    const std::vector<std::int64_t>& times() const { return times_; }  ///< by vertex; 0 for fixed ones
    std::int64_t totalTime() const { return totalTime_; }
    /// What is left of a budget in byte units, for left >= 0.
    std::int64_t unitsIn(std::int64_t left) const { return left / byteUnit_; }
    /// A sum of time units in the graph's unit of time; never rounded up.
    double time(std::int64_t units) const;

  private:
    std::vector<std::int64_t> bytes_, times_;
    std::int64_t byteUnit_ = 1, totalTime_ = 0;
    double timeUnit_ = 1;
};

}  // namespace reforward
