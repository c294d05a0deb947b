// SPDX-License-Identifier: Apache-2.0
//
// The primal-dual hybrid gradient method for linear programs with averaging and restarts (Applegate et al.,
// "Practical large-scale linear programming using primal-dual hybrid gradient", NeurIPS 2021): each round
// moves the columns against their reduced costs, then the rows' multipliers by what the columns violate.
// Steps come from scaling rows and columns to even sizes (Ruiz 2001, then Pock and Chambolle 2011, after
// which steps of length 1 are safe). No factorization, so it takes programs that a simplex method does not,
// and any multipliers y >= 0 prove something: with reduced costs r = cost - A' y, as 0 <= x <= 1,
//   optimum >= right * y + sum of min(0, r) + constant.
// That sum is taken in integers (multipliers rounded to multiples of 2^-60: others, but as good), so no
// rounding lifts the bound, and the rounds themselves may be as coarse as they like.
//
// Nearly all rows have two columns with +1 and one with -1 at most: one pass over them does a row's sum, its
// multiplier and its part of A' y.
#include "core/bounds/relaxation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/bounds/wide.h"

namespace reforward {

namespace {

// Of the difference of two points, in the measure where steps have length 1.
double distance(const std::vector<float>& a, const std::vector<float>& b, auto&& step) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double d = static_cast<double>(a[i]) - static_cast<double>(b[i]);
        if (d != 0) sum += d * d / step(i);
    }
    return std::sqrt(sum);
}

}  // namespace

double Relaxation::Quality::error(double weight) const {
    const double gap = primal - dual;
    return std::sqrt(weight * weight * violation * violation + gap * gap);
}

Relaxation::Relaxation(const IntegerProgram& program)
    : program_(program), bestDual_(-std::numeric_limits<double>::infinity()) {
    arrange();
    scale();
    const std::size_t rows = program.rowCount(), columns = program.columnCount() + 1;
    now_ = {std::vector<float>(columns), std::vector<float>(rows)};
    average_ = last_ = now_;
    activity_.resize(rows);
    pull_.resize(columns);
    bestMultipliers_.resize(rows);
}

void Relaxation::arrange() {
    const auto none = static_cast<std::uint32_t>(program_.columnCount());
    place_.resize(program_.rowCount());
    std::vector<std::uint32_t> isLong;
    for (std::uint32_t r = 0; r < program_.rowCount(); ++r) {
        ShortRow row{none, none, none, static_cast<float>(program_.right[r]), 0};
        bool fits = true;
        for (std::size_t t = program_.firstTerm[r]; t < program_.firstTerm[r + 1]; ++t) {
            const auto& term = program_.terms[t];
            std::uint32_t& at = term.coefficient == -1 ? row.minus
                                : row.plus == none     ? row.plus
                                                       : row.otherPlus;
            fits = fits && at == none && std::abs(term.coefficient) == 1;
            at = term.column;
        }
        if (fits) {
            place_[r] = static_cast<std::uint32_t>(shortRows_.size());
            shortRows_.push_back(row);
        } else {
            isLong.push_back(r);
        }
    }
    for (const std::uint32_t r : isLong) {
        place_[r] = static_cast<std::uint32_t>(shortRows_.size() + longRows_.size());
        std::int64_t largest = 1;
        for (std::size_t t = program_.firstTerm[r]; t < program_.firstTerm[r + 1]; ++t)
            largest = std::max(largest, std::abs(program_.terms[t].coefficient));
        LongRow row{terms_.size(), 0, static_cast<double>(largest), 0, 0};
        for (std::size_t t = program_.firstTerm[r]; t < program_.firstTerm[r + 1]; ++t) {
            const auto& term = program_.terms[t];
            terms_.push_back(
                {term.column, static_cast<float>(static_cast<double>(term.coefficient) / row.divisor)});
        }
        row.last = terms_.size();
        row.right = static_cast<float>(static_cast<double>(program_.right[r]) / row.divisor);
        longRows_.push_back(row);
    }
    for (const std::int64_t cost : program_.cost)
        cost_.push_back(static_cast<float>(cost));
    cost_.push_back(0);
}

