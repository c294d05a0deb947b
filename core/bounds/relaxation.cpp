// SPDX-License-Identifier: Apache-2.0
//
// The primal-dual hybrid gradient method for linear programs with averaging and restarts (Applegate et al.,
// "Practical large-scale linear programming using primal-dual hybrid gradient", NeurIPS 2021): each round
// moves the columns against their reduced costs, then the rows' multipliers by what the columns violate. Rows
// and columns are first scaled to even out their sizes (Ruiz 2001, then Pock and Chambolle 2011, after which
// steps of length 1 are safe). No factorization, so it takes programs that a simplex method does not, and
// every set of multipliers y >= 0 proves something: with reduced costs r = cost - A' y,
//   optimum >= right * y + sum of min(0, r) + constant,
// since 0 <= x <= 1. That sum is taken in integers (multipliers rounded to multiples of 2^-60, any such
// multipliers are as good), so no rounding lifts the bound.
#include "core/bounds/relaxation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reforward {

namespace {

double norm(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values)
        sum += v * v;
    return std::sqrt(sum);
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
}

}  // namespace

double Relaxation::Quality::error(double weight) const {
    const double gap = primal - dual;
    return std::sqrt(weight * weight * violation * violation + gap * gap);
}

Relaxation::Relaxation(const IntegerProgram& program)
    : program_(program),
      firstOfColumn_(program.columnCount() + 1),
      rowOfEntry_(program.terms.size()),
      byRow_(program.terms.size()),
      byColumn_(program.terms.size()),
      rowScale_(program.rowCount(), 1),
      columnScale_(program.columnCount(), 1),
      bestDual_(-std::numeric_limits<double>::infinity()),
      bestMultipliers_(program.rowCount()) {
    scale();
    now_ = {std::vector<double>(program.columnCount()), std::vector<double>(program.rowCount()),
            std::vector<double>(program.rowCount()), std::vector<double>(program.columnCount())};
    average_ = last_ = now_;
    const double size = norm(right_);
    weight_ = size > 0 && norm(cost_) > 0 ? norm(cost_) / size : 1;
}

void Relaxation::scale() {
    const std::size_t rows = program_.rowCount(), columns = program_.columnCount();
    std::vector<double> ofRow(rows), ofColumn(columns);
    const auto forEach = [&](auto&& f) {
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t t = program_.firstTerm[r]; t < program_.firstTerm[r + 1]; ++t) {
                const auto& term = program_.terms[t];
                f(r, term.column,
                  std::abs(static_cast<double>(term.coefficient)) * rowScale_[r] * columnScale_[term.column]);
            }
        }
    };
    const auto apply = [&] {
        for (std::size_t r = 0; r < rows; ++r)
            rowScale_[r] /= ofRow[r] > 0 ? std::sqrt(ofRow[r]) : 1;
        for (std::size_t c = 0; c < columns; ++c)
            columnScale_[c] /= ofColumn[c] > 0 ? std::sqrt(ofColumn[c]) : 1;
        std::fill(ofRow.begin(), ofRow.end(), 0);
        std::fill(ofColumn.begin(), ofColumn.end(), 0);
    };
    // Columns are shares from 0 to 1 as they are: first each row alone, or a row of bytes would shrink the
    // columns it has, and with them their part in all other rows.
    forEach([&](std::size_t r, std::size_t, double a) { ofRow[r] = std::max(ofRow[r], a); });
    for (std::size_t r = 0; r < rows; ++r)
        ofRow[r] *= ofRow[r];
    apply();
    constexpr int ruizRounds = 10;
    for (int i = 0; i < ruizRounds; ++i) {
        forEach([&](std::size_t r, std::size_t c, double a) {
            ofRow[r] = std::max(ofRow[r], a);
            ofColumn[c] = std::max(ofColumn[c], a);
        });
        apply();
    }
    forEach([&](std::size_t r, std::size_t c, double a) {
        ofRow[r] += a;
        ofColumn[c] += a;
    });
    apply();

    // Both ways through the matrix, columns by counting.
    for (const auto& term : program_.terms)
        ++firstOfColumn_[term.column + 1];
    for (std::size_t c = 0; c < columns; ++c)
        firstOfColumn_[c + 1] += firstOfColumn_[c];
    std::vector<std::uint32_t> next(firstOfColumn_.begin(), firstOfColumn_.end() - 1);
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t t = program_.firstTerm[r]; t < program_.firstTerm[r + 1]; ++t) {
            const auto& term = program_.terms[t];
            byRow_[t] = static_cast<double>(term.coefficient) * rowScale_[r] * columnScale_[term.column];
            const std::uint32_t at = next[term.column]++;
            byColumn_[at] = byRow_[t];
            rowOfEntry_[at] = static_cast<std::uint32_t>(r);
        }
    }
    for (std::size_t c = 0; c < columns; ++c) {
        cost_.push_back(static_cast<double>(program_.cost[c]) * columnScale_[c]);
        most_.push_back(1 / columnScale_[c]);
    }
    for (std::size_t r = 0; r < rows; ++r)
        right_.push_back(static_cast<double>(program_.right[r]) * rowScale_[r]);
}

void Relaxation::times(const std::vector<double>& x, std::vector<double>& ax) const {
    for (std::size_t r = 0; r < ax.size(); ++r) {
        double sum = 0;
        for (std::size_t t = program_.firstTerm[r]; t < program_.firstTerm[r + 1]; ++t)
            sum += byRow_[t] * x[program_.terms[t].column];
        ax[r] = sum;
    }
}

