// SPDX-License-Identifier: Apache-2.0
#include "core/training/training_graph.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/base/error.h"
#include "core/graph/graph_builder.h"
#include "core/training/costs.h"
#include "core/training/flow.h"
#include "core/training/fusion.h"
#include "core/training/gradient_recorder.h"
#include "core/training/modules.h"
#include "core/training/program_constants.h"
#include "core/training/training_notes.h"
#include "core/training/vertex_description.h"
#include "core/training/vertex_names.h"
#include "core/training/view_rules.h"

namespace reforward {

namespace {

// A value of the graph, the memory that one or more tensors of the model lie in.
struct Place {
    VertexId vertex = noIndex;
    std::int64_t output = 0;

    explicit operator bool() const { return vertex != noIndex; }
};

class Assembler {
  public:
    Assembler(Model model, const TrainingOptions& options)
        : model_(std::move(model)),
          options_(options),
          precision_(precisionOf(options.precision)),
          costs_(options.costs, precision_),
          adopted_(adoptWeightInputs(model_)),
          ids_(model_),
          nodeModules_(modulesOf(model_)),
          fusions_(options.fuse ? fusePatterns(model_) : std::vector<Fusion>()),
          flow_(analyzeFlow(model_)),
          gradients_(model_, flow_),
          places_(model_.tensors.size()),
          copies_(model_.tensors.size()),
          layouts_(model_.tensors.size()),
          viewNode_(model_.tensors.size(), noIndex) {}

    Graph run(const Control& control) {
        if (storeIn(model_, precision_) > 0) {
            model_.warnings.push_back("Precision " + options_.precision +
                                      ": every value and parameter that the file declares as float32 counts "
                                      "2 bytes, as in a model cast as a whole; autocast keeps more.");
        }
        addInputs();
        const std::size_t total = model_.nodes.size();
        for (std::size_t n = 0; n < total; ++n) {
            if (n % 1024 == 0) {
                control.throwIfCancelled();
                control.progress(static_cast<double>(n) / static_cast<double>(total),
                                 "reading the operators");
            }
            addNode(n);
        }
        if (vertices_ == 0) {
            throw Error(ErrorKind::input,
                        viewsOf_.empty()
                            ? "no operator of the model depends on the elements of an input or on a "
                              "trainable parameter"
                            : "every operator of the model that depends on an input is a view of it: nothing "
                              "is left to run");
        }
        builder_.notes.timeUnit = costs_.unit();
        nameVertices(builder_, vertexModules_);
        listViews();
        writeNotes();
        for (const TensorId t : model_.outputs) {
            if (places_[t]) gradients_.hold(places_[t].vertex, static_cast<std::uint32_t>(places_[t].output));
        }
        builder_.setGradientFlow(gradients_.finish());
        return std::move(builder_).build();
    }

  private:
    void addInputs() {
        for (std::size_t i = 0; i < model_.inputs.size(); ++i) {
            const TensorId t = model_.inputs[i];
            if (!flow_.read[t] || !isReadByNode(t)) {
                builder_.notes.leftOut.push_back(ids_.input(i) + " (input)");
                continue;
            }
            VertexSpec spec;
            spec.id = ids_.input(i);
            spec.op = "Input";
            spec.fixed = true;
            spec.time = 0;
            spec.outputs = {{model_.tensors[t].name, bytesOf(t, spec.id), true}};
            spec.extra = {{"shape", toText(model_.tensors[t].type)}};
            places_[t] = {builder_.addVertex(std::move(spec)), 0};
            layouts_[t] = contiguousLayout(t);
        }
    }

    bool isReadByNode(TensorId tensor) {
        if (readers_.empty()) {
            readers_.assign(model_.tensors.size(), false);
            for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
                if (!flow_.needed[n]) continue;
                for (const TensorId t : model_.nodes[n].inputs) {
                    if (t != noTensor) readers_[t] = true;
                }
            }
        }
        return readers_[tensor];
    }

    void addNode(std::size_t n) {
        const ModelNode& node = model_.nodes[n];
        if (node.outputs.empty()) return;  // absorbed by a pattern
        const bool value = std::any_of(node.outputs.begin(), node.outputs.end(), [&](TensorId t) {
            return t != noTensor && flow_.origin[t] == Flow::Origin::value;
        });
        if (isConstant(node)) {
            builder_.notes.folded.push_back(ids_.node(n) + " (" + node.op + ")");
        } else if (!flow_.needed[n]) {
            builder_.notes.leftOut.push_back(ids_.node(n) + " (" + node.op + ")");
        } else if (!value) {
            builder_.notes.folded.push_back(ids_.node(n) + " (" + node.op + ")");
        } else {
            const OperatorUse use = flow_.use(model_, node);
            if (!addView(n, use)) addVertex(n, use);
        }
    }

