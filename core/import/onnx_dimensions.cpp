// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_dimensions.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"

namespace reforward {

namespace {

// Numbers to try for a symbol that nobody bound: sides of pictures, lengths of texts.
constexpr std::array<std::int64_t, 4> sides{224, 256, 64, 1};
constexpr std::array<std::int64_t, 6> lengths{128, 64, 32, 16, 8, 1};
constexpr int rankLimit = 64;

using Dimension = onnx::TensorShapeProto_Dimension;

// The name that a dimension without a number goes by; "" for a number.
std::string symbolOf(const onnx::ValueInfoProto& info, int index) {
    const Dimension& d = info.type().tensor_type().shape().dim(index);
    if (d.has_dim_param() && !d.dim_param().empty()) return d.dim_param();
    if (d.has_dim_value() && d.dim_value() > 0) return {};
    return info.name() + ":" + std::to_string(index);
}

bool hasShape(const onnx::ValueInfoProto& info) {
    return info.type().has_tensor_type() && info.type().tensor_type().has_shape();
}

ElementType elementOf(std::int32_t number) {
    return number > 0 && number <= static_cast<int>(ElementType::float4e2m1)
               ? static_cast<ElementType>(number)
               : ElementType::undefined;
}

}  // namespace

std::vector<const onnx::ValueInfoProto*> dataInputs(const onnx::GraphProto& graph) {
    std::unordered_set<std::string> initializers;
    for (const auto& tensor : graph.initializer())
        initializers.insert(tensor.name());
    for (const auto& tensor : graph.sparse_initializer())
        initializers.insert(tensor.values().name());
    std::vector<const onnx::ValueInfoProto*> inputs;
    for (const auto& info : graph.input()) {
        if (!initializers.contains(info.name())) inputs.push_back(&info);
    }
    return inputs;
}

OnnxDimensions::OnnxDimensions(const onnx::GraphProto& graph, const ImportOptions& options,
                               std::size_t attempt) {
    for (const auto& [name, value] : options.dimensions) {
        if (value < 1) throw Error(ErrorKind::usage, "dimension " + name + " must be at least 1");
    }
    if (options.batch && *options.batch < 1) throw Error(ErrorKind::usage, "the batch must be at least 1");
    const auto inputs = dataInputs(graph);
    std::string batchSymbol;
    const auto ranked = std::find_if(inputs.begin(), inputs.end(), [](const onnx::ValueInfoProto* info) {
        return hasShape(*info) && info->type().tensor_type().shape().dim_size() > 0;
    });
    if (ranked != inputs.end()) {
        batchSymbol = symbolOf(**ranked, 0);
        if (batchSymbol.empty()) {
            batch_ = (*ranked)->type().tensor_type().shape().dim(0).dim_value();
            if (options.batch && *options.batch != *batch_) replaced_ = std::exchange(batch_, options.batch);
        }
    } else if (options.batch) {
        throw Error(ErrorKind::usage, "no input of the model has a dimension that could be the batch");
    }
    std::unordered_set<std::string> symbols;
    for (const onnx::ValueInfoProto* info : inputs) {
        if (!hasShape(*info)) continue;
        const int rank = info->type().tensor_type().shape().dim_size();
        if (rank > rankLimit) throwInput(info->name(), "an input of rank " + std::to_string(rank));
        for (int i = 0; i < rank; ++i) {
            const std::string symbol = symbolOf(*info, i);
            if (symbol.empty() || !symbols.insert(symbol).second) continue;
            std::int64_t& value = bound_[symbol];
            const auto given = options.dimensions.find(symbol);
            if (given != options.dimensions.end()) {
                value = given->second;
            } else if (symbol == batchSymbol) {
                value = options.batch.value_or(1);
                if (!options.batch) {
                    warnings_.push_back("The batch (" + symbol +
                                        ") is not bound: read with 1; --batch N sets it.");
                }
            } else {
                const bool picture = rank >= 4 && i >= 2;
                const std::size_t choices = picture ? sides.size() : lengths.size();
                attempts_ = std::max(attempts_, choices);
                const std::size_t at = std::min(attempt, choices - 1);
                value = picture ? sides[at] : lengths[at];
                warnings_.push_back("The dimension " + symbol + " is not bound: read with " +
                                    std::to_string(value) + "; --dim " + symbol + "=N sets it.");
            }
            if (symbol == batchSymbol) batch_ = value;
        }
    }
    for (const auto& [name, value] : options.dimensions) {
        if (symbols.contains(name)) continue;
        std::vector<std::string> sorted(symbols.begin(), symbols.end());
        std::sort(sorted.begin(), sorted.end());
        std::string known;
        for (const std::string& symbol : sorted)
            known += (known.empty() ? "" : ", ") + symbol;
        throw Error(ErrorKind::usage,
                    Error::Context{{},
                                   {},
                                   "the model's inputs have no symbolic dimension " + name,
                                   known.empty() ? "all its dimensions are numbers" : "they have " + known});
    }
}

TensorType OnnxDimensions::input(const onnx::ValueInfoProto& info) const {
    TensorType type{elementOf(info.type().tensor_type().elem_type()), std::nullopt};
    if (!info.type().has_tensor_type()) return {};
    if (!hasShape(info)) {
        throwInput(info.name(), "this input has no shape, so no size can be told",
                   "declare its shape in the file");
    }
    type.dimensions.emplace();
    for (int i = 0; i < info.type().tensor_type().shape().dim_size(); ++i) {
        const std::string symbol = symbolOf(info, i);
        std::int64_t value = info.type().tensor_type().shape().dim(i).dim_value();
        if (const auto found = bound_.find(symbol); found != bound_.end()) value = found->second;
        if (i == 0 && replaced_ == value) value = *batch_;
        type.dimensions->push_back(value);
    }
    return type;
}

TensorType OnnxDimensions::declared(const onnx::TypeProto& type) const {
    if (!type.has_tensor_type()) return {};
    TensorType result{elementOf(type.tensor_type().elem_type()), std::nullopt};
    if (!type.tensor_type().has_shape() || type.tensor_type().shape().dim_size() > rankLimit) return result;
    Dimensions dimensions;
    for (const Dimension& d : type.tensor_type().shape().dim()) {
        const auto symbol = bound_.find(d.dim_param());
        if (symbol != bound_.end()) {
            dimensions.push_back(symbol->second);
        } else if (d.has_dim_value() && d.dim_value() >= 0) {
            dimensions.push_back(d.dim_value());
        } else {
            return result;
        }
    }
    // Of a file that is read at another batch than it was written for, shapes may hold either.
    if (!replaced_) result.dimensions = std::move(dimensions);
    return result;
}

}  // namespace reforward
