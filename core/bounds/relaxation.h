// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/control.h"
#include "core/bounds/interval_program.h"

namespace reforward {

/// The linear relaxation of an integer program, solved from the dual side: at any time its multipliers prove
/// a lower bound. Deterministic for a number of rounds.
class Relaxation {
  public:
    explicit Relaxation(const IntegerProgram& program);

    struct Limits {
        std::size_t rounds = 20'000;  ///< two products with the matrix each
        /// Stop when the last quarter of the rounds, 500 at least, raised the bound by less than this share.
        double progress = 5e-4;
    };
    /// Continues from the multipliers so far (at first none).
    void solve(const Limits& limits, const Control& control);

    /// What the best multipliers prove, in time units, rounded up: exact, in integers.
    std::int64_t provedTime() const;
    /// The same in floating point and not rounded; and what the relaxation seems to cost at most.
    double dualValue() const { return bestDual_; }
    double primalValue() const { return primalValue_; }
    std::size_t rounds() const { return rounds_; }
    /// Multiplier of a row, in time units per unit of the row.
    double multiplier(std::uint32_t row) const { return bestMultipliers_[row] * rowScale_[row]; }
    /// A column of the relaxation's approximate solution, 0 .. 1.
    double value(std::uint32_t column) const { return average_.x[column] * columnScale_[column]; }

  private:
    struct Point {
        std::vector<double> x, y, ax, aty;
    };
    struct Quality {
        double dual = 0, primal = 0, violation = 0;
        double error(double weight) const;
    };

    void scale();
    void step();
    void accumulate();
    Quality judge(const Point& point) const;
    void restart(const Point& from);
    void times(const std::vector<double>& x, std::vector<double>& ax) const;
    void transposedTimes(const std::vector<double>& y, std::vector<double>& aty) const;

    const IntegerProgram& program_;
    std::vector<std::uint32_t> firstOfColumn_, rowOfEntry_;
    std::vector<double> byRow_, byColumn_;  // scaled coefficients
    std::vector<double> rowScale_, columnScale_;
    std::vector<double> cost_, right_, most_;  // scaled
    Point now_, average_, last_;
    std::size_t averaged_ = 0, rounds_ = 0;
    double weight_ = 1, bestDual_ = 0, primalValue_ = 0;
    std::vector<double> bestMultipliers_;
};

}  // namespace reforward
