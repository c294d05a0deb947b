// SPDX-License-Identifier: Apache-2.0
//
// Two blocks are compared by their signatures: the figures of each operation along the order, and for each
// value that it reads or saves where that stands: so many operations back and which output, or which of the
// values that cross into the block. Signatures find their kind by a hash and are then compared whole.
#include "core/search/equal_blocks.h"

#include <algorithm>
#include <bit>
#include <limits>
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

std::uint32_t lastReader(const RecomputeModel& model, std::uint32_t w) {
    const auto readers = model.readers(w);
    return readers.empty() ? w : readers.back();
}

double outputBytes(const RecomputeModel& model, std::uint32_t w) {
    double bytes = 0;
    for (std::uint32_t x = model.operation(w).firstValue; x < model.operation(w).endValue; ++x)
        bytes += model.value(x).bytes;
    return bytes;
}

std::vector<std::uint32_t> outsideValues(const RecomputeModel& model) {
    double all = 0;
    for (std::uint32_t x = 0; x < model.values(); ++x)
        all += model.value(x).bytes;
    const auto span =
        std::max(leastOutsideSpan,
                 static_cast<std::uint32_t>(outsideSpanShare * static_cast<double>(model.operations())));
    std::vector<std::uint32_t> outside;
    for (std::uint32_t w = 0; w < model.operations(); ++w) {
        if (model.readers(w).size() < outsideReaders || lastReader(model, w) - w < span) continue;
        if (outputBytes(model, w) > outsideBytesShare * all) continue;
        for (std::uint32_t x = model.operation(w).firstValue; x < model.operation(w).endValue; ++x)
            outside.push_back(x);
    }
    return outside;
}

// Ends of blocks: after these operations only one operation's values are read by later ones.
void cut(const RecomputeModel& model, EqualBlocks& result) {
    // Of the operations whose values cross: how many, and the sum of their numbers.
    std::vector<std::int64_t> count(model.operations() + 1), sum(model.operations() + 1);
    for (std::uint32_t w = 0; w < model.operations(); ++w) {
        const auto& o = model.operation(w);
        const std::uint32_t last = lastReader(model, w);
        if (last == w || (o.firstValue < o.endValue && result.isOutside(o.firstValue))) continue;
        count[w] += 1;
        count[last] -= 1;
        sum[w] += w;
        sum[last] -= w;
    }
    std::int64_t crossing = 0, which = 0;
    std::uint32_t begin = 0;
    for (std::uint32_t w = 0; w < model.operations(); ++w) {
        crossing += count[w];
        which += sum[w];
        const bool last = w + 1 == model.operations();
        if (!last && crossing > 1) continue;
        EqualBlocks::Block block{begin, w + 1, 0, {}};
        if (crossing == 1) {
            const auto& o = model.operation(static_cast<std::uint32_t>(which));
            for (std::uint32_t x = o.firstValue; x < o.endValue; ++x)
                block.crossing.push_back(x);
        }
        result.blocks.push_back(std::move(block));
        begin = w + 1;
    }
}

// Of the values of the crossing operations only those that later blocks read cross.
void dropUnread(const RecomputeModel& model, EqualBlocks& result) {
    std::vector<std::uint32_t> last(model.values());
    for (std::uint32_t w = 0; w < model.operations(); ++w) {
        for (const std::uint32_t x : model.inputs(w))
            last[x] = w;
    }
    for (auto& block : result.blocks)
        std::erase_if(block.crossing, [&](std::uint32_t x) { return last[x] < block.end; });
}

class Signer {
  public:
    Signer(const RecomputeModel& model, const EqualBlocks& blocks)
        : model_(model), blocks_(blocks), value_(model.graph().valueCount(), noIndex) {
        const Graph& graph = model.graph();
        for (std::uint32_t w = 0; w < model.operations(); ++w) {
            const auto& o = model.operation(w);
            for (std::uint32_t x = o.firstValue; x < o.endValue; ++x)
                value_[graph.firstOutput(o.vertex) + (x - o.firstValue)] = x;
        }
    }

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
    ValueId inGraph(std::uint32_t x) const {
        const auto& o = model_.operation(model_.value(x).producer);
        return model_.graph().firstOutput(o.vertex) + (x - o.firstValue);
    }