    bool isConstant(const ModelNode& node) const {
        return std::all_of(node.outputs.begin(), node.outputs.end(), [&](TensorId t) {
            return t == noTensor || model_.tensors[t].data ||
                   model_.tensors[t].kind == ModelTensor::Kind::constant;
        });
    }

    bool addView(std::size_t n, const OperatorUse& use) {
        const ModelNode& node = use.node;
        const TensorId source = node.input(0);
        if (source == noTensor || !places_[source] || !layouts_[source]) return false;
        const auto views = viewOf(use, *layouts_[source]);
        if (!views) return false;
        for (std::size_t slot = views->size(); slot < node.outputs.size(); ++slot) {
            if (isKept(node, slot)) return false;
        }
        const Place place = places_[source];
        for (std::size_t slot = 0; slot < views->size(); ++slot) {
            const TensorId t = node.output(slot);
            if (t == noTensor) continue;
            places_[t] = place;
            layouts_[t] = (*views)[slot];
            viewNode_[t] = static_cast<std::uint32_t>(n);
        }
        viewsOf_.emplace_back(static_cast<std::uint32_t>(n), place.vertex);
        gradients_.view(n);
        return true;
    }

    // Outputs that take memory: of operators whose further outputs are only side products, those read.
    bool isKept(const ModelNode& node, std::size_t slot) const {
        const TensorId t = node.output(slot);
        if (t == noTensor) return false;
        const OperatorRow* row = findOperator(node);
        return slot == 0 || flow_.read[t] || !(row && row->dropsUnreadOutputs);
    }

    void addVertex(std::size_t n, const OperatorUse& use) {
        const ModelNode& node = use.node;
        const OperatorRow* row = findOperator(node);
        VertexSpec spec;
        spec.id = ids_.node(n);
        spec.op = node.op;
        spec.outputs.clear();

        std::vector<Place> sources(node.inputs.size());
        for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
            sources[slot] = sourceOf(use, slot, spec.id);
            if (!sources[slot] && savesInput(use, slot)) sources[slot] = constantOf(node.inputs[slot]);
        }

        std::vector<std::int64_t> outputOf(node.outputs.size(), -1);
        for (std::size_t slot = 0; slot < node.outputs.size(); ++slot) {
            const TensorId t = node.outputs[slot];
            if (!isKept(node, slot)) continue;
            outputOf[slot] = static_cast<std::int64_t>(spec.outputs.size());
            spec.outputs.push_back({model_.tensors[t].name, bytesOf(t, spec.id), flow_.hasGradient[t]});
        }
        if (spec.outputs.empty()) spec.outputs.push_back({"", 0, false});
        spec.differentiable = std::any_of(spec.outputs.begin(), spec.outputs.end(),
                                          [](const VertexSpec::Output& o) { return o.differentiable; });

        spec.saves.emplace();
        const VertexId overwritten = overwrittenBy(use, row, sources);
        if (overwritten != noIndex && spec.differentiable) {
            spec.saves->push_back({spec.id, 0});
        } else if (row && spec.differentiable) {
            addExtras(use, *row, outputOf, spec);
            for (const Saved& saved : row->saves) {
                if (saved.when && !saved.when(use)) continue;
                if (saved.what == Saved::What::output) {
                    if (saved.slot < outputOf.size() && outputOf[saved.slot] >= 0) {
                        spec.saves->push_back({spec.id, outputOf[saved.slot]});
                    }
                } else if (saved.slot < sources.size()) {
                    addSave(spec, sources[saved.slot]);
                }
            }
        } else if (!row && spec.differentiable) {
            for (const Place& place : sources)
                addSave(spec, place);
        }
        const OperatorTime time = costs_.time(use);
        spec.time = time.forward;
        spec.backwardTime = time.backward;
        if (!row) noteOpaque(node, spec.id);
        spec.recompute = (row && row->repeatable) || isAllowed(spec.id);
        spec.extra = describe(node, model_);
        const VertexId v = insert(std::move(spec), n);
        for (const Place& place : sources) {
            if (place) builder_.addEdge(place.vertex, place.output, v);
        }
        std::vector<GradientRecorder::Output> made;
        for (std::size_t slot = 0; slot < node.outputs.size(); ++slot) {
            if (outputOf[slot] < 0) continue;
            const TensorId t = node.outputs[slot];
            places_[t] = {v, outputOf[slot]};
            layouts_[t] = contiguousLayout(t);
            made.push_back({t, static_cast<std::uint32_t>(outputOf[slot])});
        }
        gradients_.vertex(v, n, std::move(made));
        if (overwritten != noIndex) gradients_.overwrite(v, overwritten);
        if (row && row->elementwise) inheritLayout(node);
    }

