// SPDX-License-Identifier: Apache-2.0
#include "core/search/memory_profile.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace reforward {

namespace {

// Found by trial on the published graphs: 1.03 to 1.3 up, 0.93 to 0.99 down differ little.
constexpr double weightUp = 1.1, weightDown = 0.97, leastWeight = 0.01, mostWeight = 100;

// Four doubles at a time; GCC lowers it to whatever vector set the function is compiled for.
using Four = double __attribute__((vector_size(32)));

struct PartResult {
    double excess;  // change of the weighted sum of max(0, bytes - limit)
    double most;    // of the entries looked at, a few of their neighbours included
};

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define REFORWARD_VECTOR_SETS __attribute__((target_clones("avx2", "default")))
#else
#define REFORWARD_VECTOR_SETS
#endif

// By reference: vectors by value would tie the callers to one vector set.
[[gnu::always_inline]] inline void raise(Four& a, const Four& b) {
    a = b > a ? b : a;
}

[[gnu::always_inline]] inline double largest(const Four& a) {
    return std::max(std::max(a[0], a[1]), std::max(a[2], a[3]));
}

// Adds `change` to entries first .. last of a block, four at a time: the first and the last four by masks.
REFORWARD_VECTOR_SETS PartResult addToBlock(double* bytes, const double* weights, std::size_t first,
                                            std::size_t last, double change, double limit) {
    const Four limits{limit, limit, limit, limit};
    const Four none = Four{} - std::numeric_limits<double>::infinity();
    Four excess{}, most = none;
    const std::size_t begin = first / 4 * 4, end = last / 4 * 4;
    for (std::size_t i = begin; i <= end; i += 4) {
        Four changes{change, change, change, change};
        if (i == begin || i == end) {
            for (std::size_t k = 0; k < 4; ++k) {
                if (i + k < first || i + k > last) changes[k] = 0;
            }
        }
        Four old;
        std::memcpy(&old, bytes + i, sizeof old);
        const Four now = old + changes;
        std::memcpy(bytes + i, &now, sizeof now);
        raise(most, now);
        Four weight;
        std::memcpy(&weight, weights + i, sizeof weight);
        excess += weight * ((now > limits ? now : limits) - (old > limits ? old : limits));
    }
    return {excess[0] + excess[1] + excess[2] + excess[3], largest(most)};
}

REFORWARD_VECTOR_SETS double excessOfBlock(const double* bytes, const double* weights, std::size_t count,
                                           double limit) {
    const Four limits{limit, limit, limit, limit};
    Four excess{};
    for (std::size_t i = 0; i < count; i += 4) {
        Four b;
        std::memcpy(&b, bytes + i, sizeof b);
        Four weight;
        std::memcpy(&weight, weights + i, sizeof weight);
        excess += weight * ((b > limits ? b : limits) - limits);
    }
    return excess[0] + excess[1] + excess[2] + excess[3];
}

}  // namespace

MemoryProfile::MemoryProfile(std::size_t stages)
    : size_(stages),
      bytes_((stages + blockSize - 1) / blockSize * blockSize),
      weights_(bytes_.size(), 1.0),
      pending_(bytes_.size() / blockSize),
      most_(bytes_.size() / blockSize) {}

void MemoryProfile::assign(const std::vector<double>& bytes, double budget) {
    // Entries past the end hold so little that they never exceed anything.
    std::fill(bytes_.begin(), bytes_.end(), -std::numeric_limits<double>::max() / 4);
    std::copy(bytes.begin(), bytes.end(), bytes_.begin());
    std::fill(pending_.begin(), pending_.end(), 0);
    for (std::size_t b = 0; b < most_.size(); ++b) {
        const auto at = bytes_.begin() + static_cast<std::ptrdiff_t>(b * blockSize);
        most_[b] = *std::max_element(at, at + static_cast<std::ptrdiff_t>(blockSize));
    }
    setBudget(budget);
}

void MemoryProfile::setBudget(double budget) {
    budget_ = budget;
    excess_ = 0;
    for (std::size_t b = 0; b < most_.size(); ++b) {
        if (most_[b] <= budget_) continue;
        excess_ += excessOfBlock(bytes_.data() + b * blockSize, weights_.data() + b * blockSize, blockSize,
                                 budget_ - pending_[b]);
    }
}

void MemoryProfile::add(std::int32_t first, std::int32_t last, double change) {
    if (first > last) return;
    const auto f = static_cast<std::size_t>(first), l = static_cast<std::size_t>(last);
    if (f == l) {
        addOne(f, change);
        return;
    }
    const std::size_t firstBlock = f / blockSize, lastBlock = l / blockSize;
    for (std::size_t b = firstBlock; b <= lastBlock; ++b) {
        const std::size_t from = b == firstBlock ? f % blockSize : 0;
        const std::size_t to = b == lastBlock ? l % blockSize : blockSize - 1;
        if (from == 0 && to == blockSize - 1 && most_[b] <= budget_ && most_[b] + change <= budget_) {
            pending_[b] += change;
            most_[b] += change;
        } else {
            addPart(b, from, to, change);
        }
    }
}

void MemoryProfile::addOne(std::size_t i, double change) {
    const std::size_t block = i / blockSize;
    const double old = bytes_[i] + pending_[block];
    bytes_[i] += change;
    excess_ += weights_[i] * (std::max(old + change, budget_) - std::max(old, budget_));
    most_[block] = std::max(most_[block], old + change);
}

void MemoryProfile::addPart(std::size_t block, std::size_t first, std::size_t last, double change) {
    double* const bytes = bytes_.data() + block * blockSize;
    const PartResult part = addToBlock(bytes, weights_.data() + block * blockSize, first, last, change,
                                       budget_ - pending_[block]);
    excess_ += part.excess;
    const bool whole = first == 0 && last == blockSize - 1;
    most_[block] = whole ? part.most + pending_[block] : std::max(most_[block], part.most + pending_[block]);
}

void MemoryProfile::resetWeights() {
    std::fill(weights_.begin(), weights_.end(), 1.0);
    setBudget(budget_);
}

void MemoryProfile::adaptWeights() {
    for (std::size_t i = 0; i < size_; ++i) {
        double& weight = weights_[i];
        weight = bytes_[i] + pending_[i / blockSize] > budget_ ? std::min(mostWeight, weight * weightUp)
                                                               : std::max(leastWeight, weight * weightDown);
    }
    setBudget(budget_);
}

double MemoryProfile::peak() const {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t b = 0; b < most_.size(); ++b) {
        if (most_[b] <= most) continue;
        const auto at = bytes_.begin() + static_cast<std::ptrdiff_t>(b * blockSize);
        most =
            std::max(most, *std::max_element(at, at + static_cast<std::ptrdiff_t>(blockSize)) + pending_[b]);
    }
    return most;
}

}  // namespace reforward
