// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "core/base/error.h"
#include "core/graph/graph_builder.h"
#include "core/import/import.h"
#include "core/import/onnx_file.h"
#include "core/import/onnx_inference.h"
#include "core/training/training_graph.h"

namespace reforward {

namespace {

// Reads with the first guesses for unbound dimensions under which every node fits.
Model inferredModel(const onnx::ModelProto& proto, const ImportOptions& options, const Control& control) {
    std::optional<Error> first;
    for (std::size_t attempt = 0;; ++attempt) {
        const OnnxDimensions dimensions(proto.graph(), options, attempt);
        try {
            OnnxModel onnx = readModel(proto, dimensions);
            inferShapes(onnx, nullptr, control);
            return std::move(onnx.model);
        } catch (const Error& e) {
            if (e.kind() != ErrorKind::input) throw;
            if (!first) first = e;
            if (attempt + 1 < dimensions.attempts()) continue;
            if (attempt == 0) throw *first;
            auto context = first->context();
            context.advice = "its dimensions are not bound and no guess fits: bind them with --dim NAME=N";
            throw Error(ErrorKind::input, std::move(context));
        }
    }
}

// A file of a fixed batch at another: its inputs get the new batch and everything is inferred again.
// Nothing where traced numbers hold the old batch in a way that cannot be told.
std::optional<Model> rebatchedModel(const onnx::ModelProto& proto, const ImportOptions& options,
                                    const Model& reference, const Control& control) {
    const OnnxDimensions dimensions(proto.graph(), options, 0);
    try {
        OnnxModel onnx = readModel(proto, dimensions);
        inferShapes(onnx, &reference, control);
        return std::move(onnx.model);
    } catch (const Error& e) {
        if (e.kind() != ErrorKind::input) throw;
        return std::nullopt;
    }
}

Graph readGraph(const std::string& path, const std::string& text, const ImportOptions& options,
                const Control& control) {
    if (options.joint) {
        throw Error(ErrorKind::usage,
                    "an ONNX model holds no backward operations: it cannot be read as joint");
    }
    control.progress(0, "reading the model");
    const onnx::ModelProto proto = parseOnnx(text);
    control.throwIfCancelled();

    ImportOptions asFiled = options;
    const bool rebatch = OnnxDimensions(proto.graph(), options, 0).replacedBatch().has_value();
    if (rebatch) asFiled.batch.reset();
    Model model = inferredModel(proto, asFiled, control);
    model.name = std::filesystem::path(path).stem().string();

    const TrainingOptions training{options.fuse, options.costs, options.allowRecompute};
    if (!rebatch) return trainingGraph(std::move(model), training, control);
    if (auto other = rebatchedModel(proto, options, model, control)) {
        other->name = model.name;
        return trainingGraph(std::move(*other), training, control);
    }
    model.warnings.push_back(
        "Numbers traced at the file's own batch do not fit another: all sizes and times "
        "are scaled instead.");
    return withBatch(trainingGraph(std::move(model), training, control), *options.batch);
}

}  // namespace

Graph readOnnx(const std::string& path, const std::string& text, const ImportOptions& options,
               const Control& control) {
    try {
        return readGraph(path, text, options, control);
    } catch (const Error& e) {
        throw e.inFile(path);
    }
}

}  // namespace reforward