    // Whose output an in-place activation writes over: one that no backward and no other operator reads.
    VertexId overwrittenBy(const OperatorUse& use, const OperatorRow* row,
                           const std::vector<Place>& sources) {
        if (!options_.inPlace || !row || !row->inPlace || sources.empty()) return noIndex;
        const VertexId made = gradients_.readOnce(use.node.input(0));
        if (made == noIndex || sources[0].vertex != made || sources[0].output != 0) return noIndex;
        const VertexSpec& spec = builder_.spec(made);
        const bool saved = std::any_of(spec.saves->begin(), spec.saves->end(), [&](const auto& name) {
            return name.vertex == spec.id && name.output == 0;
        });
        return saved ? noIndex : made;
    }

    // The value that an input is read from: its owner, or a copy where the operator needs one.
    Place sourceOf(const OperatorUse& use, std::size_t slot, const std::string& reader) {
        const TensorId t = use.node.inputs[slot];
        if (t == noTensor || !places_[t]) return {};
        if (!layouts_[t] || !needsCopy(use, slot, *layouts_[t])) return places_[t];
        if (copies_[t]) return copies_[t];
        VertexSpec spec;
        const std::uint32_t view = viewNode_[t];
        if (view != noIndex && model_.nodes[view].outputs.size() == 1 && copied_.insert(view).second) {
            spec.id = ids_.node(view);
            spec.op = model_.nodes[view].op;
        } else {
            spec.id = ids_.fresh(reader + ":copy" + std::to_string(slot));
            spec.op = "Copy";
        }
        spec.outputs = {{model_.tensors[t].name, bytesOf(t, spec.id), flow_.hasGradient[t]}};
        spec.differentiable = flow_.hasGradient[t];
        spec.saves.emplace();
        const OperatorTime time =
            view != noIndex ? costs_.time(flow_.use(model_, model_.nodes[view])) : OperatorTime();
        spec.time = time.forward;
        spec.backwardTime = time.backward;
        spec.extra = {{"shape", toText(model_.tensors[t].type)}};
        const VertexId v = insert(std::move(spec), view);
        builder_.addEdge(places_[t].vertex, places_[t].output, v);
        gradients_.copy(v, t);
        copies_[t] = {v, 0};
        return copies_[t];
    }

    bool savesInput(const OperatorUse& use, std::size_t slot) const {
        const OperatorRow* row = findOperator(use.node);
        const bool differentiable =
            std::any_of(use.node.outputs.begin(), use.node.outputs.end(),
                        [&](TensorId t) { return t != noTensor && flow_.hasGradient[t]; });
        // The ones and zeros of a normalization without weights are the exporter's, not the program's.
        if (use.node.op.ends_with("Normalization")) return false;
        if (!row || !differentiable || !use.constant[slot]) return false;
        return std::any_of(row->saves.begin(), row->saves.end(), [&](const Saved& saved) {
            return saved.what == Saved::What::input && saved.slot == slot && (!saved.when || saved.when(use));
        });
    }

    // A constant that the program makes and a backward reads: a vertex like any other.
    Place constantOf(TensorId tensor) {
        if (!constants_) constants_.emplace(model_);
        const auto n = constants_->maker(tensor);
        if (!n) return {};
        const TensorId made = model_.nodes[*n].output(0);
        if (madeConstants_[*n]) return madeConstants_[*n];
        VertexSpec spec;
        spec.id = ids_.node(*n);
        spec.op = model_.nodes[*n].op;
        spec.outputs = {{model_.tensors[made].name, bytesOf(made, spec.id), false}};
        spec.differentiable = false;
        spec.saves.emplace();
        const OperatorTime time = costs_.time(flow_.use(model_, model_.nodes[*n]));
        spec.time = time.forward;
        spec.backwardTime = time.backward;
        spec.extra = describe(model_.nodes[*n], model_);
        madeConstants_[*n] = {insert(std::move(spec), *n), 0};
        return madeConstants_[*n];
    }

    void addSave(VertexSpec& spec, const Place& place) {
        if (place) spec.saves->push_back({builder_.spec(place.vertex).id, place.output});
    }

