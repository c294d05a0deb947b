// SPDX-License-Identifier: Apache-2.0
//
// Two blocks are compared by their signatures: the figures of each operation along the order, and for each
// value that it reads or saves where that stands: so many operations back and which output, or which of the
// values that cross into the block. Signatures find their kind by a hash and are then compared whole.
#include "core/graph/equal_blocks.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace reforward {

namespace {

// A value is outside where at least so many operations read it, the last so far from it, and it is small.
constexpr std::size_t outsideReaders = 3;
constexpr std::uint32_t leastOutsideSpan = 50;
constexpr double outsideSpanShare = 0.1, outsideBytesShare = 0.002;
constexpr std::size_t leastBlocks = 3;

using Signature = std::vector<std::uint64_t>;

struct SignatureHash {
    std::size_t operator()(const Signature& words) const {
        std::uint64_t hash = 0x9E3779B97F4A7C15ull;
        for (const std::uint64_t word : words)
            hash = (hash ^ word) * 0x100000001B3ull + (hash >> 29);
        return static_cast<std::size_t>(hash);
    }
};

// The producer of each value, and how many operations read each operation's values, the last of them.
struct Uses {
    std::vector<std::uint32_t> producer, readers, last;

    explicit Uses(const OperationSequence& s)
        : producer(s.values()), readers(s.operations()), last(s.operations()) {
        std::vector<std::uint32_t> counted(s.operations(), UINT32_MAX);
        for (std::uint32_t w = 0; w < s.operations(); ++w) {
            last[w] = w;
            for (std::uint32_t x = s.firstValue[w]; x < s.firstValue[w + 1]; ++x)
                producer[x] = w;
            for (const std::uint32_t x : s.inputsOf(w)) {
                const std::uint32_t p = producer[x];
                last[p] = w;
                if (counted[p] != w) ++readers[p];
                counted[p] = w;
            }
        }
    }
};

std::vector<std::uint32_t> outsideValues(const OperationSequence& s, const Uses& uses) {
    double all = 0;
    for (const double bytes : s.bytes)
        all += bytes;
    const auto span = std::max(
        leastOutsideSpan, static_cast<std::uint32_t>(outsideSpanShare * static_cast<double>(s.operations())));
    std::vector<std::uint32_t> outside;
    for (std::uint32_t w = 0; w < s.operations(); ++w) {
        if (uses.readers[w] < outsideReaders || uses.last[w] - w < span) continue;
        double bytes = 0;
        for (std::uint32_t x = s.firstValue[w]; x < s.firstValue[w + 1]; ++x)
            bytes += s.bytes[x];
        if (bytes > outsideBytesShare * all) continue;
        for (std::uint32_t x = s.firstValue[w]; x < s.firstValue[w + 1]; ++x)
            outside.push_back(x);
    }
    return outside;
}

// Ends of blocks: after these operations only one operation's values are read by later ones.
void cut(const OperationSequence& s, const Uses& uses, EqualBlocks& result) {
    // Of the operations whose values cross: how many, and the sum of their numbers.
    std::vector<std::int64_t> count(s.operations() + 1), sum(s.operations() + 1);
    for (std::uint32_t w = 0; w < s.operations(); ++w) {
        const std::uint32_t last = uses.last[w], first = s.firstValue[w];
        if (last == w || (first < s.firstValue[w + 1] && result.isOutside(first))) continue;
        count[w] += 1;
        count[last] -= 1;
        sum[w] += w;
        sum[last] -= w;
    }
    std::int64_t crossing = 0, which = 0;
    std::uint32_t begin = 0;
    for (std::uint32_t w = 0; w < s.operations(); ++w) {
        crossing += count[w];
        which += sum[w];
        const bool last = w + 1 == s.operations();
        if (!last && crossing > 1) continue;
        EqualBlocks::Block block{begin, w + 1, 0, {}};
        if (crossing == 1) {
            const auto o = static_cast<std::uint32_t>(which);
            for (std::uint32_t x = s.firstValue[o]; x < s.firstValue[o + 1]; ++x)
                block.crossing.push_back(x);
        }
        result.blocks.push_back(std::move(block));
        begin = w + 1;
    }
}

// Of the values of the crossing operations only those that later blocks read cross.
void dropUnread(const OperationSequence& s, EqualBlocks& result) {
    std::vector<std::uint32_t> last(s.values());
    for (std::uint32_t w = 0; w < s.operations(); ++w) {
        for (const std::uint32_t x : s.inputsOf(w))
            last[x] = w;
    }
    for (auto& block : result.blocks)
        std::erase_if(block.crossing, [&](std::uint32_t x) { return last[x] < block.end; });
}

class Signer {
  public:
    Signer(const OperationSequence& sequence, const Uses& uses, const EqualBlocks& blocks)
        : sequence_(sequence), uses_(uses), blocks_(blocks) {}

