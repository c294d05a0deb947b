// SPDX-License-Identifier: Apache-2.0
//
// Dinic's algorithm (E. A. Dinic, 1970): label nodes by their distance from the source in the residual
// network, push flow along paths of ascending labels until none is left, repeat until the sink is out of
// reach. Explicit stacks: networks here are as deep as the graph.
#include "core/bounds/max_flow.h"

#include <algorithm>

namespace reforward {

MaxFlow::Edge MaxFlow::addEdge(Node from, Node to, std::int64_t capacity) {
    from_.push_back(from);
    to_.push_back(to);
    capacity_.push_back(capacity);
    return static_cast<Edge>(to_.size() - 1);
}

void MaxFlow::arrange() {
    const std::size_t edges = to_.size();
    firstArc_.assign(nodes_ + 1, 0);
    for (std::size_t e = 0; e < edges; ++e) {
        ++firstArc_[from_[e] + 1];
        ++firstArc_[to_[e] + 1];
    }
    for (std::size_t v = 0; v < nodes_; ++v)
        firstArc_[v + 1] += firstArc_[v];
    std::vector<std::uint32_t> free(firstArc_.begin(), firstArc_.end() - 1);
    arcOf_.resize(edges);
    mate_.resize(2 * edges);
    head_.resize(2 * edges);
    left_.resize(2 * edges);
    for (std::size_t e = 0; e < edges; ++e) {
        const std::uint32_t there = free[from_[e]]++;
        const std::uint32_t back = free[to_[e]]++;
        arcOf_[e] = there;
        mate_[there] = back;
        mate_[back] = there;
        head_[there] = to_[e];
        head_[back] = from_[e];
    }
}

std::int64_t MaxFlow::run(Node source, Node sink) {
    if (arcOf_.size() != to_.size() || firstArc_.empty()) arrange();
    for (std::size_t e = 0; e < to_.size(); ++e) {
        left_[arcOf_[e]] = capacity_[e];
        left_[mate_[arcOf_[e]]] = 0;
    }
    std::int64_t flow = 0;
    while (label(source, sink))
        flow += block(source, sink);
    return flow;
}

// Breadth first; false when the sink is out of reach, and then every reachable node is labelled.
bool MaxFlow::label(Node source, Node sink) {
    level_.assign(nodes_, unseen);
    queue_.clear();
    queue_.push_back(source);
    level_[source] = 0;
    for (std::size_t at = 0; at < queue_.size(); ++at) {
        const Node v = queue_[at];
        for (std::uint32_t a = firstArc_[v]; a < firstArc_[v + 1]; ++a) {
            const Node w = head_[a];
            if (left_[a] == 0 || level_[w] != unseen) continue;
            level_[w] = level_[v] + 1;
            if (w == sink) return true;
            queue_.push_back(w);
        }
    }
    return false;
}

// A blocking flow of the labelled network: one depth-first walk with a pointer to each node's next arc.
std::int64_t MaxFlow::block(Node source, Node sink) {
    next_.assign(firstArc_.begin(), firstArc_.end() - 1);
    path_.clear();
    std::int64_t flow = 0;
    Node v = source;
    for (;;) {
        if (v == sink) {
            std::int64_t most = infinite;
            for (const std::uint32_t a : path_)
                most = std::min(most, left_[a]);
            flow += most;
            std::size_t full = path_.size();
            for (std::size_t i = path_.size(); i-- > 0;) {
                left_[path_[i]] -= most;
                left_[mate_[path_[i]]] += most;
                if (left_[path_[i]] == 0) full = i;
            }
            v = head_[mate_[path_[full]]];
            path_.resize(full);
            continue;
        }
        std::uint32_t& a = next_[v];
        const std::uint32_t end = firstArc_[v + 1];
        while (a < end && (left_[a] == 0 || level_[head_[a]] != level_[v] + 1))
            ++a;
        if (a < end) {
            path_.push_back(a);
            v = head_[a];
            continue;
        }
        if (path_.empty()) return flow;
        v = head_[mate_[path_.back()]];
        path_.pop_back();
        ++next_[v];
    }
}

}  // namespace reforward
