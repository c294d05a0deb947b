// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace reforward {

/// Live bytes at each stage, and by how much they exceed a budget in all: the sum over stages of
/// weight * max(0, bytes - budget). In blocks with a pending addition each, so that a long range costs O(1)
/// for every block that stays within the budget.
class MemoryProfile {
  public:
    explicit MemoryProfile(std::size_t stages);

    void assign(const std::vector<double>& bytes, double budget);
    void setBudget(double budget);
    double budget() const { return budget_; }

    /// Weights back to 1.
    void resetWeights();
    /// bytes[i] += change for first <= i <= last.
    void add(std::int32_t first, std::int32_t last, double change);
    double at(std::int32_t i) const {
        const auto k = static_cast<std::size_t>(i);
        return bytes_[k] + pending_[k / blockSize];
    }
    double excess() const { return excess_; }
    /// After undoing additions: the value excess() had, free of rounding.
    void restoreExcess(double excess) { excess_ = excess; }
    double peak() const;
    /// Raises the weights of stages that exceed the budget and lowers the others: stages that stay over it
    /// become dear, as with Lagrange multipliers. Counts excess() anew.
    void adaptWeights();
    std::size_t size() const { return size_; }

  private:
    static constexpr std::size_t blockSize = 64;

    void addPart(std::size_t block, std::size_t first, std::size_t last, double change);
    void addOne(std::size_t i, double change);

    std::size_t size_;
    std::vector<double> bytes_, weights_;
    std::vector<double> pending_, most_;  ///< most_: no entry of the block (pending included) is larger
    double budget_ = 0, excess_ = 0;
};

}  // namespace reforward