    Signature of(std::size_t b) const {
        static const std::vector<std::uint32_t> none;
        const auto& block = blocks_.blocks[b];
        const auto& in = b == 0 ? none : blocks_.blocks[b - 1].crossing;
        Signature words;
        words.push_back(block.end - block.begin);
        words.push_back(in.size());
        for (const std::uint32_t x : in)
            addValue(x, words);
        for (std::uint32_t w = block.begin; w < block.end; ++w)
            addOperation(w, block.begin, in, words);
        words.push_back(block.crossing.size());
        for (const std::uint32_t x : block.crossing)
            words.push_back(place(x, block.end, block.begin, in));
        return words;
    }

  private:
    void addValue(std::uint32_t x, Signature& words) const {
        if (sequence_.sizesCount) words.push_back(std::bit_cast<std::uint64_t>(sequence_.bytes[x]));
        words.push_back(sequence_.flags[x]);
    }

    // Where x stands as seen from operation w.
    std::uint64_t place(std::uint32_t x, std::uint32_t w, std::uint32_t begin,
                        const std::vector<std::uint32_t>& in) const {
        constexpr std::uint64_t crossing = 1ull << 62, outside = 1ull << 63;
        const auto among = [&](const std::vector<std::uint32_t>& list) {
            return static_cast<std::uint64_t>(std::lower_bound(list.begin(), list.end(), x) - list.begin());
        };
        const std::uint32_t producer = uses_.producer[x];
        if (blocks_.isOutside(x) && producer < begin) return outside + among(blocks_.outside);
        if (producer < begin) return crossing + among(in);
        return (static_cast<std::uint64_t>(w - producer) << 24) + (x - sequence_.firstValue[producer]);
    }

    void addOperation(std::uint32_t w, std::uint32_t begin, const std::vector<std::uint32_t>& in,
                      Signature& words) const {
        const auto figures = sequence_.figuresOf(w);
        words.insert(words.end(), figures.begin(), figures.end());
        words.push_back(sequence_.firstValue[w + 1] - sequence_.firstValue[w]);
        for (std::uint32_t x = sequence_.firstValue[w]; x < sequence_.firstValue[w + 1]; ++x)
            addValue(x, words);
        // Inputs and saves as sets: ascending, whatever order the file lists them in.
        addPlaces(sequence_.inputsOf(w), w, begin, in, words);
        addPlaces(sequence_.savesOf(w), w, begin, in, words);
    }

    void addPlaces(std::span<const std::uint32_t> values, std::uint32_t w, std::uint32_t begin,
                   const std::vector<std::uint32_t>& in, Signature& words) const {
        words.push_back(values.size());
        const auto first = static_cast<std::ptrdiff_t>(words.size());
        for (const std::uint32_t x : values)
            words.push_back(place(x, w, begin, in));
        std::sort(words.begin() + first, words.end());
    }

    const OperationSequence& sequence_;
    const Uses& uses_;
    const EqualBlocks& blocks_;
};

}  // namespace

bool EqualBlocks::isOutside(std::uint32_t x) const {
    return std::binary_search(outside.begin(), outside.end(), x);
}

std::optional<EqualBlocks> equalBlocks(const OperationSequence& sequence) {
    EqualBlocks result;
    const Uses uses(sequence);
    result.outside = outsideValues(sequence, uses);
    cut(sequence, uses, result);
    if (result.blocks.size() < leastBlocks) return std::nullopt;
    dropUnread(sequence, result);
    const Signer signer(sequence, uses, result);
    std::unordered_map<Signature, std::uint32_t, SignatureHash> kinds;
    for (std::size_t b = 0; b < result.blocks.size(); ++b)
        result.blocks[b].kind = kinds.try_emplace(signer.of(b), kinds.size()).first->second;
    result.kinds = static_cast<std::uint32_t>(kinds.size());
    return result;
}

}  // namespace reforward
