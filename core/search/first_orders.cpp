// SPDX-License-Identifier: Apache-2.0
#include "core/search/first_orders.h"

#include <algorithm>
#include <compare>
#include <set>

namespace reforward {

namespace {

std::vector<std::uint32_t> inputOperations(const ReadGraph& graph, std::uint32_t w) {
    std::vector<std::uint32_t> operations;
    for (const std::uint32_t x : graph.inputs(w)) {
        const std::uint32_t u = graph.producer(x);
        if (std::find(operations.begin(), operations.end(), u) == operations.end()) operations.push_back(u);
    }
    return operations;
}

// By operation; what is larger comes first.
std::vector<double> ranks(const ReadGraph& graph, DepthFirst rule) {
    std::vector<double> rank(graph.size());
    for (std::uint32_t w = 0; w < graph.size(); ++w) {
        std::vector<std::uint32_t> needed = inputOperations(graph, w);
        if (rule == DepthFirst::deepest) {
            for (const std::uint32_t u : needed)
                rank[w] = std::max(rank[w], rank[u] + 1);
            continue;
        }
        // As if the graph were a tree: the inputs one after the other, each holding its result from then on.
        const auto own = [&](std::uint32_t u) { return static_cast<double>(graph.outputBytes(u)); };
        std::sort(needed.begin(), needed.end(),
                  [&](auto a, auto b) { return rank[a] - own(a) > rank[b] - own(b); });
        double held = 0;
        for (const std::uint32_t u : needed) {
            rank[w] = std::max(rank[w], held + rank[u]);
            held += own(u);
        }
        rank[w] = std::max(rank[w], held + own(w) + static_cast<double>(graph.workspace(w)));
    }
    if (rule == DepthFirst::mostMemory) {
        for (std::uint32_t w = 0; w < graph.size(); ++w)
            rank[w] -= static_cast<double>(graph.outputBytes(w));
    }
    return rank;
}

// Operations by what they change, as changes come in; takes the least, the last touched among equals.
class Ready {
  public:
    Ready(std::size_t size, double noise, SearchRandom& random) : key_(size), factor_(size, 1.0) {
        for (double& f : factor_) {
            if (noise > 0) f += noise * (2 * random.unit() - 1);
        }
    }
    void put(std::uint32_t w, double change) {
        key_[w] = {change * (change > 0 ? factor_[w] : 2 - factor_[w]), -++touched_, w};
        ready_.insert(key_[w]);
    }
    void move(std::uint32_t w, double change) {
        ready_.erase(key_[w]);
        put(w, change);
    }
    bool empty() const { return ready_.empty(); }
    std::uint32_t take() {
        const std::uint32_t w = ready_.begin()->operation;
        ready_.erase(ready_.begin());
        return w;
    }

  private:
    struct Key {
        double change = 0;
        std::int64_t touched = 0;
        std::uint32_t operation = 0;
        auto operator<=>(const Key&) const = default;
    };
    std::vector<Key> key_;
    std::vector<double> factor_;
    std::set<Key> ready_;
    std::int64_t touched_ = 0;
};

}  // namespace

std::vector<std::uint32_t> depthFirstOrder(const ReadGraph& graph, DepthFirst rule) {
    std::vector<double> rank;
    if (rule != DepthFirst::asRead) rank = ranks(graph, rule);
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return rank[a] > rank[b]; };
    std::vector<std::uint32_t> order, sinks;
    for (std::uint32_t w = 0; w < graph.size(); ++w) {
        bool read = false;
        for (std::uint32_t x = graph.firstOutput(w); x < graph.firstOutput(w + 1); ++x)
            read = read || !graph.readers(x).empty();
        if (!read) sinks.push_back(w);
    }
    if (!rank.empty()) std::stable_sort(sinks.begin(), sinks.end(), before);
    struct Visit {
        std::uint32_t operation;
        std::vector<std::uint32_t> needed;
        std::size_t next;
    };
    std::vector<Visit> stack;
    std::vector<std::uint8_t> seen(graph.size());
    const auto enter = [&](std::uint32_t w) {
        if (seen[w]) return;
        seen[w] = 1;
        stack.push_back({w, inputOperations(graph, w), 0});
        if (!rank.empty()) std::stable_sort(stack.back().needed.begin(), stack.back().needed.end(), before);
    };
    for (const std::uint32_t sink : sinks) {
        enter(sink);
        while (!stack.empty()) {
            Visit& visit = stack.back();
            if (visit.next < visit.needed.size()) {
                enter(visit.needed[visit.next++]);
            } else {
                order.push_back(visit.operation);
                stack.pop_back();
            }
        }
    }
    return order;
}

