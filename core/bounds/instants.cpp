// SPDX-License-Identifier: Apache-2.0
//
// What is certain at three kinds of instants.
//
// The end of the forward pass (forward graphs; the step model runs every vertex before the first backward):
// what any backward reads is read later. Taken: fixed values.
//
// b(j): the backwards of j's ancestors along gradient edges have not run, so what they read is needed.
// Taken: fixed values, the values b(j) reads, its workspace and the gradients that certainly live
// (BackwardOrder). Every run after it of a vertex is a second one.
//
// The first run of j in a joint graph: j's ancestors have run, its descendants have not, for each of them
// waits for a value that needs j's outputs. So a value made by an ancestor that a descendant reads is
// needed; live are j's inputs, outputs and workspace. What must be made again is made by an ancestor of j,
// and so is all that it needs, so these runs too are second ones.
#include "core/bounds/instants.h"

#include <algorithm>

#include "core/bounds/backward_order.h"
#include "core/bounds/instant_cut.h"

namespace reforward {

namespace {

std::int64_t sumOf(const Graph& graph, const std::vector<ValueId>& values) {
    std::int64_t sum = 0;
    for (const ValueId x : values)
        sum += graph.bytes(x).count();
    return sum;
}

std::vector<ValueId> notFixedInputs(const Graph& graph, VertexId v) {
    std::vector<ValueId> values;
    for (const ValueId x : graph.inputs(v)) {
        if (!graph.fixed(graph.producer(x))) values.push_back(x);
    }
    std::sort(values.begin(), values.end());
    return values;
}

// The step's own bytes, without any look at the rest of the graph.
std::int64_t workingSet(const Graph& graph, VertexId v) {
    std::int64_t sum = graph.outputBytes(v).count();
    for (const ValueId x : graph.joint() ? graph.inputs(v) : graph.saves(v))
        sum += graph.fixed(graph.producer(x)) ? 0 : graph.bytes(x).count();
    if (graph.joint()) return sum + graph.workspace(v).count();
    for (const ValueId x : graph.inputs(v))
        sum += graph.hasGradient(x) ? graph.bytes(x).count() : 0;
    return sum + graph.backwardWorkspace(v).count();
}

// The `count` best of the candidates by a figure, and the best of each of `windows` windows of the list
// (which is in the graph's order).
template <class Figure>
void choose(const std::vector<InstantSize>& all, std::size_t count, std::size_t windows, Figure figure,
            std::vector<std::uint8_t>& chosen) {
    std::vector<std::size_t> byFigure(all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        byFigure[i] = i;
    std::stable_sort(byFigure.begin(), byFigure.end(),
                     [&](std::size_t a, std::size_t b) { return figure(all[a]) > figure(all[b]); });
    for (std::size_t i = 0; i < std::min(count, all.size()); ++i)
        chosen[byFigure[i]] = 1;
    for (std::size_t w = 0; w < windows; ++w) {
        const std::size_t from = w * all.size() / windows, to = (w + 1) * all.size() / windows;
        if (from == to) continue;
        std::size_t best = from;
        for (std::size_t i = from; i < to; ++i) {
            if (figure(all[i]) > figure(all[best])) best = i;
        }
        chosen[best] = 1;
    }
}

template <class T>
std::vector<T> only(const std::vector<T>& all, const std::vector<std::uint8_t>& chosen) {
    std::vector<T> kept;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (chosen[i]) kept.push_back(all[i]);
    }
    return kept;
}

}  // namespace

Instant endOfForward(const Graph& graph) {
    return {noIndex, readByBackward(graph), {}, graph.fixedBytes().count()};
}

Instant backwardInstant(const Graph& graph, const BackwardOrder& at) {
    Instant instant{at.vertex(), at.readLater(), at.saves(), graph.fixedBytes().count()};
    instant.taken += sumOf(graph, instant.free) + sumOf(graph, at.gradients()) +
                     graph.backwardWorkspace(at.vertex()).count();
    return instant;
}

Instant firstRunInstant(const Graph& graph, VertexId j) {
    std::vector<std::uint8_t> ancestor(graph.vertexCount()), descendant(graph.vertexCount());
    const auto order = graph.order();
    ancestor[j] = descendant[j] = 1;
    for (std::size_t p = graph.position(j) + 1; p-- > 0;) {
        if (!ancestor[order[p]]) continue;
        for (const ValueId x : graph.inputs(order[p]))
            ancestor[graph.producer(x)] = 1;
    }
    Instant instant{j, {}, notFixedInputs(graph, j), graph.fixedBytes().count()};
    instant.taken += workingSet(graph, j);
    for (std::size_t p = graph.position(j) + 1; p < order.size(); ++p) {
        const VertexId c = order[p];
        for (const ValueId x : graph.inputs(c))
            descendant[c] |= descendant[graph.producer(x)];
        if (!descendant[c]) continue;
        for (const ValueId x : graph.inputs(c)) {
            const VertexId maker = graph.producer(x);
            if (maker != j && ancestor[maker] && !graph.fixed(maker)) instant.needed.push_back(x);
        }
    }
    std::sort(instant.needed.begin(), instant.needed.end());
    instant.needed.erase(std::unique(instant.needed.begin(), instant.needed.end()), instant.needed.end());
    std::erase_if(instant.needed,
                  [&](ValueId x) { return std::binary_search(instant.free.begin(), instant.free.end(), x); });
    return instant;
}

std::vector<InstantSize> instantSizes(const Graph& graph, const Control& control) {
    constexpr std::size_t lookAtAll = 2000, work = 15'000'000, most = 200;
    const std::size_t otherwise =
        std::clamp(work / (1 + graph.vertexCount() + graph.edgeCount()), std::size_t(8), most);
    std::vector<InstantSize> sizes;
    for (const VertexId v : graph.order()) {
        const bool has = graph.joint() ? !graph.fixed(v) : graph.differentiable(v);
        if (has) sizes.push_back({v, workingSet(graph, v), 0});
    }
    if (sizes.size() > lookAtAll) {
        std::vector<std::uint8_t> chosen(sizes.size());
        choose(
            sizes, otherwise, otherwise, [](const InstantSize& s) { return s.taken; }, chosen);
        sizes = only(sizes, chosen);
    }
    if (!graph.joint()) std::reverse(sizes.begin(), sizes.end());
    BackwardOrder at(graph);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (control.shouldStop()) {
            sizes.resize(i);
            break;
        }
        InstantSize& size = sizes[i];
        Instant instant;
        if (graph.joint()) {
            instant = firstRunInstant(graph, size.vertex);
        } else {
            at.at(size.vertex);
            instant = backwardInstant(graph, at);
        }
        size.taken = instant.taken;
        size.wanted = instant.taken + sumOf(graph, instant.needed);
    }
    return sizes;
}

std::vector<VertexId> promisingInstants(const std::vector<InstantSize>& sizes, std::size_t count) {
    std::vector<std::uint8_t> chosen(sizes.size());
    choose(
        sizes, count / 3, count / 3, [](const InstantSize& s) { return s.wanted; }, chosen);
    choose(
        sizes, count / 8, count / 4, [](const InstantSize& s) { return s.taken; }, chosen);
    std::vector<InstantSize> best = only(sizes, chosen);
    std::stable_sort(best.begin(), best.end(),
                     [](const InstantSize& a, const InstantSize& b) { return a.wanted > b.wanted; });
    std::vector<VertexId> vertices;
    for (const InstantSize& size : best)
        vertices.push_back(size.vertex);
    return vertices;
}

}  // namespace reforward