    void addValue(std::uint32_t x, Signature& words) const {
        words.push_back(std::bit_cast<std::uint64_t>(model_.value(x).bytes));
        words.push_back(model_.graph().hasGradient(inGraph(x)));
    }

    // Where x stands as seen from operation w.
    std::uint64_t place(std::uint32_t x, std::uint32_t w, std::uint32_t begin,
                        const std::vector<std::uint32_t>& in) const {
        constexpr std::uint64_t crossing = 1ull << 62, outside = 1ull << 63;
        const auto among = [&](const std::vector<std::uint32_t>& list) {
            return static_cast<std::uint64_t>(std::lower_bound(list.begin(), list.end(), x) - list.begin());
        };
        if (blocks_.isOutside(x) && model_.value(x).producer < begin) return outside + among(blocks_.outside);
        const std::uint32_t producer = model_.value(x).producer;
        if (producer < begin) return crossing + among(in);
        return (static_cast<std::uint64_t>(w - producer) << 24) + (x - model_.operation(producer).firstValue);
    }

    void addOperation(std::uint32_t w, std::uint32_t begin, const std::vector<std::uint32_t>& in,
                      Signature& words) const {
        const Graph& graph = model_.graph();
        const auto& o = model_.operation(w);
        words.push_back(std::bit_cast<std::uint64_t>(o.time));
        words.push_back(static_cast<std::uint64_t>(graph.workspace(o.vertex).count()));
        words.push_back(static_cast<std::uint64_t>(graph.backwardWorkspace(o.vertex).count()));
        words.push_back((o.mayRunAgain ? 1u : 0u) + (graph.differentiable(o.vertex) ? 2u : 0u));
        words.push_back(o.endValue - o.firstValue);
        for (std::uint32_t x = o.firstValue; x < o.endValue; ++x)
            addValue(x, words);
        // Inputs and saves as sets: ascending, whatever order the file lists them in.
        addPlaces(model_.inputs(w), w, begin, in, words);
        std::vector<std::uint32_t> saves;
        for (const ValueId x : graph.saves(o.vertex)) {
            if (value_[x] != noIndex) saves.push_back(value_[x]);
        }
        addPlaces(saves, w, begin, in, words);
    }

    template <class Values>
    void addPlaces(const Values& values, std::uint32_t w, std::uint32_t begin,
                   const std::vector<std::uint32_t>& in, Signature& words) const {
        words.push_back(values.size());
        const auto first = static_cast<std::ptrdiff_t>(words.size());
        for (const std::uint32_t x : values)
            words.push_back(place(x, w, begin, in));
        std::sort(words.begin() + first, words.end());
    }

    const RecomputeModel& model_;
    const EqualBlocks& blocks_;
    std::vector<std::uint32_t> value_;  ///< of the model, by value of the graph
};

}  // namespace

bool EqualBlocks::isOutside(std::uint32_t x) const {
    return std::binary_search(outside.begin(), outside.end(), x);
}

std::optional<EqualBlocks> equalBlocks(const RecomputeModel& model) {
    if (model.graph().joint()) return std::nullopt;
    for (std::uint32_t x = 0; x < model.values(); ++x) {
        if (model.value(x).firstCopyEnds != std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    }
    EqualBlocks result;
    result.outside = outsideValues(model);
    cut(model, result);
    if (result.blocks.size() < leastBlocks) return std::nullopt;
    dropUnread(model, result);
    const Signer signer(model, result);
    std::unordered_map<Signature, std::uint32_t, SignatureHash> kinds;
    for (std::size_t b = 0; b < result.blocks.size(); ++b)
        result.blocks[b].kind = kinds.try_emplace(signer.of(b), kinds.size()).first->second;
    result.kinds = static_cast<std::uint32_t>(kinds.size());
    return result;
}

}  // namespace reforward
