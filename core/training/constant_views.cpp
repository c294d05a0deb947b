// SPDX-License-Identifier: Apache-2.0
#include "core/training/constant_views.h"

#include <algorithm>
#include <numeric>

#include "core/training/constant_folding.h"

namespace reforward {

std::optional<std::size_t> smallCount(const Dimensions& dimensions) {
    // The product of the other dimensions is limited too, so that no stride can overflow beside a 0.
    std::int64_t count = 1, others = 1;
    for (const std::int64_t d : dimensions) {
        if (d < 0 || d > constantLimit) return std::nullopt;
        count *= d;
        others *= d == 0 ? 1 : d;
        if (others > constantLimit) return std::nullopt;
    }
    return static_cast<std::size_t>(count);
}

namespace {

using Result = std::vector<ConstantData>;
using Inputs = std::vector<const ConstantData*>;

// Strides in elements of a row-major tensor.
Dimensions rowMajor(const Dimensions& dimensions) {
    Dimensions strides(dimensions.size(), 1);
    for (std::size_t i = dimensions.size(); i-- > 1;)
        strides[i - 1] = strides[i] * dimensions[i];
    return strides;
}

// Source elements of a tensor of shape `dimensions` whose element (i, j, ...) is at offset + i x s0 + j x s1
// ...
std::vector<std::size_t> stridedIndices(const Dimensions& dimensions, const Dimensions& strides,
                                        std::int64_t offset) {
    const auto count = smallCount(dimensions);
    std::vector<std::size_t> indices;
    if (!count || *count == 0) return indices;
    indices.reserve(*count);
    Dimensions at(dimensions.size(), 0);
    std::int64_t position = offset;
    for (std::size_t k = 0; k < *count; ++k) {
        indices.push_back(static_cast<std::size_t>(position));
        for (std::size_t d = dimensions.size(); d-- > 0;) {
            position += strides[d];
            if (++at[d] < dimensions[d]) break;
            position -= strides[d] * dimensions[d];
            at[d] = 0;
        }
    }
    return indices;
}

std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank) {
    const auto r = static_cast<std::int64_t>(rank);
    if (axis < -r || axis >= r) return std::nullopt;
    return static_cast<std::size_t>(axis < 0 ? axis + r : axis);
}

Result reshaped(const ConstantData& in, Dimensions dimensions) {
    if (smallCount(dimensions) != in.size()) return {};
    ConstantData out = in;
    out.dimensions = std::move(dimensions);
    return {std::move(out)};
}

Result foldGather(const ModelNode& node, const ConstantData& in, const ConstantData& indices) {
    const auto axis = axisOf(node.integer("axis", 0), in.dimensions.size());
    if (!axis || !indices.integral()) return {};
    const std::int64_t length = in.dimensions[*axis];
    Dimensions dimensions(in.dimensions.begin(), in.dimensions.begin() + static_cast<std::ptrdiff_t>(*axis));
    dimensions.insert(dimensions.end(), indices.dimensions.begin(), indices.dimensions.end());
    dimensions.insert(dimensions.end(), in.dimensions.begin() + static_cast<std::ptrdiff_t>(*axis) + 1,
                      in.dimensions.end());
    const auto count = smallCount(dimensions);
    if (!count) return {};
    std::size_t inner = 1, outer = 1;
    for (std::size_t d = 0; d < in.dimensions.size(); ++d) {
        if (d < *axis) outer *= static_cast<std::size_t>(in.dimensions[d]);
        if (d > *axis) inner *= static_cast<std::size_t>(in.dimensions[d]);
    }
    std::vector<std::size_t> from;
    from.reserve(*count);
    for (std::size_t o = 0; o < outer; ++o) {
        for (std::size_t k = 0; k < indices.size(); ++k) {
            std::int64_t i = indices.integer(k);
            if (i < 0) i += length;
            if (i < 0 || i >= length) return {};
            const std::size_t row = o * static_cast<std::size_t>(length) + static_cast<std::size_t>(i);
            for (std::size_t j = 0; j < inner; ++j)
                from.push_back(row * inner + j);
        }
    }
    return {pickElements(in, std::move(dimensions), from)};
}

Result foldConcat(const ModelNode& node, const Inputs& in) {
    if (!in[0]) return {};
    const auto axis = axisOf(node.integer("axis", 0), in[0]->dimensions.size());
    if (!axis) return {};
    Dimensions dimensions = in[0]->dimensions;
    dimensions[*axis] = 0;
    for (const ConstantData* c : in) {
        if (!c || c->dimensions.size() != dimensions.size() || c->integral() != in[0]->integral()) return {};
        for (std::size_t d = 0; d < dimensions.size(); ++d) {
            if (d != *axis && c->dimensions[d] != dimensions[d]) return {};
        }
        dimensions[*axis] += c->dimensions[*axis];
    }
    if (!smallCount(dimensions)) return {};
    std::size_t outer = 1;
    for (std::size_t d = 0; d < *axis; ++d)
        outer *= static_cast<std::size_t>(dimensions[d]);
    ConstantData out{in[0]->element, std::move(dimensions), {}};
    std::visit(
        [&](const auto& first) {
            using List = std::decay_t<decltype(first)>;
            List list;
            for (std::size_t o = 0; o < outer; ++o) {
                for (const ConstantData* c : in) {
                    const auto& source = std::get<List>(c->elements);
                    const auto rows = static_cast<std::ptrdiff_t>(source.size() / outer);
                    const auto begin = source.begin() + static_cast<std::ptrdiff_t>(o) * rows;
                    list.insert(list.end(), begin, begin + rows);
                }
            }
            out.elements = std::move(list);
        },
        in[0]->elements);
    return {std::move(out)};
}

// Start, end, axes and step as inputs (opset 10 and later) or as attributes.
Result foldSlice(const ModelNode& node, const Inputs& in) {
    const auto list = [&](std::size_t slot,
                          const char* attribute) -> std::optional<std::vector<std::int64_t>> {
        if (in.size() > slot && in[slot]) return in[slot]->integers();
        return node.integers(attribute);
    };
    const auto starts = list(1, "starts"), ends = list(2, "ends"), axes = list(3, "axes"),
               steps = list(4, "steps");
    if (!starts || !ends || starts->size() != ends->size()) return {};
    const ConstantData& source = *in[0];
    Dimensions dimensions = source.dimensions, strides = rowMajor(dimensions);
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < starts->size(); ++i) {
        if ((axes && axes->size() <= i) || (steps && steps->size() <= i)) return {};
        const auto axis = axisOf(axes ? (*axes)[i] : static_cast<std::int64_t>(i), dimensions.size());
        if (!axis) return {};
        const auto range =
            sliceRange(source.dimensions[*axis], (*starts)[i], (*ends)[i], steps ? (*steps)[i] : 1);
        if (!range) return {};
        offset += range->first * rowMajor(source.dimensions)[*axis];
        dimensions[*axis] = range->count;
        strides[*axis] = range->count > 1 ? strides[*axis] * range->step : strides[*axis];
    }
    const auto indices = stridedIndices(dimensions, strides, offset);
    return {pickElements(source, std::move(dimensions), indices)};
}

