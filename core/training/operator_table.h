// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/training/model.h"

namespace reforward {

/// One use of an operator in a model, as its row sees it.
struct OperatorUse {
    const Model& model;
    const ModelNode& node;
    std::vector<bool> needsGradient;  ///< by input slot
    std::vector<bool> constant;       ///< by input slot: neither a value nor trainable
    bool asTrained = false;           ///< the file shows no training form: read it as if trained

    bool gradient(std::size_t slot) const { return slot < needsGradient.size() && needsGradient[slot]; }
};

using Condition = bool (*)(const OperatorUse&);

/// A value that the backward of an operator reads; parameters and constants among them cost nothing.
struct Saved {
    enum class What : std::uint8_t { input, output } what = What::input;
    std::uint8_t slot = 0;
    Condition when = nullptr;  ///< absent: always
};

/// What an operator makes besides its outputs only for its backward.
struct ExtraValue {
    std::string_view name;
    /// undefined: the type of output 0.
    ElementType element = ElementType::undefined;
    /// The shape, nothing where it cannot be told.
    std::optional<Dimensions> (*shape)(const OperatorUse&) = nullptr;
    /// The output slot of the operator that is this very value where the node names it; 0: none.
    std::uint8_t declared = 0;
    Condition when = nullptr;
};

/// How an operator's output can be a view of its input 0.
enum class ViewRule : std::uint8_t { none, alias, reshape, transpose, slice, split, expand, select };

/// What the backward of an operator does with memory for the gradients of its inputs, as PyTorch 1.13 does.
enum class GradientRule : std::uint8_t {
    fresh,       ///< each is allocated
    handed,      ///< each is the incoming gradient, or a part of it
    handedFirst  ///< the first is the incoming gradient, the others are allocated
};

/// Where floating-point work comes from, for the roofline.
enum class Work : std::uint8_t {
    perOutput,
    perInput,
    convolution,
    transposedConvolution,
    product,
    attention,
    recurrent
};

struct OperatorRow {
    std::string_view op{};
    std::vector<Saved> saves{};
    std::vector<ExtraValue> extras{};
    ViewRule view = ViewRule::none;
    Condition viewWhen = nullptr;  ///< absent: always
    bool differentiable = true;
    bool repeatable = true;  ///< false: two runs differ (random numbers without a saved mask)
    /// Element by element: the output lies in memory as the first input of its shape does.
    bool elementwise = false;
    /// It has an in-place form, whose backward reads the output. (Others that have one copy their input
    /// first, which wins nothing.)
    bool inPlace = false;
    GradientRule gradient = GradientRule::fresh;
    /// Buffers of the output's size that the formula of an input's gradient needs besides its result, at its
    /// highest moment: by input slot, the last for all further ones; none: 0.
    std::vector<std::uint8_t> temporaries{};
    /// What the backward needs for itself at its highest moment, before it makes the gradients of its inputs.
    std::optional<Dimensions> (*transient)(const OperatorUse&) = nullptr;
    /// Inputs that are settings or buffers: they get no gradient, and a float initializer there is no
    /// parameter.
    std::vector<std::uint8_t> plainInputs{};
    /// Outputs beyond the first are dropped where nothing reads them (updated buffers, unused masks).
    bool dropsUnreadOutputs = false;
    Work work = Work::perOutput;
    double flops = 1;           ///< per element of the output or input, by `work`
    double backwardFactor = 1;  ///< backward time over forward time in the roofline model

    bool plain(std::size_t slot) const;
};

/// The row of a standard operator, nothing for one we do not know. Rows follow what PyTorch 1.13 saves.
const OperatorRow* findOperator(std::string_view op);
const OperatorRow* findOperator(const ModelNode& node);
const std::vector<OperatorRow>& operatorRows();

// Conditions that others need as well.
bool dropoutIsOn(const OperatorUse& use);
bool normalizesByBatch(const OperatorUse& use);

}  // namespace reforward
