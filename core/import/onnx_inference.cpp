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
        inferAll(reader_.readMain(), control);
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

    void inferAll(OnnxNodes nodes, const Control& control) {
        std::vector<Frame> open;
        model_.nodes.reserve(model_.nodes.size() + nodes.size());
        open.push_back({std::move(nodes), 0});
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
                continue;
            }
            std::vector<TensorType> nested;
            if (node.node.subgraphs) nested = typesOfSubgraphs(node, control);
            model_.nodes.push_back(std::move(node.node));
            inferNode(*node.proto, std::move(nested));
        }
    }

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
    void inferNode(const onnx::NodeProto& proto, std::vector<TensorType> nested) {
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
        setTypes(node, node.subgraphs ? std::move(nested) : typesOf(node, proto));
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
            if (type.element == ElementType::undefined) type.element = likelyElement(node);
            model_.tensors[t].type = std::move(type);
        }
    }

    // Of an operator nobody knows: most likely as its first input; of nested graphs, behind conditions and
    // counts, as the first that may carry a gradient.
    ElementType likelyElement(const ModelNode& node) const {
        for (const TensorId t : node.inputs) {
            if (t == noTensor) continue;
            const ElementType element = model_.tensors[t].type.element;
            if (!node.subgraphs || isFloat(element)) return element;
        }
        return ElementType::undefined;
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

    // Of If, Loop and Scan: what their nested graphs make, else what those declare.
    std::vector<TensorType> typesOfSubgraphs(const OnnxNode& read, const Control& control) {
        const ModelNode& node = read.node;
        std::vector<TensorType> types(node.outputs.size());
        const bool branches = node.op == "If", loop = node.op == "Loop", scan = node.op == "Scan";
        const onnx::GraphProto* body = nestedGraph(*read.proto, branches ? "then_branch" : "body");
        const onnx::GraphProto* other = branches ? nestedGraph(*read.proto, "else_branch") : nullptr;
        if (!body || !node.standard()) return types;
        const std::vector<TensorType> inputs = loop ? loopInputs(read) : scan ? scanInputs(read) : types;
        const auto made = typesOfBody(read, *body, branches ? std::vector<TensorType>() : inputs, control);
        const auto otherwise = other ? typesOfBody(read, *other, {}, control) : made;
        const std::size_t carried = loop ? static_cast<std::size_t>(std::max(body->input_size() - 2, 0)) : 0;
        for (std::size_t i = 0; i < types.size(); ++i) {
            const std::size_t at = loop ? i + 1 : i;  // behind a loop's condition
            if (at >= made.size()) continue;
            types[i] = made[at];
            if (at < otherwise.size() && otherwise[at].dimensions != types[i].dimensions)
                types[i].dimensions.reset();
            if (loop && i < carried) keepIfSame(types[i], i + 2 < inputs.size() ? inputs[i + 2] : types[i]);
            if (loop && i >= carried) addTrips(node, types[i]);
            if (scan) addSteps(node, read.proto->input_size(), i, types[i]);
        }
        return types;
    }

    // A state is as it was at first, unless the body changes its shape.
    static void keepIfSame(TensorType& type, const TensorType& initial) {
        if (type.dimensions && initial.dimensions && type.dimensions != initial.dimensions)
            type.dimensions.reset();
        else if (!type.dimensions)
            type.dimensions = initial.dimensions;
    }

    // The number of the trip, the condition, the states.
    std::vector<TensorType> loopInputs(const OnnxNode& read) const {
        std::vector<TensorType> inputs{{ElementType::int64, Dimensions{}},
                                       {ElementType::boolean, Dimensions{}}};
        for (int i = 2; i < read.proto->input_size(); ++i) {
            const TensorType* type = model_.type(read.node.input(static_cast<std::size_t>(i)));
            inputs.push_back(type ? *type : TensorType{});
        }
        return inputs;
    }

    // The states, then one step of each scanned input.
    std::vector<TensorType> scanInputs(const OnnxNode& read) const {
        const std::int64_t count = read.proto->input_size(),
                           states = count - read.node.integer("num_scan_inputs", 0);
        const auto axes = read.node.integers("scan_input_axes");
        std::vector<TensorType> inputs;
        for (std::int64_t i = 0; i < count && read.node.version >= 9; ++i) {
            const TensorType* type = model_.type(read.node.input(static_cast<std::size_t>(i)));
            inputs.push_back(type ? *type : TensorType{});
            auto& dimensions = inputs.back().dimensions;
            if (i < states || !dimensions) continue;
            if (axes || dimensions->empty()) {
                dimensions.reset();
            } else {
                dimensions->erase(dimensions->begin());
            }
        }
        return inputs;
    }

    // The types of a nested graph's results. What cannot be told stays undefined: the graph may never run.
    // Nothing of it stays in the model.
    std::vector<TensorType> typesOfBody(const OnnxNode& outer, const onnx::GraphProto& body,
                                        const std::vector<TensorType>& inputs, const Control& control) {
        const std::size_t nodes = model_.nodes.size(), tensors = model_.tensors.size();
        const std::size_t contradictions = contradictions_;
        std::vector<TensorId> results;
        std::vector<TensorType> types(static_cast<std::size_t>(body.output_size()));
        try {
            inferAll(reader_.readBody(outer, body, inputs, results), control);
            for (std::size_t i = 0; i < types.size(); ++i) {
                if (results[i] != noTensor) types[i] = model_.tensors[results[i]].type;
            }
        } catch (const Error& e) {
            if (e.kind() != ErrorKind::input) throw;
        }
        for (std::size_t t = tensors; t < model_.tensors.size(); ++t)
            reader_.declared.erase(static_cast<TensorId>(t));
        model_.nodes.resize(nodes);
        model_.tensors.resize(tensors);
        contradictions_ = contradictions;
        for (std::size_t i = 0; i < types.size(); ++i) {
            const TensorType declared = declaredType(body, i);
            if (types[i].element == ElementType::undefined) types[i].element = declared.element;
            if (!types[i].dimensions) types[i].dimensions = declared.dimensions;
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
