// SPDX-License-Identifier: Apache-2.0
//
// A rearrangement of a part changes neither what is live before and after the part nor who reads what; only
// values whose last reader stands in the part may be let go elsewhere in it. So a try costs the inputs of
// the part's operations.
#include "core/search/order_memory.h"

#include <algorithm>

namespace reforward {

ReadGraph::ReadGraph(const Graph& graph) {
    std::vector<std::uint32_t> number(graph.vertexCount(), noIndex), value(graph.valueCount(), noIndex);
    for (const VertexId v : graph.order()) {
        if (graph.fixed(v)) continue;
        const std::uint32_t w = size();
        number[v] = w;
        vertex_.push_back(v);
        workspace_.push_back(graph.workspace(v).count());
        outputBytes_.push_back(graph.outputBytes(v).count());
        for (ValueId x = graph.firstOutput(v); x < graph.firstOutput(v) + graph.outputCount(v); ++x) {
            value[x] = values();
            producer_.push_back(w);
            bytes_.push_back(graph.bytes(x).count());
        }
        firstOutput_.push_back(values());
        for (const ValueId x : graph.inputs(v)) {
            if (value[x] != noIndex) inputs_.push_back(value[x]);
        }
        firstInput_.push_back(static_cast<std::uint32_t>(inputs_.size()));
    }
    for (const VertexId v : vertex_) {
        for (ValueId x = graph.firstOutput(v); x < graph.firstOutput(v) + graph.outputCount(v); ++x) {
            for (const VertexId reader : graph.consumers(x))
                readers_.push_back(number[reader]);
            firstReader_.push_back(static_cast<std::uint32_t>(readers_.size()));
        }
    }
}

OrderMemory::OrderMemory(const ReadGraph& graph, std::vector<std::uint32_t> order)
    : graph_(graph),
      order_(std::move(order)),
      position_(graph.size()),
      lastReader_(graph.values()),
      freed_(graph.size()),
      before_(graph.size()),
      partLast_(graph.values(), noIndex),
      partFreed_(graph.size()) {
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
        const std::uint32_t w = order_[i];
        position_[w] = i;
        for (std::uint32_t x = graph_.firstOutput(w); x < graph_.firstOutput(w + 1); ++x)
            lastReader_[x] = w;
        for (const std::uint32_t x : graph_.inputs(w))
            lastReader_[x] = w;
    }
    for (std::uint32_t x = 0; x < graph_.values(); ++x)
        freed_[lastReader_[x]] += graph_.bytes(x);
    std::int64_t live = 0;
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
        before_[i] = live;
        live += graph_.outputBytes(order_[i]) - freed_[order_[i]];
    }
    count();
}

std::int64_t OrderMemory::peak() const {
    std::int64_t most = 0;
    for (std::uint32_t i = 0; i < order_.size(); ++i)
        most = std::max(most, before_[i] + graph_.outputBytes(order_[i]) + graph_.workspace(order_[i]));
    return most;
}

void OrderMemory::count() {
    excess_ = 0;
    for (std::uint32_t i = 0; i < order_.size(); ++i)
        excess_ += excessAt(before_[i] + graph_.outputBytes(order_[i]) + graph_.workspace(order_[i]));
}

void OrderMemory::setLimit(std::int64_t limit) {
    limit_ = limit;
    count();
}

std::int32_t OrderMemory::lastInput(std::uint32_t w) const {
    std::int32_t last = -1;
    for (const std::uint32_t x : graph_.inputs(w))
        last = std::max(last, static_cast<std::int32_t>(position_[graph_.producer(x)]));
    return last;
}

std::int32_t OrderMemory::firstReader(std::uint32_t w) const {
    auto first = static_cast<std::int32_t>(graph_.size());
    for (std::uint32_t x = graph_.firstOutput(w); x < graph_.firstOutput(w + 1); ++x) {
        for (const std::uint32_t reader : graph_.readers(x))
            first = std::min(first, static_cast<std::int32_t>(position_[reader]));
    }
    return first;
}

double OrderMemory::tryPart(std::uint32_t first, std::span<const std::uint32_t> part) {
    first_ = first;
    part_.assign(part.begin(), part.end());
    changedValues_.clear();
    changedLast_.clear();
    for (const std::uint32_t w : part_)
        partFreed_[w] = 0;
    const auto end = first + static_cast<std::uint32_t>(part_.size());
    const auto read = [&](std::uint32_t x, std::uint32_t w) {
        const std::uint32_t last = position_[lastReader_[x]];
        if (last < first || last >= end) return;
        if (partLast_[x] == noIndex) changedValues_.push_back(x);
        partLast_[x] = w;
    };
    for (const std::uint32_t w : part_) {
        for (std::uint32_t x = graph_.firstOutput(w); x < graph_.firstOutput(w + 1); ++x)
            read(x, w);
        for (const std::uint32_t x : graph_.inputs(w))
            read(x, w);
    }
    for (const std::uint32_t x : changedValues_)
        partFreed_[partLast_[x]] += graph_.bytes(x);
    partBefore_.resize(part_.size());
    std::int64_t live = before_[first];
    change_ = 0;
    for (std::uint32_t i = 0; i < part_.size(); ++i) {
        const std::uint32_t w = part_[i], old = order_[first + i];
        partBefore_[i] = live;
        change_ += excessAt(live + graph_.outputBytes(w) + graph_.workspace(w)) -
                   excessAt(before_[first + i] + graph_.outputBytes(old) + graph_.workspace(old));
        live += graph_.outputBytes(w) - partFreed_[w];
    }
    for (const std::uint32_t x : changedValues_) {
        changedLast_.push_back(partLast_[x]);
        partLast_[x] = noIndex;
    }
    return change_;
}

void OrderMemory::accept() {
    for (std::uint32_t i = 0; i < part_.size(); ++i) {
        order_[first_ + i] = part_[i];
        position_[part_[i]] = first_ + i;
        before_[first_ + i] = partBefore_[i];
        freed_[part_[i]] = partFreed_[part_[i]];
    }
    for (std::size_t i = 0; i < changedValues_.size(); ++i)
        lastReader_[changedValues_[i]] = changedLast_[i];
    excess_ += change_;
}

}  // namespace reforward
