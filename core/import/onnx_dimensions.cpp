// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_dimensions.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/import/onnx_tensor.h"
#include "core/import/utf8.h"

namespace reforward {

namespace {

// Numbers to try for a symbol that nobody bound: sides of pictures, lengths of texts.
constexpr std::array<std::int64_t, 4> sides{224, 256, 64, 1};
constexpr std::array<std::int64_t, 6> lengths{128, 64, 32, 16, 8, 1};

// Where a symbol stands, beyond a few places only how many there are.
constexpr std::size_t shownPlaces = 8;

void addPlace(std::string& where, std::size_t& count, const std::string& tensor, int index) {
    if (++count > shownPlaces) return;
    where += (where.empty() ? "" : ", ") + validUtf8(tensor) + "[" + std::to_string(index) + "]";
}

std::int64_t numberAt(const onnx::ValueInfoProto& info, int index) {
    return info.type().tensor_type().shape().dim(index).dim_value();
}

}  // namespace

OnnxDimensions::OnnxDimensions(const onnx::GraphProto& graph, const ImportOptions& options, BatchPlaces batch,
                               std::size_t attempt)
    : places_(std::move(batch)) {
    for (const auto& [name, value] : options.dimensions) {
        if (value < 1) throw Error(ErrorKind::usage, "dimension " + name + " must be at least 1");
    }
    if (options.batch && *options.batch < 1) throw Error(ErrorKind::usage, "the batch must be at least 1");
    for (const onnx::ValueInfoProto* info : dataInputs(graph)) {
        if (rankOf(*info) > static_cast<int>(rankLimit))
            throwInput(validUtf8(info->name()), "an input of rank " + std::to_string(rankOf(*info)));
    }
    bindBatch(graph, options);
    bindSymbols(graph, options, attempt);
    checkNames(options);
}

void OnnxDimensions::bindBatch(const onnx::GraphProto& graph, const ImportOptions& options) {
    if (places_.places().empty()) {
        if (options.batch)
            throw Error(ErrorKind::usage, "no input of the model has a dimension that could be the batch");
        return;
    }
    std::optional<std::int64_t> number;
    std::string firstSymbol;
    for (const onnx::ValueInfoProto* info : dataInputs(graph)) {
        for (int i = 0; i < rankOf(*info); ++i) {
            if (!places_.contains(info->name(), i)) continue;
            const std::string symbol = symbolOf(*info, i);
            if (symbol.empty()) {
                number = number.value_or(numberAt(*info, i));
            } else if (batchSymbols_.insert(symbol).second && firstSymbol.empty()) {
                firstSymbol = symbol;
            }
        }
    }
    std::optional<std::int64_t> given = options.batch;
    for (const std::string& symbol : batchSymbols_) {
        const auto bound = options.dimensions.find(symbol);
        if (bound == options.dimensions.end()) continue;
        if (given && *given != bound->second) {
            throw Error(ErrorKind::usage, "the batch (" + validUtf8(symbol) +
                                              ") is given twice: " + std::to_string(*given) + " and " +
                                              std::to_string(bound->second));
        }
        given = bound->second;
    }
    batch_ = given.value_or(number.value_or(1));
    if (number && *number != *batch_) replaced_ = number;
    if (!given && !number) {
        warnings_.push_back("The batch (" + validUtf8(firstSymbol) +
                            ") is not bound: read with 1; --batch N sets it.");
    }
}

void OnnxDimensions::bindSymbols(const onnx::GraphProto& graph, const ImportOptions& options,
                                 std::size_t attempt) {
    std::map<std::string, std::size_t> index, counts;
    const auto note = [&](const onnx::ValueInfoProto& info, int i, const std::string& symbol) {
        SymbolicDimension& dimension = symbols_[index[symbol]];
        addPlace(dimension.where, counts[symbol], info.name(), i);
    };
    for (const onnx::ValueInfoProto* info : dataInputs(graph)) {
        for (int i = 0; i < rankOf(*info); ++i) {
            const std::string symbol = symbolOf(*info, i);
            if (symbol.empty()) continue;
            if (!bound_.contains(symbol)) {
                const bool batch = batchSymbols_.contains(symbol);
                const auto given = options.dimensions.find(symbol);
                const bool chosen = given != options.dimensions.end() || (batch && options.batch);
                bound_[symbol] = batch    ? *batch_
                                 : chosen ? given->second
                                          : guess(symbol, rankOf(*info) >= 4 && i >= 2, attempt);
                index[symbol] = symbols_.size();
                symbols_.push_back({validUtf8(symbol), bound_[symbol], chosen, batch, {}});
            }
            note(*info, i, symbol);
        }
    }
    for (const onnx::ValueInfoProto& info : graph.output()) {
        for (int i = 0; i < rankOf(info); ++i) {
            const std::string& symbol = info.type().tensor_type().shape().dim(i).dim_param();
            if (index.contains(symbol)) note(info, i, symbol);
        }
    }
    for (const auto& [symbol, count] : counts) {
        if (count > shownPlaces)
            symbols_[index[symbol]].where += " and " + std::to_string(count - shownPlaces) + " more";
    }
}

std::int64_t OnnxDimensions::guess(const std::string& symbol, bool picture, std::size_t attempt) {
    const std::size_t choices = picture ? sides.size() : lengths.size();
    attempts_ = std::max(attempts_, choices);
    const std::size_t at = std::min(attempt, choices - 1);
    const std::int64_t value = picture ? sides[at] : lengths[at];
    const std::string name = validUtf8(symbol);
    warnings_.push_back("The dimension " + name + " is not bound: read with " + std::to_string(value) +
                        "; --dim " + name + "=N sets it.");
    return value;
}

void OnnxDimensions::checkNames(const ImportOptions& options) const {
    for (const auto& entry : options.dimensions) {
        if (bound_.contains(entry.first)) continue;
        std::string known;
        for (const auto& symbol : bound_)
            known += (known.empty() ? "" : ", ") + validUtf8(symbol.first);
        throw Error(ErrorKind::usage,
                    Error::Context{{},
                                   {},
                                   "the model's inputs have no symbolic dimension " + entry.first,
                                   known.empty() ? "all its dimensions are numbers" : "they have " + known});
    }
}

std::string OnnxDimensions::batchFrom() const {
    std::string where;
    std::size_t count = 0;
    for (const auto& [input, dimension] : places_.places())
        addPlace(where, count, input, dimension);
    if (count > shownPlaces) where += " and " + std::to_string(count - shownPlaces) + " more";
    return where.empty() ? where : where + ", " + places_.reason;
}

TensorType OnnxDimensions::input(const onnx::ValueInfoProto& info) const {
    if (!info.type().has_tensor_type()) return {};
    TensorType type{elementOfNumber(info.type().tensor_type().elem_type()), std::nullopt};
    if (!hasShape(info)) {
        throwInput(validUtf8(info.name()), "this input has no shape, so no size can be told",
                   "declare its shape in the file");
    }
    type.dimensions.emplace();
    for (int i = 0; i < rankOf(info); ++i) {
        std::int64_t value = numberAt(info, i);
        if (const auto found = bound_.find(symbolOf(info, i)); found != bound_.end()) value = found->second;
        if (replaced_ && places_.contains(info.name(), i)) value = *batch_;
        type.dimensions->push_back(value);
    }
    return type;
}

TensorType OnnxDimensions::declared(const onnx::TypeProto& type) const {
    if (!type.has_tensor_type()) return {};
    TensorType result{elementOfNumber(type.tensor_type().elem_type()), std::nullopt};
    if (!type.tensor_type().has_shape() ||
        type.tensor_type().shape().dim_size() > static_cast<int>(rankLimit))
        return result;
    Dimensions dimensions;
    for (const auto& d : type.tensor_type().shape().dim()) {
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