void Relaxation::transposedTimes(const std::vector<double>& y, std::vector<double>& aty) const {
    for (std::size_t c = 0; c < aty.size(); ++c) {
        double sum = 0;
        for (std::uint32_t t = firstOfColumn_[c]; t < firstOfColumn_[c + 1]; ++t)
            sum += byColumn_[t] * y[rowOfEntry_[t]];
        aty[c] = sum;
    }
}

void Relaxation::step() {
    const double down = 1 / weight_, up = weight_;
    const std::vector<double> before = now_.ax;
    for (std::size_t c = 0; c < now_.x.size(); ++c)
        now_.x[c] = std::clamp(now_.x[c] - down * (cost_[c] - now_.aty[c]), 0.0, most_[c]);
    times(now_.x, now_.ax);
    for (std::size_t r = 0; r < now_.y.size(); ++r)
        now_.y[r] = std::max(0.0, now_.y[r] + up * (right_[r] - 2 * now_.ax[r] + before[r]));
    transposedTimes(now_.y, now_.aty);
    ++rounds_;
}

void Relaxation::accumulate() {
    const double share = 1 / static_cast<double>(++averaged_);
    const auto mix = [share](std::vector<double>& mean, const std::vector<double>& value) {
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i] += share * (value[i] - mean[i]);
    };
    mix(average_.x, now_.x);
    mix(average_.y, now_.y);
    mix(average_.ax, now_.ax);
    mix(average_.aty, now_.aty);
}

Relaxation::Quality Relaxation::judge(const Point& point) const {
    Quality quality;
    for (std::size_t c = 0; c < point.x.size(); ++c) {
        quality.primal += cost_[c] * point.x[c];
        quality.dual += std::min(0.0, cost_[c] - point.aty[c]) * most_[c];
    }
    double squares = 0;
    for (std::size_t r = 0; r < point.y.size(); ++r) {
        quality.dual += right_[r] * point.y[r];
        const double missing = std::max(0.0, right_[r] - point.ax[r]);
        squares += missing * missing;
    }
    quality.violation = std::sqrt(squares);
    return quality;
}

void Relaxation::restart(const Point& from) {
    const double dx = distance(from.x, last_.x), dy = distance(from.y, last_.y);
    if (dx > 1e-10 && dy > 1e-10) weight_ = std::sqrt(weight_ * dy / dx);
    Point start = from;  // may be one of those it replaces
    now_ = start;
    last_ = std::move(start);
    averaged_ = 0;
}

void Relaxation::solve(const Limits& limits, const Control& control) {
    constexpr std::size_t lookEvery = 32;
    constexpr double sufficient = 0.2, necessary = 0.8, longest = 0.36;
    if (program_.infeasible) return;
    double atRestart = std::numeric_limits<double>::infinity(), before = atRestart;
    std::size_t sinceRestart = 0, start = rounds_;
    std::vector<double> history;
    last_ = now_;
    averaged_ = 0;
    while (rounds_ - start < limits.rounds && !control.shouldStop()) {
        step();
        accumulate();
        ++sinceRestart;
        if (rounds_ % lookEvery != 0) continue;
        const Quality ofNow = judge(now_), ofAverage = judge(average_);
        for (const auto& [quality, point] : {std::pair(ofNow, &now_), std::pair(ofAverage, &average_)}) {
            if (quality.dual <= bestDual_) continue;
            bestDual_ = quality.dual;
            bestMultipliers_ = point->y;
        }
        const bool averageIsBetter = ofAverage.error(weight_) < ofNow.error(weight_);
        const Quality& better = averageIsBetter ? ofAverage : ofNow;
        primalValue_ = better.primal;
        const double error = better.error(weight_);
        history.push_back(bestDual_ + static_cast<double>(program_.constant));
        const std::size_t back = std::max(history.size() / 4, std::size_t(500) / lookEvery);
        if (history.size() > back &&
            history.back() - history[history.size() - 1 - back] <= limits.progress * std::abs(history.back()))
            break;
        const bool stalled = error <= necessary * atRestart && error > before;
        const bool late = static_cast<double>(sinceRestart) >= longest * static_cast<double>(rounds_ - start);
        if (error <= sufficient * atRestart || stalled || (late && sinceRestart >= 4 * lookEvery)) {
            restart(averageIsBetter ? average_ : now_);
            atRestart = better.error(weight_);
            before = atRestart;
            sinceRestart = 0;
            continue;
        }
        before = error;
    }
}

std::int64_t Relaxation::provedTime() const {
    constexpr int bits = 60;
    using Wide = __int128;
    std::vector<Wide> reduced(program_.columnCount());
    for (std::size_t c = 0; c < reduced.size(); ++c)
        reduced[c] = static_cast<Wide>(program_.cost[c]) << bits;
    Wide sum = static_cast<Wide>(program_.constant) << bits;
    for (std::uint32_t r = 0; r < program_.rowCount(); ++r) {
        const double y = std::min(multiplier(r), 0x1p32);
        const Wide exact = static_cast<Wide>(std::ldexp(y, bits));
        if (exact <= 0) continue;
        sum += exact * program_.right[r];
        for (std::size_t t = program_.firstTerm[r]; t < program_.firstTerm[r + 1]; ++t)
            reduced[program_.terms[t].column] -= exact * program_.terms[t].coefficient;
    }
    for (const Wide r : reduced)
        sum += std::min<Wide>(r, 0);
    // Shifting right rounds down, also below zero.
    return std::max<std::int64_t>(0, -static_cast<std::int64_t>(-sum >> bits));
}

}  // namespace reforward
