// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/bounds/phases.h"
#include "core/bounds/scaled_costs.h"

namespace reforward {

/// Minimise cost * x + constant over 0/1 columns x with every row's sum >= its right side. Integers all of
/// it.
struct IntegerProgram {
    struct Term {
        std::uint32_t column;
        std::int64_t coefficient;
    };
    std::vector<std::int64_t> cost;           ///< by column, time units
    std::int64_t constant = 0;                ///< time units
    std::vector<std::uint32_t> firstTerm{0};  ///< by row, and one more
    std::vector<Term> terms;
    std::vector<std::int64_t> right;  ///< by row
    std::vector<std::uint32_t> room;  ///< by instant: the row of its room, noIndex where that never binds
    /// What a column or row stands for, so that two programs of one graph can be compared: equal for the same
    /// quantity or constraint between the same instants.
    std::vector<std::uint64_t> columnKey, rowKey;
    bool infeasible = false;  ///< a row that nothing can fulfil

    std::size_t columnCount() const { return cost.size(); }
    std::size_t rowCount() const { return right.size(); }
};

/// The program of the phases within a budget: its optimum, and so that of its linear relaxation rounded up,
/// is a lower bound on the recompute time of every schedule (see the proof in the .cpp).
/// `left`: by instant, byte units left for values that are not `held` there; none negative.
IntegerProgram intervalProgram(const Graph& graph, const Phases& phases, const ScaledCosts& costs,
                               const std::vector<std::int64_t>& left);

}  // namespace reforward
