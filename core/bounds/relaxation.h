// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/control.h"
#include "core/bounds/interval_program.h"

namespace reforward {

/// The linear relaxation of an integer program, solved from the dual side: at any time its multipliers prove
/// a lower bound. Deterministic for a number of rounds.
class Relaxation {
  public:
    /// Keeps a reference to the program.
    explicit Relaxation(const IntegerProgram& program);

    /// Starts from the solution of another program of the same graph, where the two have rows and columns in
    /// common. Before solve().
    void startFrom(const Relaxation& other);

    struct Limits {
        std::size_t rounds = 20'000;  ///< one pass over all rows each
        /// Stop when the last third of the rounds, 1000 at least, raised the bound by less than this share.
        double progress = 5e-4;
    };
    /// Continues from the multipliers so far (at first none).
    void solve(const Limits& limits, const Control& control);

    /// What the best multipliers prove, in time units, rounded up: exact, in integers. At least 0.
    std::int64_t provedTime() const;
    /// The same in floating point and not rounded; and what the relaxation seems to cost.
    double dualValue() const { return bestDual_; }
    double primalValue() const { return primalValue_; }
    std::size_t rounds() const { return rounds_; }
    /// Multiplier of a row of the program, in time units per unit of the row.
    double multiplier(std::uint32_t row) const;
    /// A column of the relaxation's approximate solution, 0 .. 1.
    double value(std::uint32_t column) const { return static_cast<double>(average_.x[column]); }

  private:
    /// x[plus] + x[otherPlus] - x[minus] >= right; what a row does not have is the column after the last.
    struct ShortRow {
        std::uint32_t plus, otherPlus, minus;
        float right, step;
    };
    struct Term {
        std::uint32_t column;
        float coefficient;
    };
    /// Sum of its terms >= right, where the row of the program was divided by `divisor`.
    struct LongRow {
        std::size_t first, last;
        double divisor;
        float right, step;
    };
    /// Columns, and multipliers of short rows, then of long rows.
    struct Point {
        std::vector<float> x, y;
    };
    struct Quality {
        double dual = 0, primal = 0, violation = 0;
        double error(double weight) const;
    };

    void arrange();
    void scale();
    template <class F>
    void forEachEntry(F&& f) const;
    void moveColumns();
    void moveMultipliers();
    void average();
    Quality judge(const Point& point);
    void restart(Point from);
    void follow();
    double divisor(std::uint32_t row) const;

    const IntegerProgram& program_;
    std::vector<ShortRow> shortRows_;
    std::vector<LongRow> longRows_;
    std::vector<Term> terms_;
    std::vector<std::uint32_t> place_;  // by row of the program: index into y
    std::vector<float> cost_, columnStep_;
    std::vector<double> rowStep_;
    Point now_, average_, last_;
    std::vector<float> activity_, pull_;  // A x by row; A' y by column
    std::size_t averaged_ = 0, rounds_ = 0;
    double weight_ = 1, bestDual_ = 0, primalValue_ = 0;
    std::vector<float> bestMultipliers_;
};

}  // namespace reforward
