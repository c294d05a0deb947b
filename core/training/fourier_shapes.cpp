// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of signals [samples, lengths..., 1 or 2], real or complex at the end.
#include "core/training/shape_rule_tools.h"

namespace reforward::rules {

// Along one axis the frequencies. One-sided, a real signal of n has n / 2 + 1; its inverse gives the real
// signal back.
Types fourier(const ModelNode& node, const Model& model) {
    const TensorType* in = shaped(node, model, 0);
    if (!in || in->dimensions->size() < 2) return std::nullopt;
    bool known = true;
    const auto axes = setting(node, model, 2, "", known);
    const auto lengths = setting(node, model, 1, "", known);
    if (!known || (axes && axes->size() != 1) || (lengths && lengths->size() != 1)) return std::nullopt;
    // Operator set 17 has the axis as an attribute, and counts from the front.
    const std::int64_t axis = axes ? (*axes)[0] : node.integer("axis", node.version < 20 ? 1 : -2);
    Dimensions out = *in->dimensions;
    std::int64_t& length = out[axisOf(node, axis, in->dimensions->size())];
    const bool oneSided = node.integer("onesided", 0) != 0, inverse = node.integer("inverse", 0) != 0;
    if (lengths) length = (*lengths)[0];
    if (oneSided && inverse && !lengths) length = length > 0 ? product(node, 2, length - 1) : 0;
    if (oneSided && !inverse) length = length / 2 + 1;
    out.back() = oneSided && inverse ? 1 : 2;
    return one(in->element, std::move(out));
}

// [samples, frames, frequencies, 2] of frames that begin every `step` elements.
Types shortFourier(const ModelNode& node, const Model& model) {
    const TensorType* signal = model.type(node.input(0));
    if (!signal) refuse(node, "STFT lacks its signal");
    const Types unknown = one(signal->element, std::nullopt);
    const TensorType* in = shaped(node, model, 0);
    const ConstantData* step = model.data(node.input(1));
    if (!in || !step || step->size() != 1) return unknown;
    if (in->dimensions->size() < 2) refuse(node, "STFT of a signal " + toText(*in));
    bool known = true;
    const auto lengths = setting(node, model, 3, "", known);
    const Dimensions* window = model.dimensions(node.input(2));
    if (!known || (lengths && lengths->size() != 1) || (!lengths && (!window || window->size() != 1)))
        return unknown;
    const std::int64_t length = lengths ? (*lengths)[0] : (*window)[0], every = step->integer(0);
    const std::int64_t room = (*in->dimensions)[1] - length;
    if (length < 1 || every < 1 || room < 0)
        refuse(node, "STFT with frames of " + std::to_string(length) + " every " + std::to_string(every) +
                         " in a signal " + toText(*in));
    const std::int64_t bins = node.integer("onesided", 1) != 0 ? length / 2 + 1 : length;
    return one(in->element, Dimensions{(*in->dimensions)[0], room / every + 1, bins, 2});
}

}  // namespace reforward::rules
