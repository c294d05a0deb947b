// SPDX-License-Identifier: Apache-2.0
#include "core/training/gradient_recorder.h"

#include <algorithm>
#include <numeric>

#include "core/training/view_rules.h"

namespace reforward {

namespace {

constexpr std::int64_t totalLimit = std::int64_t{1} << 61;

bool isView(const OperatorRow& row, const OperatorUse& use) {
    return row.view != ViewRule::none && (!row.viewWhen || row.viewWhen(use));
}

std::optional<Layout> contiguous(const Dimensions* dimensions) {
    return dimensions ? std::optional(Layout::contiguous(*dimensions)) : std::nullopt;
}

// The gradient of a transposed tensor, in the order of its source.
std::optional<Layout> untransposed(const OperatorUse& use, const Layout& layout) {
    const std::size_t rank = layout.dimensions.size();
    auto order = use.node.integers("perm");
    if (!order) {
        order.emplace(rank);
        std::iota(order->rbegin(), order->rend(), 0);
    }
    if (order->size() != rank) return std::nullopt;
    std::vector<std::int64_t> inverse(rank, -1);
    for (std::size_t d = 0; d < rank; ++d) {
        const std::int64_t axis =
            (*order)[d] < 0 ? (*order)[d] + static_cast<std::int64_t>(rank) : (*order)[d];
        if (axis < 0 || axis >= static_cast<std::int64_t>(rank)) return std::nullopt;
        inverse[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(d);
    }
    if (std::find(inverse.begin(), inverse.end(), -1) != inverse.end()) return std::nullopt;
    return layout.transposed(inverse);
}

// Matrix products run on matrices, or on batches of them: a gradient that cannot be seen so is copied.
bool productCopies(const OperatorUse& use, const Layout& incoming) {
    const Dimensions* a = use.model.dimensions(use.node.input(0));
    const Dimensions* b = use.model.dimensions(use.node.input(1));
    const std::size_t rank = incoming.dimensions.size();
    if (!a || !b || rank < 3) return false;
    const std::int64_t rows = incoming.dimensions[rank - 2], columns = incoming.dimensions[rank - 1];
    const std::int64_t all = elementCount(incoming.dimensions);
    if (rows == 0 || columns == 0) return false;
    if (b->size() <= 2) return !incoming.reshaped({all / columns, columns});
    if (a->size() <= 2) return false;
    return !incoming.reshaped({all / rows / columns, rows, columns});
}

}  // namespace

GradientRecorder::GradientRecorder(const Model& model, const Flow& flow)
    : model_(model),
      flow_(flow),
      slots_(model.tensors.size(), noIndex),
      copies_(model.tensors.size(), noIndex),
      producer_(model.tensors.size(), noIndex),
      readers_(model.tensors.size()),
      madeBy_(model.tensors.size(), noIndex) {
    for (std::uint32_t n = 0; n < model.nodes.size(); ++n) {
        for (const TensorId t : model.nodes[n].outputs) {
            if (t != noTensor) producer_[t] = n;
        }
        for (const TensorId t : model.nodes[n].inputs) {
            if (t != noTensor && flow.needed[n]) ++readers_[t];
        }
    }
    for (const TensorId t : model.outputs)
        ++readers_[t];
}

std::uint32_t GradientRecorder::addSlot(TensorId t, bool parameter) {
    const auto bytes = tensorBytes(model_.tensors[t].type);
    result_.gradientSlots.push_back({bytes ? bytes->count() : 0, parameter, false});
    tensorOf_.push_back(t);
    return static_cast<std::uint32_t>(result_.gradientSlots.size() - 1);
}

// A weight that was only turned or cut first is itself where the gradient ends.
TensorId GradientRecorder::rootParameter(TensorId t) const {
    while (t != noTensor && !flow_.trainable[t]) {
        if (producer_[t] == noIndex) return noTensor;
        TensorId source = noTensor;
        for (const TensorId input : model_.nodes[producer_[t]].inputs) {
            if (source == noTensor && input != noTensor && flow_.needsGradient[input]) source = input;
        }
        t = source;
    }
    return t;
}

std::uint32_t GradientRecorder::slotOf(TensorId t) {
    const bool parameter = flow_.origin[t] == Flow::Origin::parameter;
    const TensorId tensor = parameter ? rootParameter(t) : t;
    if (tensor == noTensor) return noIndex;
    if (slots_[tensor] == noIndex) slots_[tensor] = addSlot(tensor, parameter);
    return slots_[tensor];
}

void GradientRecorder::addIncoming(GradientFlow::Function& function, TensorId t, std::uint32_t output) {
    if (t == noTensor || !flow_.hasGradient[t]) return;
    function.incoming.push_back(slotOf(t));
    function.outputs.push_back(output);
}

void GradientRecorder::add(GradientFlow::Function function, Record record) {
    if (function.incoming.empty()) return;
    result_.functions.push_back(std::move(function));
    records_.push_back(std::move(record));
}

void GradientRecorder::vertex(VertexId v, std::size_t node, std::vector<Output> outputs) {
    const OperatorUse use = flow_.use(model_, model_.nodes[node]);
    GradientFlow::Function function;
    function.vertex = v;
    Record record{node, {}, std::nullopt};
    for (const Output& output : outputs)
        addIncoming(function, output.tensor, output.index);
    for (std::uint32_t slot = 0; slot < use.node.inputs.size(); ++slot) {
        const TensorId t = use.node.inputs[slot];
        if (!use.gradient(slot) || !flow_.hasGradient[t]) continue;
        const std::uint32_t target = copies_[t] != noIndex ? copies_[t] : slotOf(t);
        if (target == noIndex) continue;
        function.outgoing.push_back({target, noIndex});
        record.inputs.push_back(slot);
    }
    add(std::move(function), std::move(record));
    noteOverwrite(v, use.node);
    for (const Output& output : outputs) {
        if (output.index == 0) madeBy_[output.tensor] = v;
    }
}

// A linear layer is one operator of the framework: its bias is added in place.
void GradientRecorder::noteOverwrite(VertexId v, const ModelNode& node) {
    if (node.op != "Add" || node.inputs.size() != 2) return;
    for (const std::size_t i : {0U, 1U}) {
        const TensorId sum = node.inputs[i], bias = node.inputs[1 - i];
        if (bias == noTensor || readOnce(sum) == noIndex) continue;
        const ModelNode& product = model_.nodes[producer_[sum]];
        const Dimensions* shape = model_.dimensions(bias);
        const bool linear = product.op == "MatMul" && product.inputs.size() == 2 &&
                            product.inputs[1] != noTensor &&
                            flow_.origin[product.inputs[1]] == Flow::Origin::parameter;
        if (linear && flow_.trainable[bias] && shape && shape->size() == 1) overwrite(v, madeBy_[sum]);
    }
}

// The axes along which a cut takes less than all, the first first.
std::vector<std::size_t> GradientRecorder::cutAxes(const ModelNode& node) const {
    const Dimensions* source = model_.dimensions(node.input(0));
    const Dimensions* target = model_.dimensions(node.output(0));
    std::vector<std::size_t> axes;
    if (!source || !target) return axes;
    if (source->size() == target->size()) {
        for (std::size_t d = 0; d < source->size(); ++d) {
            if ((*source)[d] != (*target)[d]) axes.push_back(d);
        }
    } else if (!source->empty()) {
        const auto rank = static_cast<std::int64_t>(source->size());
        const std::int64_t axis = node.integer("axis", 0);
        axes.push_back(
            static_cast<std::size_t>(std::clamp<std::int64_t>(axis < 0 ? axis + rank : axis, 0, rank - 1)));
    }
    return axes;
}

// x[:, a:b, c:d] is a slice after another, first axis first, and the backward of each allocates what it was
// cut from, also that of the full slices in front, which a file does not show.
void GradientRecorder::addCuts(std::size_t node) {
    const ModelNode& n = model_.nodes[node];
    const Dimensions* source = model_.dimensions(n.input(0));
    const std::vector<std::size_t> axes = cutAxes(n);
    const std::uint32_t before = producer_[n.input(0)];
    const bool first = before == noIndex || !findOperator(model_.nodes[before]) ||
                       findOperator(model_.nodes[before])->view != ViewRule::slice;
    std::vector<Dimensions> parts;
    if (source) parts.push_back(*source);
    if (source && !axes.empty()) {
        if (first && axes.front() > 0) parts.push_back(*source);
        for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
            parts.push_back(parts.back());
            parts.back()[axes[i]] = (*model_.dimensions(n.output(0)))[axes[i]];
        }
    }
    std::uint32_t from = slotOf(n.input(0));
    for (std::size_t i = 0; i < std::max<std::size_t>(parts.size(), 1); ++i) {
        std::uint32_t to = slotOf(n.output(0));
        if (i + 1 < parts.size()) {
            to = addSlot(n.input(0), false);
            const auto bytes = tensorBytes({model_.tensors[n.input(0)].type.element, parts[i + 1]});
            result_.gradientSlots[to].bytes = bytes ? bytes->count() : 0;
        }
        GradientFlow::Function function;
        function.incoming = {to};
        function.outputs = {0};
        function.outgoing.push_back({from, noIndex});
        add(std::move(function), {node, {0}, source ? std::optional(parts[i]) : std::nullopt});
        from = to;
    }
}

void GradientRecorder::view(std::size_t node) {
    const ModelNode& n = model_.nodes[node];
    GradientFlow::Function function;
    for (const TensorId t : n.outputs)
        addIncoming(function, t, 0);
    if (function.incoming.empty()) return;
    const ViewRule rule = findOperator(n)->view;
    if (rule == ViewRule::slice || rule == ViewRule::select) {
        addCuts(node);
        return;
    }
    function.outgoing.push_back({slotOf(n.input(0)), noIndex});
    add(std::move(function), {node, {0}, std::nullopt});
}

void GradientRecorder::copy(VertexId v, TensorId t) {
    if (!flow_.hasGradient[t]) return;
    GradientFlow::Function function;
    function.vertex = v;
    copies_[t] = addSlot(t, false);
    function.incoming = {copies_[t]};
    function.outputs = {0};
    function.outgoing.push_back({slotOf(t), 0});
    add(std::move(function), {});
}

std::optional<Layout> GradientRecorder::incomingLayout(const GradientFlow::Function& function) const {
    const std::uint32_t slot = function.incoming.front();
    return layouts_[slot] ? layouts_[slot] : contiguous(model_.dimensions(tensorOf_[slot]));
}

void GradientRecorder::receive(std::uint32_t slot, std::optional<Layout> layout) {
    // A sum lies as its first summand does.
    if (!layouts_[slot]) layouts_[slot] = std::move(layout);
}

void GradientRecorder::settleView(std::uint32_t f, const OperatorUse& use) {
    GradientFlow::Function& function = result_.functions[f];
    const OperatorRow& row = *findOperator(use.node);
    const Dimensions* source = records_[f].part ? &*records_[f].part : model_.dimensions(use.node.input(0));
    const auto incoming = incomingLayout(function);
    GradientFlow::Contribution& contribution = function.outgoing.front();
    std::optional<Layout> layout;
    switch (row.view) {
        case ViewRule::alias:
            layout = incoming;
            contribution.handedOn = 0;
            break;
        case ViewRule::reshape:
            if (incoming && source) layout = incoming->reshaped(*source);
            if (layout) contribution.handedOn = 0;
            break;
        case ViewRule::transpose:
            if (incoming) layout = untransposed(use, *incoming);
            contribution.handedOn = 0;
            break;
        case ViewRule::expand:
            if (incoming && source && incoming->dimensions == *source) {
                layout = incoming;
                contribution.handedOn = 0;
            }
            break;
        case ViewRule::none:
        case ViewRule::slice:
        case ViewRule::split:
        case ViewRule::select:
            break;  // the whole source is allocated
    }
    receive(contribution.slot, layout ? std::move(layout) : contiguous(source));
}

void GradientRecorder::settleOperator(std::uint32_t f, const OperatorUse& use) {
    GradientFlow::Function& function = result_.functions[f];
    const OperatorRow* row = findOperator(use.node);
    const auto incoming = incomingLayout(function);
    const std::int64_t whole = result_.gradientSlots[function.incoming.front()].bytes;
    const auto temporaries = [&](std::uint32_t slot) -> std::int64_t {
        if (!row || row->temporaries.empty()) return 0;
        return row->temporaries[std::min<std::size_t>(slot, row->temporaries.size() - 1)];
    };
    const auto counted = [&](std::uint32_t slot) {
        return result_.gradientSlots[slot].parameter && uses_[slot] == 1 ? 0
                                                                         : result_.gradientSlots[slot].bytes;
    };
    if (use.node.op == "MatMul" && incoming) function.copiesIncoming = productCopies(use, *incoming);

    // First every gradient at the size of the output, then those of broadcast inputs are summed up.
    std::int64_t live = 0, highest = 0, left = 0;
    if (row && row->transient) {
        const TensorType* type = model_.type(use.node.output(0));
        const auto bytes = type ? tensorBytes({type->element, row->transient(use)}) : std::nullopt;
        highest = bytes ? bytes->count() : 0;
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> reductions;  // before, after
    for (std::size_t k = 0; k < function.outgoing.size(); ++k) {
        GradientFlow::Contribution& contribution = function.outgoing[k];
        const std::uint32_t input = records_[f].inputs[k];
        const Dimensions* target = model_.dimensions(use.node.inputs[input]);
        const bool reduced = row && row->elementwise && incoming && target && *target != incoming->dimensions;
        const bool handed = row && (row->gradient == GradientRule::handed ||
                                    (row->gradient == GradientRule::handedFirst && input == 0));
        std::optional<Layout> layout = contiguous(target);
        const std::int64_t kept = counted(contribution.slot);
        if (handed && !reduced) {
            contribution.handedOn = 0;
            if (use.node.op == "Concat" && incoming && target) {
                const std::int64_t axis = use.node.integer("axis", 0);
                const std::int64_t rank = static_cast<std::int64_t>(target->size());
                const std::int64_t from = axis < 0 ? axis + rank : axis;
                if (from >= 0 && from < rank && incoming->dimensions.size() == target->size()) {
                    const auto d = static_cast<std::size_t>(from);
                    layout = incoming->sliced(d, 1, (*target)[d]);
                }
            } else if (incoming && target && incoming->dimensions == *target) {
                layout = incoming;
            }
        } else if (reduced) {
            const std::int64_t full = handed ? 0 : whole;
            highest = std::max(highest, live + full + temporaries(input) * whole);
            live += full;
            left += kept;
            reductions.emplace_back(full, kept);
        } else {
            highest = std::max(highest, live + kept + temporaries(input) * whole);
            live += kept;
            left += kept;
            if (row && row->elementwise && incoming && target && incoming->dimensions == *target)
                layout = incoming->denseLike();
        }
        receive(contribution.slot, std::move(layout));
    }
    for (const auto& [before, after] : reductions) {
        highest = std::max(highest, live + after);
        live += after - before;
    }
    function.transient = std::max<std::int64_t>(highest - left, 0);
}

std::shared_ptr<const GradientFlow> GradientRecorder::finish() {
    for (const TensorId t : model_.outputs) {
        if (flow_.hasGradient[t] && slots_[t] != noIndex) result_.gradientSlots[slots_[t]].seeded = true;
    }
    uses_.assign(result_.gradientSlots.size(), 0);
    layouts_.assign(result_.gradientSlots.size(), std::nullopt);
    for (const GradientFlow::Function& function : result_.functions) {
        for (const GradientFlow::Contribution& contribution : function.outgoing)
            ++uses_[contribution.slot];
    }
    std::int64_t total = 0;
    for (std::uint32_t f = static_cast<std::uint32_t>(result_.functions.size()); f-- > 0;) {
        const std::size_t node = records_[f].node;
        if (node == noIndex) {
            receive(result_.functions[f].outgoing.front().slot, incomingLayout(result_.functions[f]));
            continue;
        }
        const OperatorUse use = flow_.use(model_, model_.nodes[node]);
        const OperatorRow* row = findOperator(use.node);
        if (row && isView(*row, use)) {
            settleView(f, use);
        } else {
            settleOperator(f, use);
        }
        if (__builtin_add_overflow(total, result_.functions[f].transient, &total) || total > totalLimit)
            return nullptr;
    }
    // Two of each slot at most are there at a time.
    for (const GradientFlow::Slot& slot : result_.gradientSlots) {
        if (__builtin_add_overflow(total, slot.bytes, &total) || total > totalLimit / 4) return nullptr;
    }
    return std::make_shared<GradientFlow>(std::move(result_));
}

}  // namespace reforward
