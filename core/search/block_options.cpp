// SPDX-License-Identifier: Apache-2.0
#include "core/search/block_options.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/bounds/instant_cut.h"
#include "core/graph/graph_builder.h"
#include "core/search/starts.h"

namespace reforward {

namespace {

// Corners of the hull of a single block, and of longer runs, whose cuts the blocks' own leave little to.
constexpr std::size_t mostCuts = 40, mostCutsOfRun = 12;
// Bytes run again between held crossings, as shares of the run's bytes.
constexpr double crossingStep = 0.75, leastCrossing = 0.004;
const std::string sourceId = "in", sinkId = "out";

// Makes the small graph of a run of blocks.
class RunGraph {
  public:
    RunGraph(const RecomputeModel& whole, const EqualBlocks& blocks, std::size_t first, std::size_t last)
        : whole_(whole),
          blocks_(blocks),
          begin_(blocks.blocks[first].begin),
          end_(blocks.blocks[last].end),
          in_(first > 0 ? blocks.blocks[first - 1].crossing : std::vector<std::uint32_t>()),
          out_(blocks.blocks[last].crossing) {}

    Graph make() {
        if (!in_.empty()) addSource();
        for (std::uint32_t w = begin_; w < end_; ++w)
            addOperation(w);
        if (!out_.empty()) addSink();
        return std::move(builder_).build();
    }

  private:
    VertexSpec::Output output(std::uint32_t x) const {
        const ValueId value = graphValue(x);
        return {"", graph().bytes(value).count(), graph().declaredDifferentiableValue(value)};
    }
    const Graph& graph() const { return whole_.graph(); }
    ValueId graphValue(std::uint32_t x) const {
        const auto& o = whole_.operation(whole_.value(x).producer);
        return graph().firstOutput(o.vertex) + (x - o.firstValue);
    }

    void addSource() {
        VertexSpec spec;
        spec.id = sourceId;
        spec.outputs.clear();
        spec.saves.emplace();
        for (const std::uint32_t x : in_) {
            spec.outputs.push_back(output(x));
            spec.saves->push_back({sourceId, static_cast<std::int64_t>(spec.saves->size())});
        }
        spec.time = 0;
        spec.recompute = false;
        builder_.addVertex(std::move(spec));
    }

    // The name of a value in the small graph; none of a fixed vertex or outside of it.
    std::optional<VertexSpec::ValueName> nameOf(std::uint32_t x) const {
        const std::uint32_t w = whole_.value(x).producer;
        if (w >= begin_) return VertexSpec::ValueName{std::to_string(w), x - whole_.operation(w).firstValue};
        const auto at = std::lower_bound(in_.begin(), in_.end(), x);
        if (at == in_.end() || *at != x) return std::nullopt;
        return VertexSpec::ValueName{sourceId, at - in_.begin()};
    }

    void addOperation(std::uint32_t w) {
        const auto& o = whole_.operation(w);
        const VertexId v = o.vertex;
        VertexSpec spec;
        spec.id = std::to_string(w);
        spec.outputs.clear();
        for (std::uint32_t x = o.firstValue; x < o.endValue; ++x)
            spec.outputs.push_back(output(x));
        spec.time = o.time;
        spec.workspace = graph().workspace(v).count();
        spec.backwardWorkspace = graph().backwardWorkspace(v).count();
        spec.differentiable = graph().differentiable(v);
        const bool crossesOut = std::any_of(out_.begin(), out_.end(),
                                            [&](std::uint32_t x) { return whole_.value(x).producer == w; });
        spec.recompute =
            o.mayRunAgain && !crossesOut && !(o.firstValue < o.endValue && blocks_.isOutside(o.firstValue));
        spec.saves.emplace();
        std::vector<VertexSpec::ValueName> inputs;
        for (const std::uint32_t x : whole_.inputs(w)) {
            if (const auto name = nameOf(x)) inputs.push_back(*name);
        }
        for (const ValueId x : graph().saves(v)) {
            const std::uint32_t producer = whole_.number(graph().producer(x));
            if (producer == noIndex) continue;
            const std::uint32_t own = whole_.operation(producer).firstValue + graph().outputIndex(x);
            if (const auto name = nameOf(own)) spec.saves->push_back(*name);
        }
        const VertexId added = builder_.addVertex(std::move(spec));
        for (const auto& name : inputs)
            builder_.addEdge(builder_.vertex(name.vertex), name.output, added);
    }

