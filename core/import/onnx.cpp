// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "core/base/error.h"
#include "core/graph/graph_builder.h"
#include "core/import/model_source.h"
#include "core/import/onnx_inference.h"
#include "core/training/training_graph.h"

namespace reforward {

namespace {

class OnnxSource final : public ModelSource {
  public:
    OnnxSource(const std::string& path, const std::string& text)
        : ModelSource(path), file_(text), batch_(declaredBatch(graph())) {}

  protected:
    Graph make(const ImportOptions& options, const Control& control) const override {
        if (options.joint) {
            throw Error(ErrorKind::usage,
                        "an ONNX model holds no backward operations: it cannot be read as joint");
        }
        BatchPlaces batch = batch_;
        Model model = modelAsFiled(options, batch, control);
        if (!batch.named) {
            const auto recurrent = recurrentBatch(model, graph());
            if (recurrent && *recurrent != batch) {
                batch = *recurrent;
                model = modelAsFiled(options, batch, control);
            }
        }
        model.name = std::filesystem::path(path()).stem().string();
        const TrainingOptions training{options.fuse, options.inPlace, options.costs, options.precision,
                                       options.allowRecompute};
        const OnnxDimensions wanted(graph(), options, batch, 0);
        if (!wanted.replacedBatch()) return trainingGraph(std::move(model), training, control);
        if (auto other = rebatched(wanted, model, control))
            return trainingGraph(std::move(*other), training, control);
        model.warnings.push_back(
            "Numbers traced at the file's own batch do not fit another: all sizes and times "
            "are scaled instead.");
        return withBatch(trainingGraph(std::move(model), training, control), *options.batch);
    }

  private:
    const onnx::GraphProto& graph() const { return file_.model.graph(); }

    // At the batch that the file states, where it states one; with the first guesses for unbound dimensions
    // under which every node fits.
    Model modelAsFiled(ImportOptions options, const BatchPlaces& batch, const Control& control) const {
        if (OnnxDimensions(graph(), options, batch, 0).replacedBatch()) options.batch.reset();
        std::optional<Error> first;
        for (std::size_t attempt = 0;; ++attempt) {
            const OnnxDimensions dimensions(graph(), options, batch, attempt);
            try {
                return inferredModel(file_, dimensions, nullptr, control);
            } catch (const Error& e) {
                if (e.kind() != ErrorKind::input) throw;
                if (!first) first = e;
                if (attempt + 1 < dimensions.attempts()) continue;
                if (attempt == 0) throw *first;
                auto context = first->context();
                context.advice =
                    "its dimensions are not bound and no guess fits: bind them with --dim NAME=N";
                throw Error(ErrorKind::input, std::move(context));
            }
        }
    }

    // A file of a fixed batch at another: its inputs get the new batch and everything is inferred again.
    // Nothing where traced numbers hold the old batch in a way that cannot be told.
    std::optional<Model> rebatched(const OnnxDimensions& dimensions, const Model& reference,
                                   const Control& control) const {
        try {
            Model model = inferredModel(file_, dimensions, &reference, control);
            model.name = reference.name;
            return model;
        } catch (const Error& e) {
            if (e.kind() != ErrorKind::input) throw;
            return std::nullopt;
        }
    }

    OnnxFile file_;
    BatchPlaces batch_;
};

}  // namespace

std::shared_ptr<const ModelSource> openOnnx(const std::string& path, const std::string& text,
                                            const Control& control) {
    control.progress(0, "reading the model");
    control.throwIfCancelled();
    return std::make_shared<const OnnxSource>(path, text);
}

}  // namespace reforward
