// SPDX-License-Identifier: Apache-2.0
#include "core/training/constant_picks.h"

#include <algorithm>
#include <numeric>

#include "core/training/constant_views.h"

namespace reforward {

namespace {

using Result = std::vector<ConstantData>;

std::size_t countOf(const Dimensions& dimensions, std::size_t first, std::size_t last) {
    std::size_t count = 1;
    for (std::size_t d = first; d < last; ++d)
        count *= static_cast<std::size_t>(dimensions[d]);
    return count;
}

// The first element that each row of positions names, the rest of the dimensions lying behind it. Nothing for
// positions outside.
std::optional<std::vector<std::size_t>> rowStarts(const ConstantData& in, const ConstantData& positions) {
    const std::size_t rank = positions.dimensions.size();
    if (rank == 0 || !positions.integral()) return std::nullopt;
    const auto depth = static_cast<std::size_t>(positions.dimensions.back());
    if (depth == 0 || depth > in.dimensions.size()) return std::nullopt;
    std::vector<std::size_t> starts(positions.size() / depth);
    for (std::size_t row = 0; row < starts.size(); ++row) {
        std::size_t at = 0;
        for (std::size_t d = 0; d < depth; ++d) {
            const std::int64_t length = in.dimensions[d];
            std::int64_t i = positions.integer(row * depth + d);
            if (i < 0) i += length;
            if (i < 0 || i >= length) return std::nullopt;
            at = at * static_cast<std::size_t>(length) + static_cast<std::size_t>(i);
        }
        starts[row] = at * countOf(in.dimensions, depth, in.dimensions.size());
    }
    return starts;
}

Result foldGatherNd(const ModelNode& node, const ConstantData& in, const ConstantData& positions) {
    if (node.integer("batch_dims", 0) != 0) return {};
    const auto starts = rowStarts(in, positions);
    if (!starts) return {};
    const auto depth = static_cast<std::size_t>(positions.dimensions.back());
    const std::size_t width = countOf(in.dimensions, depth, in.dimensions.size());
    Dimensions dimensions(positions.dimensions.begin(), positions.dimensions.end() - 1);
    dimensions.insert(dimensions.end(), in.dimensions.begin() + static_cast<std::ptrdiff_t>(depth),
                      in.dimensions.end());
    if (!smallCount(dimensions)) return {};
    std::vector<std::size_t> indices;
    for (const std::size_t start : *starts) {
        for (std::size_t i = 0; i < width; ++i)
            indices.push_back(start + i);
    }
    return {pickElements(in, std::move(dimensions), indices)};
}

Result foldScatterNd(const ModelNode& node, const ConstantData& in, const ConstantData& positions,
                     const ConstantData& updates) {
    if (node.text("reduction", "none") != "none" || in.integral() != updates.integral()) return {};
    const auto starts = rowStarts(in, positions);
    if (!starts) return {};
    const auto depth = static_cast<std::size_t>(positions.dimensions.back());
    const std::size_t width = countOf(in.dimensions, depth, in.dimensions.size());
    if (starts->size() * width != updates.size()) return {};
    ConstantData out = in;
    std::visit(
        [&](auto& target) {
            const auto& source = std::get<std::decay_t<decltype(target)>>(updates.elements);
            for (std::size_t row = 0; row < starts->size(); ++row) {
                for (std::size_t i = 0; i < width; ++i)
                    target[(*starts)[row] + i] = source[row * width + i];
            }
        },
        out.elements);
    return {std::move(out)};
}

// The positions of all elements that are not 0: [rank, how many].
Result foldNonZero(const ConstantData& in) {
    const std::size_t rank = in.dimensions.size();
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (in.real(i) != 0) found.push_back(i);
    }
    const Dimensions dimensions{static_cast<std::int64_t>(rank), static_cast<std::int64_t>(found.size())};
    if (!smallCount(dimensions)) return {};
    std::vector<std::int64_t> list(rank * found.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
        std::size_t rest = found[k];
        for (std::size_t d = rank; d-- > 0;) {
            const auto length = static_cast<std::size_t>(in.dimensions[d]);
            list[d * found.size() + k] = static_cast<std::int64_t>(rest % length);
            rest /= length;
        }
    }
    return {ConstantData{ElementType::int64, dimensions, std::move(list)}};
}

// Of lists only.
Result foldCumSum(const ModelNode& node, const ConstantData& in) {
    if (in.dimensions.size() != 1 || !in.integral() || node.integer("exclusive", 0) != 0 ||
        node.integer("reverse", 0) != 0) {
        return {};
    }
    auto list = in.integers();
    std::uint64_t sum = 0;
    for (std::int64_t& x : list) {
        sum += static_cast<std::uint64_t>(x);
        x = static_cast<std::int64_t>(sum);
    }
    return {ConstantData{in.element, in.dimensions, std::move(list)}};
}

std::int64_t combine(const std::string& op, std::int64_t a, std::int64_t b) {
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    if (op == "ReduceProd") return static_cast<std::int64_t>(x * y);
    if (op == "ReduceSum") return static_cast<std::int64_t>(x + y);
    return op == "ReduceMax" ? std::max(a, b) : std::min(a, b);
}

}  // namespace

std::vector<ConstantData> foldPicks(const ModelNode& node, const std::vector<const ConstantData*>& in) {
    if (node.op == "NonZero") return foldNonZero(*in[0]);
    if (in.size() < 2 || !in[1]) return {};
    if (node.op == "CumSum") return foldCumSum(node, *in[0]);
    if (node.op == "GatherND") return foldGatherNd(node, *in[0], *in[1]);
    if (node.op == "ScatterND" && in.size() == 3 && in[2]) return foldScatterNd(node, *in[0], *in[1], *in[2]);
    return {};
}

std::vector<ConstantData> foldReduction(const ModelNode& node, const ConstantData& in,
                                        const ConstantData* axes) {
    const std::size_t rank = in.dimensions.size();
    const auto list = axes ? std::optional(axes->integers()) : node.integers("axes");
    const bool all = !list || list->empty();
    if (!in.integral() || (all && node.integer("noop_with_empty_axes", 0) != 0)) return {};
    std::vector<bool> gone(rank, all);
    for (std::int64_t axis : list.value_or(Dimensions{})) {
        if (axis < 0) axis += static_cast<std::int64_t>(rank);
        if (axis < 0 || axis >= static_cast<std::int64_t>(rank)) return {};
        gone[static_cast<std::size_t>(axis)] = true;
    }
    Dimensions kept(rank, 1), dimensions;
    const bool keep = node.integer("keepdims", 1) != 0;
    for (std::size_t d = 0; d < rank; ++d) {
        if (!gone[d]) kept[d] = in.dimensions[d];
        if (!gone[d] || keep) dimensions.push_back(kept[d]);
    }
    const auto count = smallCount(kept);
    const bool ordered = node.op == "ReduceMax" || node.op == "ReduceMin";
    if (!count || (ordered && in.size() == 0)) return {};
    const auto target = broadcastIndices(kept, in.dimensions);
    if (!target) return {};
    std::vector<std::int64_t> sums(*count, node.op == "ReduceProd" ? 1 : 0);
    std::vector<bool> begun(*count, !ordered);
    for (std::size_t i = 0; i < target->size(); ++i) {
        const std::size_t t = (*target)[i];
        sums[t] = begun[t] ? combine(node.op, sums[t], in.integer(i)) : in.integer(i);
        begun[t] = true;
    }
    return {ConstantData{in.element, std::move(dimensions), std::move(sums)}};
}

}  // namespace reforward