Result foldTranspose(const ModelNode& node, const ConstantData& in) {
    const std::size_t rank = in.dimensions.size();
    auto order = node.integers("perm");
    if (!order) {
        order.emplace(rank);
        std::iota(order->rbegin(), order->rend(), 0);
    }
    if (order->size() != rank) return {};
    const Dimensions from = rowMajor(in.dimensions);
    Dimensions dimensions, strides;
    for (const std::int64_t p : *order) {
        const auto axis = axisOf(p, rank);
        if (!axis) return {};
        dimensions.push_back(in.dimensions[*axis]);
        strides.push_back(from[*axis]);
    }
    if (smallCount(dimensions) != in.size()) return {};
    const auto indices = stridedIndices(dimensions, strides, 0);
    return {pickElements(in, std::move(dimensions), indices)};
}

Result foldSqueeze(const ModelNode& node, const Inputs& in) {
    const auto axes = in.size() > 1 && in[1] ? std::optional(in[1]->integers()) : node.integers("axes");
    const Dimensions& from = in[0]->dimensions;
    std::vector<bool> drop(from.size(), false);
    for (std::size_t d = 0; d < from.size(); ++d)
        drop[d] = !axes && from[d] == 1;
    for (const std::int64_t a : axes.value_or(Dimensions{})) {
        const auto axis = axisOf(a, from.size());
        if (!axis) return {};
        drop[*axis] = true;
    }
    Dimensions dimensions;
    for (std::size_t d = 0; d < from.size(); ++d) {
        if (!drop[d]) dimensions.push_back(from[d]);
    }
    return reshaped(*in[0], std::move(dimensions));
}

Result foldUnsqueeze(const ModelNode& node, const Inputs& in) {
    const auto axes = in.size() > 1 && in[1] ? std::optional(in[1]->integers()) : node.integers("axes");
    if (!axes || axes->size() > 64) return {};
    const std::size_t rank = in[0]->dimensions.size() + axes->size();
    std::vector<bool> inserted(rank, false);
    for (const std::int64_t a : *axes) {
        const auto axis = axisOf(a, rank);
        if (!axis || inserted[*axis]) return {};
        inserted[*axis] = true;
    }
    Dimensions dimensions;
    std::size_t next = 0;
    for (std::size_t d = 0; d < rank; ++d)
        dimensions.push_back(inserted[d] ? 1 : in[0]->dimensions[next++]);
    return reshaped(*in[0], std::move(dimensions));
}