// f(index of the multiplier, column, size of the coefficient).
template <class F>
void Relaxation::forEachEntry(F&& f) const {
    const auto none = static_cast<std::uint32_t>(program_.columnCount());
    for (std::size_t r = 0; r < shortRows_.size(); ++r) {
        for (const std::uint32_t c : {shortRows_[r].plus, shortRows_[r].otherPlus, shortRows_[r].minus}) {
            if (c != none) f(r, c, 1.0);
        }
    }
    for (std::size_t r = 0; r < longRows_.size(); ++r) {
        for (std::size_t t = longRows_[r].first; t < longRows_[r].last; ++t)
            f(shortRows_.size() + r, terms_[t].column, std::abs(static_cast<double>(terms_[t].coefficient)));
    }
}

void Relaxation::scale() {
    const std::size_t rows = program_.rowCount(), columns = program_.columnCount();
    std::vector<double> rowScale(rows, 1), columnScale(columns, 1), ofRow(rows), ofColumn(columns);
    const auto apply = [&] {
        for (std::size_t r = 0; r < rows; ++r)
            rowScale[r] /= ofRow[r] > 0 ? std::sqrt(ofRow[r]) : 1;
        for (std::size_t c = 0; c < columns; ++c)
            columnScale[c] /= ofColumn[c] > 0 ? std::sqrt(ofColumn[c]) : 1;
        std::fill(ofRow.begin(), ofRow.end(), 0);
        std::fill(ofColumn.begin(), ofColumn.end(), 0);
    };
    constexpr int ruizRounds = 10;
    for (int i = 0; i < ruizRounds; ++i) {
        forEachEntry([&](std::size_t r, std::size_t c, double a) {
            a *= rowScale[r] * columnScale[c];
            ofRow[r] = std::max(ofRow[r], a);
            ofColumn[c] = std::max(ofColumn[c], a);
        });
        apply();
    }
    forEachEntry([&](std::size_t r, std::size_t c, double a) {
        a *= rowScale[r] * columnScale[c];
        ofRow[r] += a;
        ofColumn[c] += a;
    });
    apply();

    double costs = 0, rights = 0;
    for (std::size_t c = 0; c < columns; ++c) {
        columnStep_.push_back(static_cast<float>(columnScale[c] * columnScale[c]));
        const double cost = static_cast<double>(cost_[c]) * columnScale[c];
        costs += cost * cost;
    }
    columnStep_.push_back(0);
    for (std::size_t r = 0; r < rows; ++r) {
        const double step = rowScale[r] * rowScale[r];
        rowStep_.push_back(step);
        const bool isShort = r < shortRows_.size();
        float& kept = isShort ? shortRows_[r].step : longRows_[r - shortRows_.size()].step;
        kept = static_cast<float>(step);
        const float right = isShort ? shortRows_[r].right : longRows_[r - shortRows_.size()].right;
        rights += static_cast<double>(right * right) * step;
    }
    weight_ = costs > 0 && rights > 0 ? std::sqrt(costs / rights) : 1;
}

void Relaxation::moveColumns() {
    const auto down = static_cast<float>(1 / weight_);
    for (std::size_t c = 0; c + 1 < now_.x.size(); ++c) {
        const float x = now_.x[c] - down * columnStep_[c] * (cost_[c] - pull_[c]);
        now_.x[c] = std::clamp(x, 0.0F, 1.0F);
    }
}

