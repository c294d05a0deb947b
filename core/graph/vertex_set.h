// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace reforward {

/// A set of small integers below a fixed size, one bit each.
class VertexSet {
  public:
    using Word = std::uint64_t;
    static constexpr std::size_t wordBits = 64;
    static std::size_t wordsFor(std::size_t size) { return (size + wordBits - 1) / wordBits; }

    VertexSet() = default;
    explicit VertexSet(std::size_t size) : size_(size), words_(wordsFor(size)) {}

    std::size_t size() const { return size_; }  ///< of the universe
    bool contains(std::size_t i) const { return words_[i / wordBits] >> (i % wordBits) & 1; }
    void insert(std::size_t i) { words_[i / wordBits] |= Word{1} << (i % wordBits); }
    void erase(std::size_t i) { words_[i / wordBits] &= ~(Word{1} << (i % wordBits)); }
    void clear() { words_.assign(words_.size(), 0); }
    std::size_t count() const {
        std::size_t n = 0;
        for (const Word w : words_)
            n += static_cast<std::size_t>(std::popcount(w));
        return n;
    }
    bool empty() const {
        for (const Word w : words_) {
            if (w != 0) return false;
        }
        return true;
    }
    bool subsetOf(const VertexSet& other) const {
        for (std::size_t k = 0; k < words_.size(); ++k) {
            if (words_[k] & ~other.words_[k]) return false;
        }
        return true;
    }
    VertexSet& operator|=(const VertexSet& other) {
        for (std::size_t k = 0; k < words_.size(); ++k)
            words_[k] |= other.words_[k];
        return *this;
    }
    VertexSet& operator&=(const VertexSet& other) {
        for (std::size_t k = 0; k < words_.size(); ++k)
            words_[k] &= other.words_[k];
        return *this;
    }
    /// Difference of sets.
    VertexSet& operator-=(const VertexSet& other) {
        for (std::size_t k = 0; k < words_.size(); ++k)
            words_[k] &= ~other.words_[k];
        return *this;
    }
    friend VertexSet operator|(VertexSet a, const VertexSet& b) { return a |= b; }
    friend VertexSet operator&(VertexSet a, const VertexSet& b) { return a &= b; }
    friend VertexSet operator-(VertexSet a, const VertexSet& b) { return a -= b; }
    friend bool operator==(const VertexSet&, const VertexSet&) = default;

    /// Calls f(i) for each member, ascending.
    template <class F>
    void forEach(F&& f) const {
        for (std::size_t k = 0; k < words_.size(); ++k) {
            for (Word w = words_[k]; w != 0; w &= w - 1) {
                f(static_cast<std::uint32_t>(k * wordBits + static_cast<std::size_t>(std::countr_zero(w))));
            }
        }
    }
    std::vector<std::uint32_t> members() const {
        std::vector<std::uint32_t> all;
        forEach([&](std::uint32_t i) { all.push_back(i); });
        return all;
    }
    std::span<const Word> words() const { return words_; }
    std::size_t hash() const {
        std::uint64_t h = 1469598103934665603ULL;
        for (const Word w : words_)
            h = (h ^ w) * 1099511628211ULL, h ^= h >> 29;
        return h;
    }

  private:
    std::size_t size_ = 0;
    std::vector<Word> words_;
};

}  // namespace reforward

template <>
struct std::hash<reforward::VertexSet> {
    std::size_t operator()(const reforward::VertexSet& s) const { return s.hash(); }
};
