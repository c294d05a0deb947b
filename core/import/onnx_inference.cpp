// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_inference.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/import/onnx_schema.h"
#include "core/import/onnx_tensor.h"
#include "core/training/constant_folding.h"
#include "core/training/shape_rules.h"

namespace reforward {

namespace {

class Inference {
  public:
    Inference(OnnxModel& onnx, const Model* reference)
        : onnx_(onnx), model_(onnx.model), reference_(reference) {}

    void run(const Control& control) {
        for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
            if (n % 256 == 0) control.throwIfCancelled();
            inferNode(n);
        }
        if (contradictions_ > 0) {
            model_.warnings.push_back("The file declares another shape for " +
                                      std::to_string(contradictions_) +
                                      " tensors than follows from its inputs, the first of them " +
                                      contradicted_ + "; the inferred one is used.");
        }
    }

  private:
    void inferNode(std::size_t n) {
        const ModelNode& node = model_.nodes[n];
        if (node.op == "Constant" && node.standard()) return;
        if (reference_) rescale(node);
        auto folded = foldConstants(node, model_);
        if (folded.size() == node.outputs.size() && !folded.empty()) {
            for (std::size_t i = 0; i < folded.size(); ++i) {
                if (node.outputs[i] == noTensor) continue;
                ModelTensor& tensor = model_.tensors[node.outputs[i]];
                tensor.type = folded[i].type();
                tensor.data = std::move(folded[i]);
            }
            return;
        }
        checkWindow(node, model_);
        setTypes(node, typesOf(n));
    }

    static bool needsSubgraphs(const ModelNode& node) {
        return node.standard() &&
               (node.op == "If" || node.op == "Loop" || node.op == "Scan" || node.op == "SequenceMap");
    }

    std::vector<TensorType> typesOf(std::size_t n) {
        const ModelNode& node = model_.nodes[n];
        if (node.subgraphs) return typesOfSubgraphs(n);
        if (needsSubgraphs(node)) throwInput(shownName(node), node.op + " without its nested graph");
        if (auto types = inferTypes(node, model_)) return std::move(*types);
        return inferBySchema(*onnx_.protos[n], node, model_, node.version > schemaNewestSet);
    }

    void setTypes(const ModelNode& node, const std::vector<TensorType>& types) {
        for (std::size_t i = 0; i < node.outputs.size(); ++i) {
            const TensorId t = node.outputs[i];
            if (t == noTensor) continue;
            TensorType type = i < types.size() ? types[i] : TensorType{};
            checkShape(node, type);
            if (const auto declared = onnx_.declared.find(t); declared != onnx_.declared.end()) {
                merge(model_.tensors[t].name, type, declared->second);
            }
            // Of an operator nobody knows: most likely as its first input.
            if (type.element == ElementType::undefined && node.input(0) != noTensor) {
                type.element = model_.tensors[node.input(0)].type.element;
            }
            model_.tensors[t].type = std::move(type);
        }
    }

    static void checkShape(const ModelNode& node, const TensorType& type) {
        if (!type.dimensions) return;
        for (const std::int64_t d : *type.dimensions) {
            if (d < 0)
                throwInput(shownName(node), "its output would have the shape " + toText(*type.dimensions));
        }
        try {
            elementCount(*type.dimensions);
        } catch (const Error& e) {
            throwInput(shownName(node), e.context().reason);
        }
    }

    void merge(const std::string& name, TensorType& type, const TensorType& declared) {
        if (type.element == ElementType::undefined) type.element = declared.element;
        if (!type.dimensions) {
            type.dimensions = declared.dimensions;
        } else if (declared.dimensions && declared.dimensions != type.dimensions) {
            if (contradictions_++ == 0) contradicted_ = name;
        }
    }

