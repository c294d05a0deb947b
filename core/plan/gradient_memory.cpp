// SPDX-License-Identifier: Apache-2.0
#include "core/plan/gradient_memory.h"

#include <algorithm>
#include <utility>

namespace reforward {

namespace {

// The graph's own flow without a copy, else the plain one.
std::shared_ptr<const GradientFlow> flowOf(const Graph& graph) {
    if (const GradientFlow* own = graph.gradientFlow()) return {std::shared_ptr<void>(), own};
    return std::make_shared<GradientFlow>(plainGradientFlow(graph));
}

}  // namespace

GradientMemory::GradientMemory(const Graph& graph)
    : flow_(flowOf(graph)),
      functionOf_(graph.vertexCount(), noIndex),
      ownerOf_(flow_->gradientSlots.size(), noIndex),
      open_(flow_->functions.size()),
      expected_(flow_->gradientSlots.size()),
      gathered_(flow_->gradientSlots.size(), noIndex) {
    for (std::uint32_t f = 0; f < flow_->functions.size(); ++f) {
        const GradientFlow::Function& function = flow_->functions[f];
        if (function.vertex != noIndex) functionOf_[function.vertex] = f;
        for (const std::uint32_t slot : function.incoming)
            ownerOf_[slot] = f;
    }
    for (const GradientFlow::Function& function : flow_->functions) {
        for (const GradientFlow::Contribution& contribution : function.outgoing) {
            ++expected_[contribution.slot];
            if (const std::uint32_t owner = ownerOf_[contribution.slot]; owner != noIndex) ++open_[owner];
        }
    }
    // The caller holds the seeds and counts them itself.
    for (std::uint32_t slot = 0; slot < flow_->gradientSlots.size(); ++slot) {
        if (flow_->gradientSlots[slot].seeded) gathered_[slot] = allocate(0, false);
    }
    for (std::uint32_t f = 0; f < flow_->functions.size(); ++f) {
        if (open_[f] == 0 && flow_->functions[f].vertex == noIndex) readyViews_.push(f);
    }
}

GradientMemory::BufferId GradientMemory::allocate(std::int64_t bytes, bool parameter) {
    BufferId id;
    if (unused_.empty()) {
        id = static_cast<BufferId>(buffers_.size());
        buffers_.emplace_back();
    } else {
        id = unused_.back();
        unused_.pop_back();
    }
    buffers_[id] = {bytes, 1, parameter};
    (parameter ? parameters_ : live_) += bytes;
    return id;
}

void GradientMemory::drop(BufferId& buffer) {
    if (buffer == noIndex) return;
    Buffer& b = buffers_[buffer];
    if (--b.references == 0) {
        // A parameter's gradient stays: it is the result.
        if (!b.parameter) live_ -= b.bytes;
        unused_.push_back(buffer);
    }
    buffer = noIndex;
}

void GradientMemory::note(std::int64_t transient) {
    highest_ = std::max(highest_, live_ + transient);
    highestWithParameters_ = std::max(highestWithParameters_, live_ + parameters_ + transient);
}

void GradientMemory::resetHighest() {
    highest_ = live_;
    highestWithParameters_ = live_ + parameters_;
}

void GradientMemory::run(std::uint32_t f) {
    const GradientFlow::Function& function = flow_->functions[f];
    if (function.copiesIncoming && !function.incoming.empty()) {
        BufferId& given = gathered_[function.incoming.front()];
        if (given != noIndex) {
            const BufferId copy = allocate(flow_->gradientSlots[function.incoming.front()].bytes, false);
            note(0);
            drop(given);
            given = copy;
        }
    }
    for (const GradientFlow::Contribution& contribution : function.outgoing) {
        const GradientFlow::Slot& slot = flow_->gradientSlots[contribution.slot];
        // The only gradient of a parameter is its final one, a buffer of its own; others are summed first.
        const bool last =
            slot.parameter && gathered_[contribution.slot] == noIndex && expected_[contribution.slot] == 1;
        BufferId buffer = noIndex;
        if (contribution.handedOn != noIndex && !last) {
            buffer = gathered_[function.incoming[contribution.handedOn]];
            if (buffer != noIndex) ++buffers_[buffer].references;
        }
        if (buffer == noIndex) buffer = allocate(slot.bytes, last);
        sent_.push_back({contribution.slot, buffer});
    }
    sender_ = f;
    note(function.transient);
}

void GradientMemory::settle() {
    if (sender_ == noIndex) return;
    for (const Sent& sent : sent_) {
        BufferId& place = gathered_[sent.slot];
        BufferId added = sent.buffer;
        --expected_[sent.slot];
        if (place == noIndex) {
            place = added;
            continue;
        }
        const GradientFlow::Slot& slot = flow_->gradientSlots[sent.slot];
        const BufferId sum = allocate(slot.bytes, slot.parameter && expected_[sent.slot] == 0);
        note(0);
        drop(place);
        drop(added);
        place = sum;
    }
    sent_.clear();
    markDone(std::exchange(sender_, noIndex));
}

void GradientMemory::markDone(std::uint32_t f) {
    for (const GradientFlow::Contribution& contribution : flow_->functions[f].outgoing) {
        const std::uint32_t owner = ownerOf_[contribution.slot];
        if (owner == noIndex || --open_[owner] > 0) continue;
        if (flow_->functions[owner].vertex == noIndex) readyViews_.push(owner);
    }
}

void GradientMemory::runView(std::uint32_t f) {
    run(f);
    for (const std::uint32_t slot : flow_->functions[f].incoming)
        drop(gathered_[slot]);
    settle();
}

void GradientMemory::backward(VertexId v) {
    settle();
    const std::uint32_t f = functionOf_[v];
    // As in the framework, of all functions that are ready the one made last in forward runs first.
    while (!readyViews_.empty() && (f == noIndex || open_[f] > 0 || readyViews_.top() > f)) {
        const std::uint32_t view = readyViews_.top();
        readyViews_.pop();
        runView(view);
    }
    if (f != noIndex) run(f);
}

void GradientMemory::release(VertexId v, std::uint32_t output) {
    const std::uint32_t f = functionOf_[v];
    if (f == noIndex) return;
    const GradientFlow::Function& function = flow_->functions[f];
    for (std::size_t i = 0; i < function.incoming.size(); ++i) {
        if (function.outputs[i] == output) drop(gathered_[function.incoming[i]]);
    }
}

void GradientMemory::finish() {
    settle();
    while (!readyViews_.empty()) {
        const std::uint32_t view = readyViews_.top();
        readyViews_.pop();
        runView(view);
    }
}

}  // namespace reforward