std::vector<std::uint32_t> greedyOrder(const ReadGraph& graph, double noise, SearchRandom& random) {
    std::vector<std::uint32_t> missing(graph.size()), left(graph.values()), order;
    for (std::uint32_t x = 0; x < graph.values(); ++x)
        left[x] = static_cast<std::uint32_t>(graph.readers(x).size());
    const auto change = [&](std::uint32_t w) {
        double sum = 0;
        for (std::uint32_t x = graph.firstOutput(w); x < graph.firstOutput(w + 1); ++x) {
            if (left[x] > 0) sum += static_cast<double>(graph.bytes(x));
        }
        for (const std::uint32_t x : graph.inputs(w)) {
            if (left[x] == 1) sum -= static_cast<double>(graph.bytes(x));
        }
        return sum;
    };
    Ready ready(graph.size(), noise, random);
    std::vector<std::uint8_t> waits(graph.size(), 1);
    const auto release = [&](std::uint32_t w) {
        waits[w] = 0;
        ready.put(w, change(w));
    };
    for (std::uint32_t w = 0; w < graph.size(); ++w) {
        missing[w] = static_cast<std::uint32_t>(graph.inputs(w).size());
        if (missing[w] == 0) release(w);
    }
    std::vector<std::uint8_t> stands(graph.size());
    while (!ready.empty()) {
        const std::uint32_t w = ready.take();
        order.push_back(w);
        stands[w] = 1;
        for (const std::uint32_t x : graph.inputs(w)) {
            if (--left[x] != 1) continue;
            for (const std::uint32_t reader : graph.readers(x)) {
                if (!stands[reader] && !waits[reader]) ready.move(reader, change(reader));
            }
        }
        for (std::uint32_t x = graph.firstOutput(w); x < graph.firstOutput(w + 1); ++x) {
            for (const std::uint32_t reader : graph.readers(x)) {
                if (--missing[reader] == 0) release(reader);
            }
        }
    }
    return order;
}

std::vector<std::uint32_t> greedyOrderFromEnd(const ReadGraph& graph, double noise, SearchRandom& random) {
    std::vector<std::uint32_t> readersLeft(graph.size());
    std::vector<std::uint8_t> live(graph.values()), waits(graph.size(), 1), stands(graph.size());
    // How much more is live before w than after it.
    const auto change = [&](std::uint32_t w) {
        double sum = 0;
        for (const std::uint32_t x : graph.inputs(w)) {
            if (!live[x]) sum += static_cast<double>(graph.bytes(x));
        }
        for (std::uint32_t x = graph.firstOutput(w); x < graph.firstOutput(w + 1); ++x) {
            if (live[x]) sum -= static_cast<double>(graph.bytes(x));
        }
        return sum;
    };
    Ready ready(graph.size(), noise, random);
    for (std::uint32_t w = 0; w < graph.size(); ++w) {
        for (std::uint32_t x = graph.firstOutput(w); x < graph.firstOutput(w + 1); ++x)
            readersLeft[w] += static_cast<std::uint32_t>(graph.readers(x).size());
        if (readersLeft[w] == 0) {
            waits[w] = 0;
            ready.put(w, change(w));
        }
    }
    std::vector<std::uint32_t> order;
    while (!ready.empty()) {
        const std::uint32_t w = ready.take();
        order.push_back(w);
        stands[w] = 1;
        for (const std::uint32_t x : graph.inputs(w)) {
            if (!live[x]) {
                live[x] = 1;
                for (const std::uint32_t reader : graph.readers(x)) {
                    if (!stands[reader] && !waits[reader]) ready.move(reader, change(reader));
                }
            }
            const std::uint32_t u = graph.producer(x);
            if (--readersLeft[u] > 0) continue;
            waits[u] = 0;
            ready.put(u, change(u));
        }
    }
    std::reverse(order.begin(), order.end());
    return order;
}

}  // namespace reforward
