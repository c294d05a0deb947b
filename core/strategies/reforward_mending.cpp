// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/reforward_mending.h"

#include <algorithm>
#include <numeric>

namespace reforward {

namespace {

// Pieces of vertices that are not kept, joined over edges.
class Pieces {
  public:
    explicit Pieces(const VertexGraph& graph) : parent_(graph.size()), bytes_(graph.size()) {
        std::iota(parent_.begin(), parent_.end(), 0U);
        for (std::uint32_t v = 0; v < graph.size(); ++v)
            bytes_[v] = graph.memory(v);
    }
    std::uint32_t find(std::uint32_t v) {
        while (parent_[v] != v)
            v = parent_[v] = parent_[parent_[v]];
        return v;
    }
    void join(std::uint32_t a, std::uint32_t b) {
        a = find(a), b = find(b);
        if (a == b) return;
        parent_[b] = a;
        bytes_[a] += bytes_[b];
    }
    std::int64_t bytes(std::uint32_t root) const { return bytes_[root]; }

  private:
    std::vector<std::uint32_t> parent_;
    std::vector<std::int64_t> bytes_;
};

template <class F>
void forEachNeighbour(const VertexGraph& graph, std::uint32_t v, F&& f) {
    std::ranges::for_each(graph.predecessors(v), f);
    std::ranges::for_each(graph.successors(v), f);
}

// Pieces around kept vertices, and whether to let go of one.
class Mending {
  public:
    Mending(const VertexGraph& graph, Reforwarding& answer) : graph_(graph), answer_(answer), pieces_(graph) {
        for (std::uint32_t v = 0; v < graph.size(); ++v) {
            if (answer.kept[v]) continue;
            for (const std::uint32_t w : graph.predecessors(v))
                if (!answer.kept[w]) pieces_.join(v, w);
        }
    }

    bool letGo(std::uint32_t v, std::int64_t limit) {
        around_.clear();
        forEachNeighbour(graph_, v, [&](std::uint32_t w) {
            if (!answer_.kept[w]) around_.push_back(pieces_.find(w));
        });
        std::sort(around_.begin(), around_.end());
        around_.erase(std::unique(around_.begin(), around_.end()), around_.end());
        std::int64_t together = graph_.memory(v);
        for (const std::uint32_t piece : around_)
            together += pieces_.bytes(piece);
        if (together > limit && together - answer_.largest >= graph_.memory(v)) return false;
        for (const std::uint32_t piece : around_)
            pieces_.join(v, piece);
        answer_.largest = std::max(answer_.largest, together);
        answer_.kept[v] = false;
        answer_.bytes -= graph_.memory(v);
        answer_.recomputeTime += graph_.time(v);
        return true;
    }

  private:
    const VertexGraph& graph_;
    Reforwarding& answer_;
    Pieces pieces_;
    std::vector<std::uint32_t> around_;
};

}  // namespace

Reforwarding mended(const VertexGraph& graph, const Division& division, Reforwarding answer,
                    std::int64_t limit) {
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        const bool end = v == division.source || v == division.sink;
        if (answer.kept[v] && !end && !graph.once(v) && graph.memory(v) > 0) candidates.push_back(v);
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return graph.memory(a) > graph.memory(b); });
    Mending mending(graph, answer);
    while (std::erase_if(candidates, [&](std::uint32_t v) { return mending.letGo(v, limit); }) > 0) {
    }
    return answer;
}

}  // namespace reforward
