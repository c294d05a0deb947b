// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/block_chain.h"

#include <algorithm>

#include "core/plan/schedule.h"

namespace reforward {

namespace {

// What decides where joined blocks end: bytes of a block's values.
std::int64_t valueBytes(const Graph& graph, const std::vector<VertexId>& block) {
    std::int64_t bytes = 0;
    for (const VertexId v : block)
        bytes += graph.outputBytes(v).count();
    return bytes;
}

// Joins neighbours: a new block begins where the bytes so far reach the next of `most` equal shares, or where
// as many blocks are left as there may still be.
std::vector<std::vector<VertexId>> joined(const Graph& graph, std::vector<std::vector<VertexId>> blocks,
                                          std::size_t most) {
    double total = 0;
    for (const auto& block : blocks)
        total += static_cast<double>(valueBytes(graph, block));
    std::vector<std::vector<VertexId>> result;
    double before = 0;
    for (std::size_t k = 0; k < blocks.size(); ++k) {
        const double due = total * static_cast<double>(result.size()) / static_cast<double>(most);
        const bool few = blocks.size() - k <= most - result.size();
        if (result.empty() || few || (before >= due && result.size() < most)) result.emplace_back();
        result.back().insert(result.back().end(), blocks[k].begin(), blocks[k].end());
        before += static_cast<double>(valueBytes(graph, blocks[k]));
    }
    return result;
}

// Works out the costs of one block after the other; the arrays are by vertex and by value.
class CostMaker {
  public:
    CostMaker(const Graph& graph, const BlockChain& chain);
    BlockCosts costs(std::size_t block);

  private:
    std::int64_t bytes(ValueId x) const { return graph_.bytes(x).count(); }
    bool inside(ValueId x) const { return blockOf_[graph_.producer(x)] == block_; }
    template <class F>
    void forEachOutput(VertexId v, F&& f) const {
        for (ValueId x = graph_.firstOutput(v); x < graph_.firstOutput(v) + graph_.outputCount(v); ++x)
            f(x);
    }
    void note(const std::vector<VertexId>& vertices);
    std::int64_t forwardPeak(const std::vector<VertexId>& vertices, bool keeping) const;
    std::int64_t backwardPeak(const std::vector<VertexId>& vertices, std::int64_t outputGradient);

