// SPDX-License-Identifier: Apache-2.0
#include "core/search/memory_profile.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace reforward {

namespace {

// Four doubles at a time; GCC lowers it to whatever vector set the function is compiled for.
using Four = double __attribute__((vector_size(32)));

struct PartResult {
    double excess;  // change of the sum of max(0, bytes - limit)
    double most;    // largest of all entries of the block
};

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define REFORWARD_VECTOR_SETS __attribute__((target_clones("avx2", "default")))
#else
#define REFORWARD_VECTOR_SETS
#endif

// Adds `change` to entries of a block whose index lies in [first, last]; `count` is a multiple of four.
REFORWARD_VECTOR_SETS PartResult addToBlock(double* bytes, std::size_t count, std::size_t first,
                                            std::size_t last, double change, double limit) {
    const Four limits{limit, limit, limit, limit}, changes{change, change, change, change};
    Four excess{}, index{0, 1, 2, 3};
    Four most = Four{} - std::numeric_limits<double>::infinity();
    const Four four{4, 4, 4, 4};
    const double f = static_cast<double>(first), l = static_cast<double>(last);
    const Four from{f, f, f, f}, to{l, l, l, l};
    for (std::size_t i = 0; i < count; i += 4) {
        Four old;
        std::memcpy(&old, bytes + i, sizeof old);
        const auto inside = (index >= from) & (index <= to);
        const Four now = inside ? old + changes : old;
        std::memcpy(bytes + i, &now, sizeof now);
        excess += (now > limits ? now : limits) - (old > limits ? old : limits);
        most = now > most ? now : most;
        index += four;
    }
    return {excess[0] + excess[1] + excess[2] + excess[3],
            std::max(std::max(most[0], most[1]), std::max(most[2], most[3]))};
}

REFORWARD_VECTOR_SETS double excessOfBlock(const double* bytes, std::size_t count, double limit) {
    const Four limits{limit, limit, limit, limit};
    Four excess{};
    for (std::size_t i = 0; i < count; i += 4) {
        Four b;
        std::memcpy(&b, bytes + i, sizeof b);
        excess += (b > limits ? b : limits) - limits;
    }
    return excess[0] + excess[1] + excess[2] + excess[3];
}

}  // namespace

MemoryProfile::MemoryProfile(std::size_t stages)
    : size_(stages),
      bytes_((stages + blockSize - 1) / blockSize * blockSize),
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
        excess_ += excessOfBlock(bytes_.data() + b * blockSize, blockSize, budget_ - pending_[b]);
    }
}

void MemoryProfile::add(std::int32_t first, std::int32_t last, double change) {
    if (first > last) return;
    const auto f = static_cast<std::size_t>(first), l = static_cast<std::size_t>(last);
    if (f == l && addOne(f, change)) return;
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

bool MemoryProfile::addOne(std::size_t i, double change) {
    const std::size_t block = i / blockSize;
    const double old = bytes_[i] + pending_[block];
    if (change < 0 && old >= most_[block]) return false;  // another one may be the largest now
    bytes_[i] += change;
    excess_ += std::max(old + change, budget_) - std::max(old, budget_);
    most_[block] = std::max(most_[block], old + change);
    return true;
}

void MemoryProfile::addPart(std::size_t block, std::size_t first, std::size_t last, double change) {
    const PartResult part = addToBlock(bytes_.data() + block * blockSize, blockSize, first, last, change,
                                       budget_ - pending_[block]);
    excess_ += part.excess;
    most_[block] = part.most + pending_[block];
}

double MemoryProfile::peak() const {
    return *std::max_element(most_.begin(), most_.end());
}

}  // namespace reforward