    void addSink() {
        VertexSpec spec;
        spec.id = sinkId;
        spec.time = 0;
        spec.saves.emplace();
        for (const std::uint32_t x : out_)
            spec.saves->push_back(*nameOf(x));
        const VertexId added = builder_.addVertex(std::move(spec));
        for (const std::uint32_t x : out_) {
            const auto name = nameOf(x);
            builder_.addEdge(builder_.vertex(name->vertex), name->output, added);
        }
    }

    const RecomputeModel& whole_;
    const EqualBlocks& blocks_;
    std::uint32_t begin_, end_;
    std::vector<std::uint32_t> in_, out_;
    GraphBuilder builder_;
};

struct Cut {
    double bytes = 0, time = 0;
    std::vector<bool> held;
};

// Minimum cuts at the end of the forward pass of a small graph, at many prices. Vertices and values of the
// graph are operations and values of the model. A guide, not a proof: costs are rounded.
class Cuts {
  public:
    explicit Cuts(const RecomputeModel& model)
        : model_(model), network_(model.graph(), readByBackward(model.graph()), {}) {}

    Cut at(double price) {
        const Graph& graph = model_.graph();
        const double all =
            std::max({model_.forwardTime(), price * static_cast<double>(graph.valueBytes().count()), 1e-200});
        const double scale = std::ldexp(1, 58) / all;
        const auto scaled = [&](double cost) {
            return cost > 0 ? std::max<std::int64_t>(1, static_cast<std::int64_t>(cost * scale)) : 0;
        };
        std::vector<std::int64_t> bytes(model_.values()), times(model_.operations());
        for (std::uint32_t x = 0; x < model_.values(); ++x)
            bytes[x] = scaled(price * model_.value(x).bytes);
        for (std::uint32_t w = 0; w < model_.operations(); ++w)
            times[w] = scaled(model_.operation(w).time);
        network_.cut(bytes, times);
        Cut cut{0, 0, std::vector<bool>(model_.values())};
        for (const ValueId x : network_.values()) {
            cut.held[x] = network_.holds(x);
            if (cut.held[x]) cut.bytes += model_.value(x).bytes;
        }
        for (const VertexId v : network_.vertices())
            cut.time += network_.reruns(v) ? model_.operation(v).time : 0;
        return cut;
    }