    void addExtras(const OperatorUse& use, const OperatorRow& row, const std::vector<std::int64_t>& outputOf,
                   VertexSpec& spec) {
        for (const ExtraValue& extra : row.extras) {
            if (extra.when && !extra.when(use)) continue;
            if (extra.declared > 0 && extra.declared < outputOf.size() && outputOf[extra.declared] >= 0) {
                spec.saves->push_back({spec.id, outputOf[extra.declared]});
                continue;
            }
            const TensorType* first = model_.type(use.node.output(0));
            TensorType type{extra.element, extra.shape(use)};
            if (type.element == ElementType::undefined && first) type.element = first->element;
            const auto bytes = namedBytes(type, spec.id);
            if (!bytes) unknownSizes_.push_back(spec.id);
            spec.saves->push_back({spec.id, static_cast<std::int64_t>(spec.outputs.size())});
            spec.outputs.push_back({std::string(extra.name), bytes ? bytes->count() : 0, false});
        }
    }

    VertexId insert(VertexSpec spec, std::size_t node) {
        ++vertices_;
        const VertexId v = builder_.addVertex(std::move(spec));
        vertexModules_.resize(v + 1);
        if (node != noIndex) vertexModules_[v] = nodeModules_[node];
        return v;
    }

    void inheritLayout(const ModelNode& node) {
        const TensorId out = node.output(0);
        if (out == noTensor) return;
        for (const TensorId t : node.inputs) {
            if (t == noTensor || !layouts_[t] || !layouts_[out]) continue;
            if (layouts_[t]->dimensions != layouts_[out]->dimensions) continue;
            layouts_[out] = layouts_[t]->denseLike();
            return;
        }
    }

    std::optional<Layout> contiguousLayout(TensorId t) const {
        const Dimensions* shape = model_.dimensions(t);
        return shape ? std::optional(Layout::contiguous(*shape)) : std::nullopt;
    }

    std::int64_t bytesOf(TensorId t, const std::string& id) {
        const auto bytes = namedBytes(model_.tensors[t].type, id);
        if (!bytes) unknownSizes_.push_back(id);
        return bytes ? bytes->count() : 0;
    }

    void noteOpaque(const ModelNode& node, const std::string& id) {
        const std::string domain = node.domain.empty() ? "" : " of " + node.domain;
        builder_.notes.opaque.push_back(id + " (" + node.op + domain + ")");
    }
    bool isAllowed(const std::string& id) {
        const auto& all = options_.allowRecompute;
        return std::find(all.begin(), all.end(), id) != all.end();
    }

    void writeNotes() {
        GraphNotes& notes = builder_.notes;
        for (const auto& [n, place] : madeConstants_)
            std::erase(notes.folded, ids_.node(n) + " (" + model_.nodes[n].op + ")");
        for (const auto& [n, owner] : viewsOf_) {
            // A view that was copied for one of its readers is a vertex as well.
            if (copied_.contains(n)) continue;
            notes.folded.push_back(ids_.node(n) + " (" + model_.nodes[n].op + "), a view of " +
                                   builder_.spec(owner).id);
        }
        addModelNotes(notes, model_, flow_, ids_, fusions_, adopted_, std::move(unknownSizes_));
        for (const std::string& id : options_.allowRecompute) {
            if (!builder_.findVertex(id)) {
                throw Error(ErrorKind::usage,
                            "there is no vertex " + id + " that could be allowed to run again");
            }
        }
    }

    // The views that lie in a vertex's memory, as one line of its description.
    void listViews() {
        std::unordered_map<VertexId, std::string> lists;
        for (const auto& [n, owner] : viewsOf_) {
            std::string& list = lists[owner];
            list += (list.empty() ? "" : " ") + ids_.node(n);
        }
        for (auto& [owner, list] : lists)
            builder_.spec(owner).extra.emplace_back("views", std::move(list));
    }

    Model model_;
    const TrainingOptions& options_;
    Precision precision_;
    CostModel costs_;
    std::size_t adopted_;
    VertexIds ids_;
    std::vector<std::string> nodeModules_;  // by node
    std::vector<Fusion> fusions_;
    Flow flow_;
    GradientRecorder gradients_;
    std::vector<Place> places_, copies_;  // by tensor
    std::vector<std::optional<Layout>> layouts_;
    std::vector<std::uint32_t> viewNode_;  // by tensor: the view node that makes it
    std::unordered_set<std::uint32_t> copied_;
    std::optional<ProgramConstants> constants_;
    std::unordered_map<std::uint32_t, Place> madeConstants_;  // by node
    std::vector<bool> readers_;
    std::vector<std::string> vertexModules_;                   // by vertex
    std::vector<std::pair<std::uint32_t, VertexId>> viewsOf_;  // view node, vertex that owns the memory
    std::vector<std::string> unknownSizes_;
    std::size_t vertices_ = 0;
    GraphBuilder builder_;
};

}  // namespace

Graph trainingGraph(Model model, const TrainingOptions& options, const Control& control) {
    return Assembler(std::move(model), options).run(control);
}

}  // namespace reforward
