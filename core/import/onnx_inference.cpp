// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_inference.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/import/onnx_node.h"
#include "core/import/onnx_rebatch.h"
#include "core/import/onnx_schema.h"
#include "core/import/onnx_tensor.h"
#include "core/training/constant_folding.h"
#include "core/training/operator_table.h"
#include "core/training/shape_rules.h"

namespace reforward {

namespace {

class Inference {
  public:
    Inference(const OnnxFile& file, const OnnxDimensions& dimensions, const Model* reference)
        : reader_(file, dimensions), model_(reader_.model) {
        if (reference) rebatch_.emplace(model_, *reference);
    }

    Model run(const Control& control) {
        std::vector<Frame> open;
        open.push_back({reader_.readMain(), 0});
        model_.nodes.reserve(open.back().nodes.size());
        while (!open.empty()) {
            Frame& frame = open.back();
            if (frame.next == frame.nodes.size()) {
                open.pop_back();
                continue;
            }
            if (model_.nodes.size() % 256 == 0) control.throwIfCancelled();
            OnnxNode node = std::move(frame.nodes[frame.next++]);
            if (auto body = inlined(node)) {
                open.push_back({std::move(*body), 0});
            } else {
                model_.nodes.push_back(std::move(node.node));
                inferNode(*node.proto);
            }
        }
        if (contradictions_ > 0) {
            model_.warnings.push_back("The file declares another shape for " +
                                      std::to_string(contradictions_) +
                                      " tensors than follows from its inputs, the first of them " +
                                      contradicted_ + "; the inferred one is used.");
        }
        return std::move(model_);
    }

  private:
    struct Frame {
        OnnxNodes nodes;
        std::size_t next = 0;
    };

    // What stands for a node: a function's body, the branch that is taken.
    std::optional<OnnxNodes> inlined(const OnnxNode& node) {
        if (const onnx::FunctionProto* function = reader_.functionOf(node))
            return reader_.inlineFunction(node, *function);
        if (!findOperator(node.node)) {
            if (const onnx::FunctionProto* function = functionBySchema(node.node))
                return reader_.inlineFunction(node, *function);
        }
        if (node.node.op != "If" || !node.node.standard()) return std::nullopt;
        const ConstantData* condition = model_.data(node.node.input(0));
        if (!condition || condition->size() != 1) return std::nullopt;
        const bool taken = condition->integer(0) != 0;
        const onnx::GraphProto* branch = nestedGraph(*node.proto, taken ? "then_branch" : "else_branch");
        if (!branch) return std::nullopt;
        return reader_.inlineGraph(node, *branch);
    }

    // Of the last node so far.
    void inferNode(const onnx::NodeProto& proto) {
        ModelNode& node = model_.nodes.back();
        if (node.op == "Constant" && node.standard()) return;
        if (rebatch_) rebatch_->apply(node);
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
        setTypes(node, typesOf(node, proto));
    }

    static bool needsSubgraphs(const ModelNode& node) {
        return node.standard() && (node.op == "If" || node.op == "Loop" || node.op == "Scan");
    }

    // Lists of tensors have no type that the schema library could be told.
    static bool readsSequences(const ModelNode& node) {
        return node.standard() && (node.op.find("Sequence") != std::string::npos || node.op == "Optional") &&
               node.op != "ReverseSequence" && node.op != "SequenceLength";
    }

    std::vector<TensorType> typesOf(const ModelNode& node, const onnx::NodeProto& proto) {
        if (node.subgraphs) return typesOfSubgraphs(node, proto);
        if (readsSequences(node)) return std::vector<TensorType>(node.outputs.size());
        if (needsSubgraphs(node)) throwInput(shownName(node), node.op + " without its nested graph");
        if (auto types = inferTypes(node, model_)) return std::move(*types);
        return inferBySchema(proto, node, model_, isNewerThanSchemas(node));
    }