void Relaxation::moveMultipliers() {
    const auto up = static_cast<float>(weight_);
    std::fill(pull_.begin(), pull_.end(), 0.0F);
    const float* x = now_.x.data();
    float* pull = pull_.data();
    const auto moved = [&](std::size_t r, float sum, float right, float step) {
        const float y = std::max(0.0F, now_.y[r] + up * step * (right - 2 * sum + activity_[r]));
        activity_[r] = sum;
        now_.y[r] = y;
        return y;
    };
    for (std::size_t r = 0; r < shortRows_.size(); ++r) {
        const ShortRow& row = shortRows_[r];
        const float y = moved(r, x[row.plus] + x[row.otherPlus] - x[row.minus], row.right, row.step);
        pull[row.plus] += y;
        pull[row.otherPlus] += y;
        pull[row.minus] -= y;
    }
    for (std::size_t r = 0; r < longRows_.size(); ++r) {
        const LongRow& row = longRows_[r];
        float sum = 0;
        for (std::size_t t = row.first; t < row.last; ++t)
            sum += terms_[t].coefficient * x[terms_[t].column];
        const float y = moved(shortRows_.size() + r, sum, row.right, row.step);
        if (y == 0) continue;
        for (std::size_t t = row.first; t < row.last; ++t)
            pull[terms_[t].column] += terms_[t].coefficient * y;
    }
    ++rounds_;
}

void Relaxation::average() {
    const float share = 1 / static_cast<float>(++averaged_);
    for (std::size_t c = 0; c < now_.x.size(); ++c)
        average_.x[c] += share * (now_.x[c] - average_.x[c]);
    for (std::size_t r = 0; r < now_.y.size(); ++r)
        average_.y[r] += share * (now_.y[r] - average_.y[r]);
}

Relaxation::Quality Relaxation::judge(const Point& point) {
    Quality quality;
    std::vector<double> reduced(cost_.begin(), cost_.end());
    double squares = 0;
    const auto judged = [&](std::size_t r, double sum, double right) {
        const double y = static_cast<double>(point.y[r]), missing = std::max(0.0, right - sum);
        quality.dual += right * y;
        squares += missing * missing * rowStep_[r];
        return y;
    };
    const auto x = [&](std::uint32_t c) { return static_cast<double>(point.x[c]); };
    for (std::size_t r = 0; r < shortRows_.size(); ++r) {
        const ShortRow& row = shortRows_[r];
        const double y =
            judged(r, x(row.plus) + x(row.otherPlus) - x(row.minus), static_cast<double>(row.right));
        reduced[row.plus] -= y;
        reduced[row.otherPlus] -= y;
        reduced[row.minus] += y;
    }
    for (std::size_t r = 0; r < longRows_.size(); ++r) {
        const LongRow& row = longRows_[r];
        double sum = 0;
        for (std::size_t t = row.first; t < row.last; ++t)
            sum += static_cast<double>(terms_[t].coefficient) * x(terms_[t].column);
        const double y = judged(shortRows_.size() + r, sum, static_cast<double>(row.right));
        for (std::size_t t = row.first; t < row.last; ++t)
            reduced[terms_[t].column] -= static_cast<double>(terms_[t].coefficient) * y;
    }
    for (std::size_t c = 0; c + 1 < reduced.size(); ++c) {
        quality.primal += static_cast<double>(cost_[c]) * x(static_cast<std::uint32_t>(c));
        quality.dual += std::min(0.0, reduced[c]);
    }
    quality.violation = std::sqrt(squares);
    return quality;
}

// Activities and pulls of a new point: a move of no length.
void Relaxation::follow() {
    const double weight = weight_;
    weight_ = 0;
    moveMultipliers();
    weight_ = weight;
    --rounds_;
}

double Relaxation::divisor(std::uint32_t row) const {
    const std::uint32_t place = place_[row];
    return place < shortRows_.size() ? 1 : longRows_[place - shortRows_.size()].divisor;
}

void Relaxation::startFrom(const Relaxation& other) {
    std::unordered_map<std::uint64_t, std::uint32_t> rows, columns;
    for (std::uint32_t r = 0; r < other.program_.rowCount(); ++r)
        rows.emplace(other.program_.rowKey[r], r);
    for (std::uint32_t c = 0; c < other.program_.columnCount(); ++c)
        columns.emplace(other.program_.columnKey[c], c);
    for (std::uint32_t r = 0; r < program_.rowCount(); ++r) {
        const auto at = rows.find(program_.rowKey[r]);
        if (at != rows.end())
            now_.y[place_[r]] = static_cast<float>(other.multiplier(at->second) * divisor(r));
    }
    for (std::uint32_t c = 0; c < program_.columnCount(); ++c) {
        const auto at = columns.find(program_.columnKey[c]);
        if (at != columns.end()) now_.x[c] = other.average_.x[at->second];
    }
    weight_ = other.weight_;
    average_ = last_ = now_;
    follow();
}