  private:
    const RecomputeModel& model_;
    InstantNetwork network_;
};

bool noWorse(const BlockOption& a, const BlockOption& b) {
    return a.held <= b.held && a.time <= b.time && a.peak <= b.peak;
}

}  // namespace

BlockModel::BlockModel(const RecomputeModel& whole, const EqualBlocks& blocks, std::size_t first,
                       std::size_t last)
    : graph_(std::make_unique<const Graph>(RunGraph(whole, blocks, first, last).make())),
      model_(std::make_unique<const RecomputeModel>(*graph_, Pins{})),
      hasSource_(first > 0 && !blocks.blocks[first - 1].crossing.empty()),
      hasSink_(!blocks.blocks[last].crossing.empty()),
      operations_(blocks.blocks[last].end - blocks.blocks[first].begin) {
    const std::uint32_t begin = blocks.blocks[first].begin;
    if (hasSource_) {
        for (std::uint32_t x = 0; x < model_->operation(0).endValue; ++x)
            sourceBytes_ += model_->value(x).bytes;
    }
    for (std::size_t b = first; b < last; ++b) {
        Crossing crossing{blocks.blocks[b].end - 1 - begin + firstOperation(), {}};
        for (const std::uint32_t x : blocks.blocks[b].crossing) {
            const std::uint32_t w = whole.value(x).producer;
            if (w < begin) continue;  // crossed into the run, held anyway
            const std::uint32_t own = w - begin + firstOperation();
            crossing.values.push_back(model_->operation(own).firstValue +
                                      (x - whole.operation(w).firstValue));
        }
        inner_.push_back(std::move(crossing));
    }
}

double BlockModel::heldBytes(const HeldReplay& replay) const {
    double held = 0;
    for (std::uint32_t x = hasSource_ ? model_->operation(0).endValue : 0; x < model_->values(); ++x) {
        if (replay.holds(x)) held += model_->value(x).bytes;
    }
    return held;
}

// All corners of the convex hull of (bytes held, time run again), up to mostCuts: two cuts that are
// neighbours so far are both best at the price where they cost the same; a third that costs less there
// stands between them.
std::vector<std::vector<bool>> BlockModel::cuts(const Control& control) const {
    const std::size_t limit = inner_.empty() ? mostCuts : mostCutsOfRun;
    const double bytes = static_cast<double>(graph_->valueBytes().count());
    std::vector<std::vector<bool>> found;
    std::vector<std::pair<Cut, Cut>> open;
    Cuts network(*model_);
    const double unit = bytes > 0 ? std::max(1e-300, model_->forwardTime()) / bytes : 1;
    const Cut most = network.at(unit * 1e-6), least = network.at(unit * 1e6);
    found.push_back(most.held);
    if (least.bytes < most.bytes) {
        found.push_back(least.held);
        open.push_back({most, least});
    }
    // Breadth first, so that a limit leaves an even choice.
    for (std::size_t k = 0; k < open.size() && found.size() < limit && !control.shouldStop(); ++k) {
        const auto [more, less] = open[k];
        const double price = (less.time - more.time) / (more.bytes - less.bytes);
        if (!(price > 0)) continue;
        const Cut between = network.at(price);
        const double cost = between.time + price * between.bytes, known = more.time + price * more.bytes;
        if (cost >= known * (1 - 1e-9) || between.bytes >= more.bytes || between.bytes <= less.bytes)
            continue;
        found.push_back(between.held);
        open.push_back({more, between});
        open.push_back({between, less});
    }
    return found;
}

// Holds what crosses between two blocks once `bytes` have been run again since the last such place.
std::vector<bool> BlockModel::withCrossing(std::vector<bool> held, double bytes) const {
    double again = 0;
    std::uint32_t next = 0;
    for (const Crossing& crossing : inner_) {
        for (; next <= crossing.end; ++next) {
            for (std::uint32_t x = model_->operation(next).firstValue; x < model_->operation(next).endValue;
                 ++x)
                again += held[x] ? 0 : model_->value(x).bytes;
        }
        if (again < bytes) continue;
        for (const std::uint32_t x : crossing.values)
            held[x] = true;
        again = 0;
    }
    return held;
}

std::vector<BlockOption> BlockModel::options(std::size_t most, bool crossings, const Control& control) const {
    std::vector<BlockOption> found;
    HeldReplay replay(*model_);
    const auto take = [&](const std::vector<bool>& held) {
        replay.run(held);
        BlockOption option{heldBytes(replay), replay.time(), replay.peak() - sourceBytes_, {}};
        for (const BlockOption& known : found) {
            if (noWorse(known, option)) return;
        }
        std::erase_if(found, [&](const BlockOption& known) { return noWorse(option, known); });
        option.reruns = replay.reruns();
        found.push_back(std::move(option));
    };
    const double all = static_cast<double>(graph_->valueBytes().count());
    for (const std::vector<bool>& held : cuts(control)) {
        take(held);
        if (control.shouldStop()) return found;
        std::vector<bool> before = held;
        for (double share = 1; share > leastCrossing && crossings && !inner_.empty(); share *= crossingStep) {
            if (control.shouldStop()) return found;
            std::vector<bool> crossing = withCrossing(held, share * all);
            if (crossing == before) continue;
            before = crossing;
            take(crossing);
        }
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.held < b.held; });
    // An even choice by bytes held, the ends included.
    if (found.size() > most && most > 1) {
        std::vector<BlockOption> chosen;
        for (std::size_t k = 0; k < most; ++k)
            chosen.push_back(std::move(found[k * (found.size() - 1) / (most - 1)]));
        found = std::move(chosen);
    }
    return found;
}

}  // namespace reforward
