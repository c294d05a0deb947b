// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/backward_order.h"

#include <algorithm>

namespace reforward {

namespace {

// The edges b(v)'s order constraints go along: v is differentiable and reads x, x has a gradient.
template <class F>
void forEachGradientEdge(const Graph& graph, VertexId v, F&& f) {
    if (!graph.differentiable(v)) return;
    for (const ValueId x : graph.inputs(v)) {
        if (graph.hasGradient(x)) f(x);
    }
}

void sortDistinct(std::vector<ValueId>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

BackwardOrder::BackwardOrder(const Graph& graph)
    : graph_(graph), ancestor_(graph.vertexCount()), descendant_(graph.vertexCount()) {}

void BackwardOrder::at(VertexId j) {
    j_ = j;
    std::fill(ancestor_.begin(), ancestor_.end(), 0);
    std::fill(descendant_.begin(), descendant_.end(), 0);
    const auto order = graph_.order();
    ancestor_[j] = descendant_[j] = 1;
    for (std::size_t p = graph_.position(j) + 1; p-- > 0;) {
        if (!ancestor_[order[p]]) continue;
        forEachGradientEdge(graph_, order[p], [&](ValueId x) { ancestor_[graph_.producer(x)] = 1; });
    }
    for (std::size_t p = graph_.position(j) + 1; p < order.size(); ++p) {
        const VertexId c = order[p];
        forEachGradientEdge(graph_, c, [&](ValueId x) { descendant_[c] |= descendant_[graph_.producer(x)]; });
    }
}

std::vector<ValueId> BackwardOrder::ownGradients() const {
    std::vector<ValueId> found;
    const ValueId first = graph_.firstOutput(j_);
    for (ValueId x = first; x < first + graph_.outputCount(j_); ++x) {
        if (graph_.hasGradient(x)) found.push_back(x);
    }
    for (const ValueId x : graph_.inputs(j_)) {
        if (graph_.hasGradient(x)) found.push_back(x);
    }
    sortDistinct(found);
    return found;
}

std::vector<ValueId> BackwardOrder::gradients() const {
    std::vector<ValueId> found = ownGradients();
    const auto order = graph_.order();
    for (std::size_t p = graph_.position(j_) + 1; p < order.size(); ++p) {
        if (!descendant_[order[p]]) continue;
        forEachGradientEdge(graph_, order[p], [&](ValueId x) {
            if (ancestor_[graph_.producer(x)]) found.push_back(x);
        });
    }
    sortDistinct(found);
    return found;
}

std::vector<ValueId> BackwardOrder::saves() const {
    std::vector<ValueId> found;
    for (const ValueId x : graph_.saves(j_)) {
        if (!graph_.fixed(graph_.producer(x))) found.push_back(x);
    }
    sortDistinct(found);
    return found;
}

std::vector<ValueId> BackwardOrder::readLater() const {
    std::vector<ValueId> found;
    for (std::size_t p = 0; p < graph_.position(j_); ++p) {
        const VertexId v = graph_.order()[p];
        if (!ancestor_[v]) continue;
        for (const ValueId x : graph_.saves(v)) {
            if (!graph_.fixed(graph_.producer(x))) found.push_back(x);
        }
    }
    sortDistinct(found);
    const std::vector<ValueId> own = saves();
    std::erase_if(found, [&](ValueId x) { return std::binary_search(own.begin(), own.end(), x); });
    return found;
}

}  // namespace reforward