// From this point, with the steps of columns and multipliers in the proportion of how far each has moved.
void Relaxation::restart(Point from) {
    const double dx =
        distance(from.x, last_.x, [&](std::size_t c) { return static_cast<double>(columnStep_[c]); });
    const double dy = distance(from.y, last_.y, [&](std::size_t r) { return rowStep_[r]; });
    if (dx > 1e-10 && dy > 1e-10) weight_ = std::sqrt(weight_ * dy / dx);
    now_ = from;
    last_ = std::move(from);
    averaged_ = 0;
    follow();
}

void Relaxation::solve(const Limits& limits, const Control& control) {
    constexpr std::size_t lookEvery = 32;
    constexpr double sufficient = 0.2, necessary = 0.8, longest = 0.36;
    if (program_.infeasible) return;
    const std::size_t start = rounds_;
    double atRestart = std::numeric_limits<double>::infinity(), before = atRestart;
    std::size_t sinceRestart = 0;
    std::vector<double> history;
    last_ = now_;
    averaged_ = 0;
    while (rounds_ - start < limits.rounds && !control.shouldStop()) {
        moveColumns();
        moveMultipliers();
        average();
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
        history.push_back(bestDual_ + static_cast<double>(program_.constant));
        const std::size_t back = std::max(history.size() / 3, std::size_t(1000) / lookEvery);
        if (history.size() > back &&
            history.back() - history[history.size() - 1 - back] <= limits.progress * std::abs(history.back()))
            break;
        const double error = better.error(weight_);
        const bool stalled = error <= necessary * atRestart && error > before;
        const bool late = sinceRestart >= 4 * lookEvery &&
                          static_cast<double>(sinceRestart) >= longest * static_cast<double>(rounds_ - start);
        before = error;
        if (error > sufficient * atRestart && !stalled && !late) continue;
        restart(averageIsBetter ? average_ : now_);
        before = atRestart = better.error(weight_);
        sinceRestart = 0;
    }
}

double Relaxation::multiplier(std::uint32_t row) const {
    return static_cast<double>(bestMultipliers_[place_[row]]) / divisor(row);
}

std::int64_t Relaxation::provedTime() const {
    constexpr Wide one = Wide(1) << 60;
    std::vector<Wide> reduced(program_.columnCount());
    for (std::size_t c = 0; c < reduced.size(); ++c)
        reduced[c] = one * program_.cost[c];
    Wide sum = one * program_.constant;
    for (std::uint32_t r = 0; r < program_.rowCount(); ++r) {
        // No sum may leave its 128 bits: no product beyond 2^105 for up to 2^22 rows. Multipliers that large
        // prove nothing, smaller ones are as valid.
        std::int64_t largest = std::max<std::int64_t>(1, std::abs(program_.right[r]));
        for (std::size_t t = program_.firstTerm[r]; t < program_.firstTerm[r + 1]; ++t)
            largest = std::max(largest, std::abs(program_.terms[t].coefficient));
        const double y = std::min(multiplier(r), 0x1p45 / static_cast<double>(largest));
        if (!(y > 0)) continue;  // nor what is no number
        const Wide exact = static_cast<Wide>(y * static_cast<double>(one));
        sum += exact * program_.right[r];
        for (std::size_t t = program_.firstTerm[r]; t < program_.firstTerm[r + 1]; ++t)
            reduced[program_.terms[t].column] -= exact * program_.terms[t].coefficient;
    }
    for (const Wide r : reduced)
        sum += std::min<Wide>(r, 0);
    // Rounded up; the quotient itself is rounded towards zero.
    const Wide whole = sum / one;
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(sum > whole * one ? whole + 1 : whole));
}

}  // namespace reforward
