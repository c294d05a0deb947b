// SPDX-License-Identifier: Apache-2.0
#include "core/training/view_rules.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/training/constant_folding.h"

namespace reforward {

namespace {

using Layouts = std::optional<std::vector<Layout>>;

std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank) {
    const auto r = static_cast<std::int64_t>(rank);
    if (axis < -r || axis >= r) return std::nullopt;
    return static_cast<std::size_t>(axis < 0 ? axis + r : axis);
}

// A list given as an input or, in older operator sets, as an attribute.
std::optional<std::vector<std::int64_t>> setting(const OperatorUse& use, std::size_t slot,
                                                 const char* attribute) {
    if (const ConstantData* data = use.model.data(use.node.input(slot))) return data->integers();
    if (use.node.input(slot) != noTensor) return std::nullopt;
    return use.node.integers(attribute);
}

Layouts one(std::optional<Layout> layout) {
    if (!layout) return std::nullopt;
    return std::vector<Layout>{std::move(*layout)};
}

Layouts transposed(const OperatorUse& use, const Layout& input) {
    const std::size_t rank = input.dimensions.size();
    auto order = use.node.integers("perm");
    if (!order) {
        order.emplace(rank);
        std::iota(order->rbegin(), order->rend(), 0);
    }
    if (order->size() != rank) return std::nullopt;
    for (std::int64_t& p : *order) {
        const auto axis = axisOf(p, rank);
        if (!axis) return std::nullopt;
        p = static_cast<std::int64_t>(*axis);
    }
    return one(input.transposed(*order));
}

Layouts sliced(const OperatorUse& use, const Layout& input) {
    const auto starts = setting(use, 1, "starts"), ends = setting(use, 2, "ends");
    auto axes = setting(use, 3, "axes");
    const auto steps = setting(use, 4, "steps");
    if (!starts || !ends || starts->size() != ends->size()) return std::nullopt;
    if (!axes) {
        if (use.node.input(3) != noTensor) return std::nullopt;
        axes.emplace(starts->size());
        std::iota(axes->begin(), axes->end(), 0);
    }
    if (axes->size() != starts->size() || (steps && steps->size() != starts->size())) return std::nullopt;
    if (!steps && use.node.input(4) != noTensor) return std::nullopt;
    Layout layout = input;
    for (std::size_t i = 0; i < starts->size(); ++i) {
        const auto axis = axisOf((*axes)[i], input.dimensions.size());
        if (!axis) return std::nullopt;
        const auto range =
            sliceRange(input.dimensions[*axis], (*starts)[i], (*ends)[i], steps ? (*steps)[i] : 1);
        if (!range || range->step < 0) return std::nullopt;
        layout = layout.sliced(*axis, range->step, range->count);
    }
    return one(layout);
}

Layouts split(const OperatorUse& use, const Layout& input) {
    const auto axis = axisOf(use.node.integer("axis", 0), input.dimensions.size());
    if (!axis) return std::nullopt;
    std::vector<Layout> layouts;
    for (const TensorId output : use.node.outputs) {
        // A left-out output has no shape and no reader.
        const Dimensions* shape = use.model.dimensions(output);
        if (output != noTensor && (!shape || shape->size() != input.dimensions.size())) return std::nullopt;
        layouts.push_back(shape ? input.sliced(*axis, 1, (*shape)[*axis]) : input);
    }
    return layouts;
}

Layouts selected(const OperatorUse& use, const Layout& input) {
    const auto axis = axisOf(use.node.integer("axis", 0), input.dimensions.size());
    if (!axis) return std::nullopt;
    return one(input.selected(*axis));
}

Layouts expanded(const Layout& input, const Dimensions& target) {
    if (broadcast(input.dimensions, target) != target) return std::nullopt;
    return one(input.expanded(target));
}

}  // namespace

std::optional<std::vector<Layout>> viewOf(const OperatorUse& use, const Layout& input) {
    const OperatorRow* row = findOperator(use.node);
    if (!row || row->view == ViewRule::none || (row->viewWhen && !row->viewWhen(use))) return std::nullopt;
    const Dimensions* target = use.model.dimensions(use.node.output(0));
    switch (row->view) {
        case ViewRule::none:
            return std::nullopt;
        case ViewRule::alias:
            return one(input);
        case ViewRule::reshape:
            if (!target || elementCount(*target) != elementCount(input.dimensions)) return std::nullopt;
            return one(input.reshaped(*target));
        case ViewRule::transpose:
            return transposed(use, input);
        case ViewRule::slice:
            return sliced(use, input);
        case ViewRule::split:
            return split(use, input);
        case ViewRule::expand:
            return target ? expanded(input, *target) : std::nullopt;
        case ViewRule::select:
            return selected(use, input);
    }
    return std::nullopt;
}

