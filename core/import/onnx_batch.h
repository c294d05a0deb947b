// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/training/model.h"

namespace reforward {

/// The dimensions of a model's inputs that count its samples.
class BatchPlaces {
  public:
    std::string reason;  ///< "by its name", "the first dimension of every input and output"
    bool named = false;  ///< by a symbol that is called batch

    /// Input and dimension, in the order they were added; empty: no input has any.
    const std::vector<std::pair<std::string, int>>& places() const { return places_; }
    void add(const std::string& input, int dimension) {
        if (known_.emplace(input, dimension).second) places_.emplace_back(input, dimension);
    }
    bool contains(const std::string& input, int dimension) const {
        return known_.contains({input, dimension});
    }
    friend bool operator==(const BatchPlaces& a, const BatchPlaces& b) { return a.known_ == b.known_; }

  private:
    std::vector<std::pair<std::string, int>> places_;
    std::set<std::pair<std::string, int>> known_;
};

/// By what the file states: a symbol called batch (or N, B, bs); else the first of dimensions 0 and 1 that
/// all inputs and outputs have in common (one of size 1 fits any); else dimension 0 of the first input that
/// has one, and of every other input where it is the same.
BatchPlaces declaredBatch(const onnx::GraphProto& graph);

/// By what the first recurrent layer that reads an input takes as its batch (dimension 1, or 0 with
/// layout 1), followed back to that input, and by initial states that are inputs. Nothing where the model has
/// no such layer. O(nodes).
std::optional<BatchPlaces> recurrentBatch(const Model& model, const onnx::GraphProto& graph);

/// The name that a dimension of an input goes by where it has no number: its symbol, else "INPUT:INDEX"; ""
/// for a number.
std::string symbolOf(const onnx::ValueInfoProto& info, int index);

bool hasShape(const onnx::ValueInfoProto& info);
/// 0 where there is no shape.
int rankOf(const onnx::ValueInfoProto& info);

/// The graph's inputs that are not initializers as well.
std::vector<const onnx::ValueInfoProto*> dataInputs(const onnx::GraphProto& graph);

}  // namespace reforward