Result foldReshape(const ModelNode& node, const ConstantData& in, const std::vector<std::int64_t>& target) {
    Dimensions dimensions = target;
    std::optional<std::size_t> open;
    std::int64_t known = 1;
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        if (dimensions[d] == 0 && node.integer("allowzero", 0) == 0) {
            if (d >= in.dimensions.size()) return {};
            dimensions[d] = in.dimensions[d];
        }
        if (dimensions[d] == -1 && !open) {
            open = d;
        } else if (__builtin_mul_overflow(known, dimensions[d], &known)) {
            return {};
        }
    }
    if (open && known > 0) dimensions[*open] = static_cast<std::int64_t>(in.size()) / known;
    return reshaped(in, std::move(dimensions));
}

Result foldExpand(const ConstantData& in, const Dimensions& target) {
    auto dimensions = broadcast(in.dimensions, target);
    if (!dimensions) return {};
    const auto indices = broadcastIndices(in.dimensions, *dimensions);
    if (!indices) return {};
    return {pickElements(in, std::move(*dimensions), *indices)};
}

Result foldTile(const ConstantData& in, const std::vector<std::int64_t>& repeats) {
    const std::size_t rank = in.dimensions.size();
    if (repeats.size() != rank) return {};
    Dimensions dimensions = in.dimensions;
    for (std::size_t d = 0; d < rank; ++d) {
        if (__builtin_mul_overflow(dimensions[d], repeats[d], &dimensions[d])) return {};
    }
    const auto count = smallCount(dimensions);
    if (!count) return {};
    const Dimensions strides = rowMajor(in.dimensions);
    std::vector<std::size_t> indices(*count);
    for (std::size_t i = 0; i < *count; ++i) {
        auto rest = static_cast<std::int64_t>(i);
        std::int64_t from = 0;
        for (std::size_t d = rank; d-- > 0;) {
            from += rest % dimensions[d] % in.dimensions[d] * strides[d];
            rest /= dimensions[d];
        }
        indices[i] = static_cast<std::size_t>(from);
    }
    return {pickElements(in, std::move(dimensions), indices)};
}

Result foldSplit(const ModelNode& node, const Inputs& in) {
    const ConstantData& source = *in[0];
    const auto axis = axisOf(node.integer("axis", 0), source.dimensions.size());
    if (!axis || node.outputs.empty()) return {};
    const auto parts = static_cast<std::int64_t>(node.outputs.size());
    const std::int64_t length = source.dimensions[*axis], each = (length + parts - 1) / parts;
    const auto given = in.size() > 1 && in[1] ? std::optional(in[1]->integers()) : node.integers("split");
    std::vector<std::int64_t> sizes(node.outputs.size(), each);
    sizes.back() = length - each * (parts - 1);
    if (given) sizes = *given;
    if (sizes.size() != node.outputs.size()) return {};
    const Dimensions strides = rowMajor(source.dimensions);
    Result result;
    std::int64_t offset = 0;
    for (const std::int64_t size : sizes) {
        if (size < 0 || size > length - offset) return {};
        Dimensions dimensions = source.dimensions;
        dimensions[*axis] = size;
        const auto indices = stridedIndices(dimensions, strides, offset * strides[*axis]);
        result.push_back(pickElements(source, std::move(dimensions), indices));
        offset += size;
    }
    return result;
}

}  // namespace

ConstantData pickElements(const ConstantData& in, Dimensions dimensions,
                          const std::vector<std::size_t>& indices) {
    ConstantData out{in.element, std::move(dimensions), {}};
    std::visit(
        [&](const auto& source) {
            std::decay_t<decltype(source)> list;
            list.reserve(indices.size());
            for (const std::size_t i : indices)
                list.push_back(source[i]);
            out.elements = std::move(list);
        },
        in.elements);
    return out;
}

std::optional<std::vector<std::size_t>> broadcastIndices(const Dimensions& from, const Dimensions& to) {
    if (!smallCount(to) || from.size() > to.size()) return std::nullopt;
    const Dimensions source = rowMajor(from);
    Dimensions strides(to.size(), 0);
    const std::size_t shift = to.size() - from.size();
    for (std::size_t d = 0; d < from.size(); ++d)
        strides[d + shift] = from[d] == 1 ? 0 : source[d];
    return stridedIndices(to, strides, 0);
}

std::vector<ConstantData> foldMovement(const ModelNode& node, const std::vector<const ConstantData*>& in) {
    const bool second = in.size() > 1 && in[1];
    if (node.op == "Concat") return foldConcat(node, in);
    if (node.op == "Slice") return foldSlice(node, in);
    if (node.op == "Transpose") return foldTranspose(node, *in[0]);
    if (node.op == "Squeeze") return foldSqueeze(node, in);
    if (node.op == "Unsqueeze") return foldUnsqueeze(node, in);
    if (node.op == "Split") return foldSplit(node, in);
    if (!second) return {};
    if (node.op == "Gather") return foldGather(node, *in[0], *in[1]);
    if (node.op == "Reshape") return foldReshape(node, *in[0], in[1]->integers());
    if (node.op == "Expand") return foldExpand(*in[0], in[1]->integers());
    if (node.op == "Tile") return foldTile(*in[0], in[1]->integers());
    return {};
}

}  // namespace reforward