bool movesElements(const ModelNode& node) {
    constexpr std::array<std::string_view, 5> others{"Concat", "Tile", "Pad", "DepthToSpace", "SpaceToDepth"};
    const OperatorRow* row = findOperator(node);
    // A lookup computes: its result is new, and its gradient is spread over the table.
    if (!row || node.op == "Dropout" || node.op == "Cast" || node.op == "Gather") return false;
    return row->view != ViewRule::none || std::find(others.begin(), others.end(), node.op) != others.end();
}

namespace {

// A contraction of two operands runs as a batched product: of labels in both and the result, of those of one
// operand, of those summed over. An operand that cannot be seen as these three dimensions is copied.
bool contractionCopies(const OperatorUse& use, std::size_t slot, const Layout& layout) {
    std::string equation = use.node.text("equation", "");
    std::erase(equation, ' ');
    const std::size_t comma = equation.find(','), arrow = equation.find("->");
    if (use.node.inputs.size() != 2 || slot > 1 || comma == std::string::npos || arrow == std::string::npos ||
        comma > arrow || equation.find('.') != std::string::npos || equation.find(',', comma + 1) < arrow)
        return false;
    const std::string operands[]{equation.substr(0, comma), equation.substr(comma + 1, arrow - comma - 1)};
    const std::string result = equation.substr(arrow + 2), &own = operands[slot], &other = operands[1 - slot];
    if (own.size() != layout.dimensions.size()) return false;
    std::vector<std::int64_t> order;
    Dimensions three(3, 1);
    const auto take = [&](std::size_t part, auto belongs) {
        for (std::size_t d = 0; d < own.size(); ++d) {
            if (!belongs(other.find(own[d]) != std::string::npos, result.find(own[d]) != std::string::npos))
                continue;
            order.push_back(static_cast<std::int64_t>(d));
            three[part] *= layout.dimensions[d];
        }
    };
    const auto summed = [](bool inOther, bool inResult) { return inOther && !inResult; };
    const auto alone = [](bool inOther, bool inResult) { return !inOther && inResult; };
    take(0, [](bool inOther, bool inResult) { return inOther && inResult; });
    if (slot == 0) take(1, alone);
    take(slot == 0 ? 2 : 1, summed);
    if (slot == 1) take(2, alone);
    if (order.size() != own.size()) return false;
    return !layout.transposed(order).reshaped(three);
}

}  // namespace

bool needsCopy(const OperatorUse& use, std::size_t slot, const Layout& layout) {
    if (use.node.op == "Einsum" && use.node.standard()) return contractionCopies(use, slot, layout);
    if (use.node.op != "MatMul" || !use.node.standard() || slot > 1) return false;
    const Dimensions* partner = use.model.dimensions(use.node.input(1 - slot));
    const std::size_t rank = layout.dimensions.size();
    if (!partner || rank < 2) return false;
    if (rank == 2 && partner->size() == 2) return false;
    // Against a plain matrix all rows become one long matrix (of the right operand: all columns).
    if (partner->size() <= 2) {
        const std::int64_t columns = layout.dimensions[slot == 0 ? rank - 1 : rank - 2];
        if (columns == 0) return false;
        Layout rows = layout;
        if (slot == 1) {
            std::vector<std::int64_t> order(rank);
            std::iota(order.begin(), order.end(), 0);
            std::swap(order[rank - 1], order[rank - 2]);
            rows = layout.transposed(order);
        }
        return !rows.reshaped({elementCount(layout.dimensions) / columns, columns});
    }
    if (rank == 2) return false;
    const auto result = broadcast(Dimensions(layout.dimensions.begin(), layout.dimensions.end() - 2),
                                  Dimensions(partner->begin(), partner->end() - 2));
    if (!result) return false;
    Dimensions full = *result;
    full.insert(full.end(), layout.dimensions.end() - 2, layout.dimensions.end());
    const Dimensions batched{elementCount(*result), layout.dimensions[rank - 2], layout.dimensions[rank - 1]};
    return !layout.expanded(full).reshaped(batched);
}

}  // namespace reforward