    // Of If, Loop and Scan: what the nested graph says of its outputs.
    std::vector<TensorType> typesOfSubgraphs(std::size_t n) const {
        const ModelNode& node = model_.nodes[n];
        std::vector<TensorType> types(node.outputs.size());
        const onnx::GraphProto* body = nullptr;
        for (const onnx::AttributeProto& a : onnx_.protos[n]->attribute()) {
            if (a.has_g() && (a.name() == "then_branch" || a.name() == "body")) body = &a.g();
        }
        if (!body) return types;
        const bool loop = node.op == "Loop";
        const std::size_t skipped = loop ? 1 : 0;  // the condition
        for (std::size_t i = 0; i < types.size(); ++i) {
            const auto at = static_cast<int>(i + skipped);
            if (at >= body->output_size()) break;
            const onnx::TypeProto& type = body->output(at).type();
            if (!type.has_tensor_type()) continue;
            types[i].element = static_cast<ElementType>(std::clamp(type.tensor_type().elem_type(), 0, 23));
            if (type.tensor_type().has_shape()) types[i].dimensions = numbersOf(type.tensor_type().shape());
            const std::size_t carried =
                loop ? static_cast<std::size_t>(std::max(body->input_size() - 2, 0)) : 0;
            if (loop && i < carried && !types[i].dimensions) {
                const Dimensions* initial = model_.dimensions(node.input(i + 2));
                if (initial) types[i].dimensions = *initial;
            }
            if (loop && i >= carried) addTrips(node, types[i]);
            if (node.op == "Scan") types[i].dimensions.reset();
        }
        return types;
    }

    static std::optional<Dimensions> numbersOf(const onnx::TensorShapeProto& shape) {
        Dimensions dimensions;
        for (const auto& d : shape.dim()) {
            if (!d.has_dim_value() || d.dim_value() < 0) return std::nullopt;
            dimensions.push_back(d.dim_value());
        }
        return dimensions;
    }

    // What a loop collects has one more dimension: its trips, where their number is a constant.
    void addTrips(const ModelNode& node, TensorType& type) const {
        const ConstantData* trips = model_.data(node.input(0));
        if (!trips || trips->size() != 1 || trips->integer(0) < 0 || !type.dimensions) {
            type.dimensions.reset();
            return;
        }
        Dimensions collected{trips->integer(0)};
        collected.insert(collected.end(), type.dimensions->begin(), type.dimensions->end());
        type.dimensions = std::move(collected);
    }

    // Traced numbers that hold the file's own batch, in the target of a Reshape or an Expand.
    void rescale(const ModelNode& node) {
        if (!node.standard() || (node.op != "Reshape" && node.op != "Expand")) return;
        const TensorId input = node.input(0), target = node.input(1);
        const ConstantData* wanted = model_.data(target);
        if (!wanted || target == noTensor) return;
        const Dimensions *before = reference_->dimensions(input), *now = model_.dimensions(input);
        const Dimensions* result = reference_->dimensions(node.output(0));
        const ConstantData* old = reference_->data(target);
        if (!before || !now || !result || !old || old->integers() != wanted->integers()) return;
        std::optional<Dimensions> scaled;
        if (node.op == "Reshape" && *before != *now)
            scaled = rescaledTarget(*before, *now, *result, reference_->batch.value_or(0));
        if (node.op == "Expand") scaled = expandedTarget(*before, *result);
        if (!scaled || *scaled == *result) return;
        // The node gets a target of its own: others may read the same constant for something else.
        ModelTensor own;
        own.name = model_.tensors[target].name;
        own.kind = ModelTensor::Kind::constant;
        const Dimensions shape{static_cast<std::int64_t>(scaled->size())};
        own.data = ConstantData{ElementType::int64, shape, std::move(*scaled)};
        own.type = own.data->type();
        const auto t = static_cast<TensorId>(model_.tensors.size());
        model_.tensors.push_back(std::move(own));
        model_.nodes[static_cast<std::size_t>(&node - model_.nodes.data())].inputs[1] = t;
    }

    // A single row repeated for each sample.
    std::optional<Dimensions> expandedTarget(const Dimensions& before, const Dimensions& result) const {
        if (!reference_->batch || !model_.batch || result.empty() || result[0] != *reference_->batch)
            return std::nullopt;
        if (before.size() == result.size() && before[0] != 1) return std::nullopt;
        Dimensions scaled = result;
        scaled[0] = *model_.batch;
        return scaled;
    }

    OnnxModel& onnx_;
    Model& model_;
    const Model* reference_;
    std::size_t contradictions_ = 0;
    std::string contradicted_;
};

}  // namespace

void inferShapes(OnnxModel& onnx, const Model* reference, const Control& control) {
    Inference(onnx, reference).run(control);
}

}  // namespace reforward
