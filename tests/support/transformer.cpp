// SPDX-License-Identifier: Apache-2.0
#include "tests/support/transformer.h"

#include <algorithm>
#include <cmath>

namespace reforward::tests {

namespace {

constexpr double flopsPerMicrosecond = 100e6, bytesPerMicrosecond = 1e6;

class Maker {
  public:
    explicit Maker(const Transformer& shape)
        : shape_(shape),
          stream_(4LL * shape.sequence * shape.width),
          scores_(4LL * shape.sequence * shape.sequence * shape.heads) {}

    Graph make() {
        builder_.notes.name = "transformer";
        VertexSpec tokens;
        tokens.id = "tokens";
        tokens.fixed = true;
        tokens.outputs = {{"", 4LL * shape_.sequence, false}};
        builder_.addVertex(std::move(tokens));
        if (shape_.mask) {
            VertexSpec mask;
            mask.id = "mask";
            mask.fixed = true;
            mask.outputs = {{"", 4LL * shape_.sequence * shape_.sequence, false}};
            builder_.addVertex(std::move(mask));
        }
        std::string at = add("embedding", "Gather", stream_, 0, {"tokens"}, {});
        if (shape_.positions) {
            add("positions", "Range", stream_ / 4, 0, {"tokens"}, {});
            builder_.spec(builder_.vertex("positions")).differentiable = false;
        }
        for (int k = 0; k < shape_.layers; ++k)
            at = layer(k, at);
        return std::move(builder_).build();
    }

  private:
    // Adds a vertex of one output; `saves` "" is its own output. Returns its id.
    std::string add(const std::string& id, const std::string& op, std::int64_t bytes, double flops,
                    const std::vector<std::string>& inputs, const std::vector<std::string>& saves) {
        VertexSpec spec;
        spec.id = id;
        spec.op = op;
        spec.module = module_;
        spec.outputs = {{"", bytes, true}};
        double moved = static_cast<double>(bytes);
        for (const std::string& input : inputs)
            moved += static_cast<double>(builder_.spec(builder_.vertex(input)).outputs[0].bytes);
        spec.time = std::ceil(std::max(flops / flopsPerMicrosecond, moved / bytesPerMicrosecond));
        spec.saves.emplace();
        for (const std::string& save : saves)
            spec.saves->push_back({save.empty() ? id : save, 0});
        const VertexId v = builder_.addVertex(std::move(spec));
        for (const std::string& input : inputs)
            builder_.addEdge(builder_.vertex(input), 0, v);
        return id;
    }

    std::string layer(int k, const std::string& in) {
        module_ = "layer" + std::to_string(k);
        const std::string p = module_ + ".";
        const double n = shape_.sequence, w = shape_.width;
        const auto norm = add(p + "norm1", "LayerNormalization", stream_, 0, {in}, {in});
        const auto qkv = add(p + "qkv", "MatMul", 3 * stream_, 6 * n * w * w, {norm}, {norm});
        std::vector<std::string> rotated{qkv};
        if (shape_.positions) rotated.push_back("positions");
        const auto scores = add(p + "scores", "MatMul", scores_, 2 * n * n * w, rotated, {qkv});
        std::vector<std::string> masked{scores};
        if (shape_.mask) masked.push_back("mask");
        const auto scale = add(p + "scale", "Add", scores_, 0, masked, {});
        const auto softmax = add(p + "softmax", "Softmax", scores_, 0, {scale}, {""});
        const auto context =
            add(p + "context", "MatMul", stream_, 2 * n * n * w, {softmax, qkv}, {softmax, qkv});
        const auto projection = add(p + "projection", "MatMul", stream_, 2 * n * w * w, {context}, {context});
        const auto dropout = add(p + "dropout", "Dropout", stream_, 0, {projection}, {});
        builder_.spec(builder_.vertex(dropout)).outputs.push_back({"mask", stream_ / 4, false});
        builder_.spec(builder_.vertex(dropout)).saves->push_back({dropout, 1});
        const auto middle = add(p + "residual1", "Add", stream_, 0, {dropout, in}, {});
        const auto norm2 = add(p + "norm2", "LayerNormalization", stream_, 0, {middle}, {middle});
        const auto up = add(p + "up", "MatMul", 4 * stream_, 8 * n * w * w, {norm2}, {norm2});
        const auto gelu = add(p + "gelu", "Gelu", 4 * stream_, 0, {up}, {up});
        const auto down = add(p + "down", "MatMul", stream_, 8 * n * w * w, {gelu}, {gelu});
        return add(p + "residual2", "Add", stream_, 0, {down, middle}, {});
    }

    const Transformer& shape_;
    std::int64_t stream_, scores_;  ///< bytes of a layer's input and of its attention scores
    GraphBuilder builder_;
    std::string module_;
};

}  // namespace

std::shared_ptr<const Graph> transformer(const Transformer& shape) {
    return std::make_shared<const Graph>(Maker(shape).make());
}

std::shared_ptr<const Graph> unitChain(int n) {
    GraphBuilder builder;
    builder.notes.name = "chain";
    for (int i = 0; i < n; ++i) {
        VertexSpec spec;
        spec.id = std::to_string(i);
        spec.outputs = {{"", 1, true}};
        const VertexId v = builder.addVertex(std::move(spec));
        if (v > 0) builder.addEdge(v - 1, 0, v);
    }
    return std::make_shared<const Graph>(std::move(builder).build());
}

}  // namespace reforward::tests