    const Graph& graph_;
    const BlockChain& chain_;
    std::size_t block_ = 0;
    std::vector<std::size_t> blockOf_;
    std::vector<VertexId> lastReader_;  // of a value: the last in its block to read it forward, or its own
    std::vector<VertexId> lastSaver_;   // of a value: the last of its block to read it backward, or none
    std::vector<bool> readLater_, gradientLive_;
};

CostMaker::CostMaker(const Graph& graph, const BlockChain& chain)
    : graph_(graph),
      chain_(chain),
      blockOf_(graph.vertexCount(), SIZE_MAX),
      lastReader_(graph.valueCount(), noIndex),
      lastSaver_(graph.valueCount(), noIndex),
      readLater_(graph.valueCount()),
      gradientLive_(graph.valueCount()) {
    for (std::size_t k = 0; k < chain.blocks.size(); ++k) {
        for (const VertexId v : chain.blocks[k])
            blockOf_[v] = k;
    }
}

void CostMaker::note(const std::vector<VertexId>& vertices) {
    for (const VertexId v : vertices) {
        forEachOutput(v, [&](ValueId x) {
            lastReader_[x] = v;
            for (const VertexId reader : graph_.consumers(x)) {
                if (blockOf_[reader] != block_)
                    readLater_[x] = true;
                else if (graph_.position(reader) > graph_.position(lastReader_[x]))
                    lastReader_[x] = reader;
            }
        });
    }
    // In the order, so the first to save a value is the last whose backward reads it.
    for (const VertexId v : vertices) {
        if (!graph_.differentiable(v)) continue;
        for (const ValueId x : graph_.saves(v)) {
            if (inside(x) && lastSaver_[x] == noIndex) lastSaver_[x] = v;
        }
    }
}

std::int64_t CostMaker::forwardPeak(const std::vector<VertexId>& vertices, bool keeping) const {
    std::int64_t live = 0, peak = 0;
    const auto freeAfter = [&](VertexId v, ValueId x) {
        const bool kept = readLater_[x] || (keeping && lastSaver_[x] != noIndex);
        if (inside(x) && lastReader_[x] == v && !kept) live -= bytes(x);
    };
    for (const VertexId v : vertices) {
        live += graph_.outputBytes(v).count();
        peak = std::max(peak, live + graph_.workspace(v).count());
        for (const ValueId x : graph_.inputs(v))
            freeAfter(v, x);
        forEachOutput(v, [&](ValueId x) { freeAfter(v, x); });
    }
    return peak;
}

std::int64_t CostMaker::backwardPeak(const std::vector<VertexId>& vertices, std::int64_t outputGradient) {
    std::int64_t live = outputGradient, peak = 0;
    for (const VertexId v : vertices) {
        forEachOutput(v, [&](ValueId x) {
            if (lastSaver_[x] != noIndex) live += bytes(x);
            gradientLive_[x] = readLater_[x] && graph_.hasGradient(x);
        });
    }
    const auto needGradient = [&](ValueId x) {
        if (!graph_.hasGradient(x) || gradientLive_[x]) return;
        gradientLive_[x] = true;
        live += bytes(x);
    };
    for (std::size_t k = vertices.size(); k-- > 0;) {
        const VertexId v = vertices[k];
        if (!graph_.differentiable(v)) continue;
        forEachOutput(v, needGradient);
        for (const ValueId x : graph_.inputs(v))
            needGradient(x);
        peak = std::max(peak, live + graph_.backwardWorkspace(v).count());
        forEachOutput(v, [&](ValueId x) {
            if (!graph_.hasGradient(x)) return;
            live -= bytes(x);
            gradientLive_[x] = false;
        });
        for (const ValueId x : graph_.saves(v)) {
            if (inside(x) && lastSaver_[x] == v) live -= bytes(x);
        }
    }
    return peak;
}

BlockCosts CostMaker::costs(std::size_t block) {
    block_ = block;
    const std::vector<VertexId>& vertices = chain_.blocks[block];
    note(vertices);
    BlockCosts costs;
    for (const VertexId v : vertices) {
        costs.time += graph_.time(v);
        forEachOutput(v, [&](ValueId x) {
            if (readLater_[x]) costs.output += bytes(x);
            if (readLater_[x] && graph_.hasGradient(x)) costs.outputGradient += bytes(x);
            if (readLater_[x] || lastSaver_[x] != noIndex) costs.inner += bytes(x);
        });
    }
    costs.forwardPeak = forwardPeak(vertices, false);
    costs.keepingPeak = forwardPeak(vertices, true);
    costs.backwardPeak = backwardPeak(vertices, costs.outputGradient);
    return costs;
}

// Runs after the first whose values nothing reads before the vertex runs again are left out.
std::vector<Run> withoutUselessRuns(const Graph& graph, const std::vector<Run>& runs) {
    std::vector<std::size_t> firstRun(graph.vertexCount(), SIZE_MAX);
    for (std::size_t k = runs.size(); k-- > 0;) {
        if (runs[k].kind == StepKind::forward) firstRun[runs[k].vertex] = k;
    }
    std::vector<bool> wanted(graph.valueCount());
    std::vector<Run> useful;
    for (std::size_t k = runs.size(); k-- > 0;) {
        const VertexId v = runs[k].vertex;
        if (runs[k].kind == StepKind::forward) {
            bool use = firstRun[v] == k;
            for (ValueId x = graph.firstOutput(v); x < graph.firstOutput(v) + graph.outputCount(v); ++x) {
                if (wanted[x]) use = true;
                wanted[x] = false;
            }
            if (!use) continue;
        }
        for (const ValueId x : runs[k].kind == StepKind::forward ? graph.inputs(v) : graph.saves(v))
            wanted[x] = true;
        useful.push_back(runs[k]);
    }
    std::reverse(useful.begin(), useful.end());
    return useful;
}

}  // namespace

BlockChain blockChain(const Graph& graph, std::size_t most) {
    const VertexGraph vertices(graph);
    const std::vector<std::uint32_t> cuts = cutVertices(vertices);
    BlockChain chain;
    std::size_t next = 0;
    for (std::uint32_t v = 0; v < vertices.size(); ++v) {
        if (v == 0 || (next < cuts.size() && cuts[next] + 1 == v)) {
            if (v > 0) ++next;
            chain.blocks.emplace_back();
        }
        chain.blocks.back().push_back(vertices.original(v));
    }
    chain.cutBlocks = chain.blocks.size();
    if (chain.blocks.size() > most) chain.blocks = joined(graph, std::move(chain.blocks), most);
    return chain;
}

std::vector<BlockCosts> blockCosts(const Graph& graph, const BlockChain& chain) {
    CostMaker maker(graph, chain);
    std::vector<BlockCosts> costs;
    for (std::size_t k = 0; k < chain.blocks.size(); ++k)
        costs.push_back(maker.costs(k));
    return costs;
}

void BlockRuns::forward(std::size_t block) {
    for (const VertexId v : chain_.blocks[block]) {
        if (!ran_[block] || graph_.recomputable(v)) runs_.push_back({StepKind::forward, 0, v});
    }
    ran_[block] = true;
}

void BlockRuns::backward(std::size_t block) {
    const auto& vertices = chain_.blocks[block];
    for (std::size_t k = vertices.size(); k-- > 0;) {
        if (graph_.differentiable(vertices[k])) runs_.push_back({StepKind::backward, 0, vertices[k]});
    }
}

Schedule BlockRuns::schedule() const {
    return withFrees(graph_, withoutUselessRuns(graph_, runs_));
}

}  // namespace reforward
