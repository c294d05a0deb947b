// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace reforward {

/// Operations along an order with what each reads and saves, as the search for equal blocks sees them.
/// Values are outputs, numbered by operation: those of operation w are firstValue[w] .. firstValue[w + 1].
struct OperationSequence {
    std::vector<std::uint32_t> firstValue{0};
    std::vector<double> bytes;         ///< by value
    bool sizesCount = true;            ///< values of equal operations have equal bytes
    std::vector<std::uint64_t> flags;  ///< by value: what else must be equal
    std::vector<std::uint32_t> firstInput{0}, inputs;
    std::vector<std::uint32_t> firstSave{0}, saves;
    /// What else must be equal of two operations for them to count as such.
    std::vector<std::uint32_t> firstFigure{0};
    std::vector<std::uint64_t> figures;

    std::uint32_t operations() const { return static_cast<std::uint32_t>(firstValue.size() - 1); }
    std::uint32_t values() const { return static_cast<std::uint32_t>(bytes.size()); }
    std::span<const std::uint32_t> inputsOf(std::uint32_t w) const { return part(inputs, firstInput, w); }
    std::span<const std::uint32_t> savesOf(std::uint32_t w) const { return part(saves, firstSave, w); }
    std::span<const std::uint64_t> figuresOf(std::uint32_t w) const { return part(figures, firstFigure, w); }

  private:
    template <class T>
    static std::span<const T> part(const std::vector<T>& all, const std::vector<std::uint32_t>& first,
                                   std::uint32_t w) {
        return {all.data() + first[w], all.data() + first[w + 1]};
    }
};

/// An order of operations cut into blocks at each place that the values of at most one operation cross
/// (`outside` not counted). Of equal kind are blocks whose operations have equal figures, bytes and edges,
/// along the order.
struct EqualBlocks {
    struct Block {
        std::uint32_t begin = 0, end = 0;  ///< operations
        std::uint32_t kind = 0;            ///< 0 .. kinds - 1
        /// Values made up to here and read by later blocks; of the last block none. Ascending.
        std::vector<std::uint32_t> crossing;
    };
    std::vector<Block> blocks;
    std::uint32_t kinds = 0;
    /// Values that blocks all over the graph read (a mask, a table of positions): small, and as good as
    /// always there. Ascending.
    std::vector<std::uint32_t> outside;

    bool isOutside(std::uint32_t x) const;
};

/// The blocks; nothing where there are fewer than three. Each operation reads only values made before it.
/// O(operations + reads).
std::optional<EqualBlocks> equalBlocks(const OperationSequence& sequence);

}  // namespace reforward
