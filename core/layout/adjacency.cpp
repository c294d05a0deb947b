// SPDX-License-Identifier: Apache-2.0
#include "core/layout/adjacency.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "core/base/error.h"

namespace reforward {

namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

// Targets of edges sorted by source, and where each source's begin.
void group(std::size_t n, const std::vector<Edge>& edges, std::vector<std::uint32_t>& first,
           std::vector<std::uint32_t>& targets) {
    first.assign(n + 1, 0);
    targets.clear();
    targets.reserve(edges.size());
    for (const auto& [from, to] : edges) {
        ++first[from + 1];
        targets.push_back(to);
    }
    for (std::size_t v = 0; v < n; ++v)
        first[v + 1] += first[v];
}

}  // namespace

Adjacency::Adjacency(const LayoutInput& input) {
    const std::size_t n = input.boxes.size();
    std::vector<Edge> edges = input.edges;
    for (const auto& [from, to] : edges) {
        if (from >= n || to >= n)
            throw Error(ErrorKind::input, "a layout's edge names a box that is not there");
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    group(n, edges, first_, successors_);
    for (auto& [from, to] : edges)
        std::swap(from, to);
    std::sort(edges.begin(), edges.end());
    group(n, edges, firstPredecessor_, predecessors_);

    std::vector<std::uint32_t> open(n);
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
    for (std::uint32_t v = 0; v < n; ++v) {
        open[v] = firstPredecessor_[v + 1] - firstPredecessor_[v];
        if (open[v] == 0) ready.push(v);
    }
    order_.reserve(n);
    while (!ready.empty()) {
        const std::uint32_t v = ready.top();
        ready.pop();
        order_.push_back(v);
        for (const std::uint32_t w : successors(v)) {
            if (--open[w] == 0) ready.push(w);
        }
    }
    if (order_.size() < n) throw Error(ErrorKind::input, "what is to be laid out has a cycle");
}

}  // namespace reforward