    void setTypes(const ModelNode& node, const std::vector<TensorType>& types) {
        for (std::size_t i = 0; i < node.outputs.size(); ++i) {
            const TensorId t = node.outputs[i];
            if (t == noTensor) continue;
            TensorType type = i < types.size() ? types[i] : TensorType{};
            checkShape(node, type);
            if (const auto declared = reader_.declared.find(t); declared != reader_.declared.end()) {
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
        if (type.dimensions->size() > rankLimit) {
            throwInput(shownName(node),
                       "its output would have the rank " + std::to_string(type.dimensions->size()));
        }
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

    // Of If, Loop and Scan: what the nested graphs declare of their outputs.
    std::vector<TensorType> typesOfSubgraphs(const ModelNode& node, const onnx::NodeProto& proto) const {
        std::vector<TensorType> types(node.outputs.size());
        const bool branches = node.op == "If";
        const onnx::GraphProto* body = nestedGraph(proto, branches ? "then_branch" : "body");
        const onnx::GraphProto* other = branches ? nestedGraph(proto, "else_branch") : nullptr;
        if (!body || !node.standard()) return types;
        const bool loop = node.op == "Loop";
        const std::size_t carried = loop ? static_cast<std::size_t>(std::max(body->input_size() - 2, 0)) : 0;
        for (std::size_t i = 0; i < types.size(); ++i) {
            const std::size_t at = loop ? i + 1 : i;  // behind a loop's condition
            types[i] = declaredType(*body, at);
            if (other && declaredType(*other, at).dimensions != types[i].dimensions)
                types[i].dimensions.reset();
            if (loop && i < carried && !types[i].dimensions) {
                const Dimensions* initial = model_.dimensions(node.input(i + 2));
                if (initial) types[i].dimensions = *initial;
            }
            if (loop && i >= carried) addTrips(node, types[i]);
            if (node.op == "Scan") addSteps(node, proto.input_size(), i, types[i]);
        }
        return types;
    }

    static TensorType declaredType(const onnx::GraphProto& graph, std::size_t output) {
        TensorType type;
        if (output >= static_cast<std::size_t>(graph.output_size())) return type;
        const onnx::TypeProto& declared = graph.output(static_cast<int>(output)).type();
        if (!declared.has_tensor_type()) return type;
        type.element = elementOfNumber(declared.tensor_type().elem_type());
        if (declared.tensor_type().has_shape()) type.dimensions = numbersOf(declared.tensor_type().shape());
        return type;
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

    // A Scan's states keep their shape; what it collects has one more dimension, the length of its inputs.
    void addSteps(const ModelNode& node, std::int64_t inputs, std::size_t output, TensorType& type) const {
        const auto scanned = node.integer("num_scan_inputs", 0);
        if (node.version < 9 || scanned < 1 || scanned > inputs) return type.dimensions.reset();
        const std::int64_t states = inputs - scanned;
        if (static_cast<std::int64_t>(output) < states) {
            if (const Dimensions* initial = model_.dimensions(node.input(output))) type.dimensions = *initial;
            return;
        }
        const Dimensions* in = model_.dimensions(node.input(static_cast<std::size_t>(states)));
        const auto axes = node.integers("scan_input_axes");
        const std::int64_t axis = axes && !axes->empty() ? (*axes)[0] : 0;
        if (!type.dimensions || node.find("scan_output_axes") || !in || axis < 0 ||
            axis >= static_cast<std::int64_t>(in->size())) {
            return type.dimensions.reset();
        }
        type.dimensions->insert(type.dimensions->begin(), (*in)[static_cast<std::size_t>(axis)]);
    }

    OnnxReader reader_;
    Model& model_;
    std::optional<Rebatch> rebatch_;
    std::size_t contradictions_ = 0;
    std::string contradicted_;
};

}  // namespace

Model inferredModel(const OnnxFile& file, const OnnxDimensions& dimensions, const Model* reference,
                    const Control& control) {
    return Inference(file, dimensions, reference).run(control);
}

}  // namespace reforward
