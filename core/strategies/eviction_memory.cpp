// SPDX-License-Identifier: Apache-2.0
//
// Scores are worked out for all live values at once and used for a number of evictions that grows with the
// graph: they change slowly, and this keeps the whole near-linear. The next use of a value is the next step
// that reads it, or the next use of an evicted value that is made from it: what an eviction makes dearer is
// what it is worth.
#include "core/strategies/eviction_memory.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reforward {

namespace {

constexpr std::uint32_t never = UINT32_MAX;
// Ancestors looked at for the time to make a value again; beyond, it is dear in any case.
constexpr std::size_t ancestorLimit = 400;

}  // namespace

EvictionMemory::EvictionMemory(const EvictionPlanner& planner, const EvictionRule& rule)
    : planner_(planner),
      graph_(planner.graph_),
      rule_(rule),
      live_(graph_.valueCount()),
      ran_(graph_.vertexCount()),
      locks_(graph_.valueCount()),
      wanted_(graph_.valueCount()),
      slot_(graph_.valueCount(), noIndex),
      nextRead_(planner.firstRead_.begin(), planner.firstRead_.end() - 1),
      lastRead_(graph_.valueCount()),
      next_(graph_.valueCount(), never),
      poolSize_(1 + static_cast<std::size_t>(rule.coarseness * static_cast<double>(graph_.vertexCount()))),
      seen_(graph_.vertexCount()) {
    for (VertexId v = 0; v < graph_.vertexCount(); ++v) {
        if (!graph_.fixed(v)) continue;
        ran_[v] = 1;
        forEachOutput(v, [&](ValueId x) { live_[x] = 1; });
    }
}

void EvictionMemory::run(VertexId v) {
    ++ran_[v];
    forEachOutput(v, [&](ValueId x) {
        if (live_[x]) return;
        enter(x);
        if (locks_[x] == 0 && useless(x)) leave(x);
    });
}

void EvictionMemory::drop(VertexId v) {
    forEachOutput(v, [&](ValueId x) {
        if (live_[x]) leave(x);
    });
}

void EvictionMemory::dropAll() {
    for (std::size_t i = resident_.size(); i-- > 0;) {
        if (!planner_.once_[graph_.producer(resident_[i])]) leave(resident_[i]);
    }
}

void EvictionMemory::unlock(ValueId x) {
    --locks_[x];
    lastRead_[x] = step_;
    if (locks_[x] == 0 && live_[x] && useless(x)) leave(x);
}

// No step to come can want it (this one holds a lock on what it wants).
bool EvictionMemory::useless(ValueId x) const {
    return planner_.lastUseful_[x] <= step_ && wanted_[x] == 0 && !graph_.fixed(graph_.producer(x));
}

void EvictionMemory::enter(ValueId x) {
    live_[x] = 1;
    held_ += graph_.bytes(x).count();
    lastRead_[x] = step_;
    slot_[x] = static_cast<std::uint32_t>(resident_.size());
    resident_.push_back(x);
}

void EvictionMemory::leave(ValueId x) {
    live_[x] = 0;
    held_ -= graph_.bytes(x).count();
    resident_[slot_[x]] = resident_.back();
    slot_[resident_.back()] = slot_[x];
    resident_.pop_back();
}

void EvictionMemory::evictSparing(std::int64_t target) {
    sparing_ = true;
    pool_.clear();
    evictTo(target);
    pool_.clear();
    sparing_ = false;
}

bool EvictionMemory::evictTo(std::int64_t target) {
    if (held_ <= target) return true;
    evicted_.clear();
    while (held_ > target) {
        const ValueId x = takeCheapest();
        if (x == noIndex) return false;
        leave(x);
        evicted_.push_back(x);
    }
    for (std::size_t i = evicted_.size(); i-- > 0;) {
        const ValueId x = evicted_[i];
        if (held_ + graph_.bytes(x).count() > target) continue;
        const std::uint32_t read = lastRead_[x];
        enter(x);
        lastRead_[x] = read;
    }
    return true;
}

ValueId EvictionMemory::takeCheapest() {
    for (int filled = 0; filled < 2; ++filled) {
        while (!pool_.empty()) {
            const ValueId x = pool_.back().second;
            pool_.pop_back();
            if (candidate(x)) return x;
        }
        fillPool();
    }
    return noIndex;
}
bool EvictionMemory::candidate(ValueId x) {
    if (sparing_ && nextRead(x) < planner_.forwardSteps_) return false;
    return live_[x] && locks_[x] == 0 && graph_.bytes(x) > Bytes(0) &&
           (!planner_.once_[graph_.producer(x)] || useless(x));
}

void EvictionMemory::fillPool() {
    if (rule_.score == EvictionRule::Score::nextUse) findNextUses();
    pool_.clear();
    for (const ValueId x : resident_) {
        if (candidate(x)) pool_.emplace_back(score(x), x);
    }
    const auto worse = [&](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second > b.second;
    };
    if (pool_.size() > poolSize_) {
        std::nth_element(pool_.begin(), pool_.end() - static_cast<std::ptrdiff_t>(poolSize_), pool_.end(),
                         worse);
        pool_.erase(pool_.begin(), pool_.end() - static_cast<std::ptrdiff_t>(poolSize_));
    }
    std::sort(pool_.begin(), pool_.end(), worse);
}

// By a step itself, after the running one (whose reads are locked).
std::uint32_t EvictionMemory::nextRead(ValueId x) {
    std::uint32_t& at = nextRead_[x];
    const std::uint32_t end = planner_.firstRead_[x + 1];
    while (at < end && planner_.reads_[at] <= step_)
        ++at;
    return at < end ? planner_.reads_[at] : never;
}

// From the sinks up: the step that reads a value next, itself or through evicted values made from it.
void EvictionMemory::findNextUses() {
    for (std::size_t p = planner_.order_.size(); p-- > 0;) {
        const VertexId v = planner_.order_[p];
        forEachOutput(v, [&](ValueId x) {
            std::uint32_t next = nextRead(x);
            for (const VertexId c : graph_.consumers(x)) {
                if (!ran_[c] || planner_.once_[c]) continue;
                forEachOutput(c, [&](ValueId y) {
                    if (!live_[y]) next = std::min(next, next_[y]);
                });
            }
            next_[x] = next;
        });
    }
}

double EvictionMemory::score(ValueId x) {
    if (useless(x)) return -1;
    if (wanted_[x] > 0) return std::numeric_limits<double>::max();
    const bool dtr = rule_.score == EvictionRule::Score::dtr;
    if (!dtr && next_[x] == never) return 0;
    const double bytes = static_cast<double>(graph_.bytes(x).count());
    double distance = dtr ? 1.0 + static_cast<double>(step_ - std::min(step_, lastRead_[x]))
                          : static_cast<double>(next_[x] - step_);
    switch (rule_.distance) {
        case EvictionRule::Distance::none:
            distance = 1;
            break;
        case EvictionRule::Distance::root:
            distance = std::sqrt(distance);
            break;
        case EvictionRule::Distance::plain:
            break;
        case EvictionRule::Distance::squared:
            distance *= distance;
            break;
    }
    const double weight = rule_.weights.empty() ? 1 : rule_.weights[graph_.producer(x)];
    return weight * neighbourhoodTime(x, dtr) / (bytes * distance);
}

// Time to run its vertex again and the ancestors that are not there; `both`: and what was evicted of
// its descendants.
double EvictionMemory::neighbourhoodTime(ValueId x, bool both) {
    ++stamp_;
    const VertexId v = graph_.producer(x);
    double time = 0;
    stack_.assign(1, v);
    seen_[v] = stamp_;
    std::size_t looked = 0;
    while (!stack_.empty() && ++looked < ancestorLimit) {
        const VertexId u = stack_.back();
        stack_.pop_back();
        time += graph_.time(u);
        for (const ValueId y : graph_.inputs(u)) {
            const VertexId w = graph_.producer(y);
            if (live_[y] || seen_[w] == stamp_) continue;
            seen_[w] = stamp_;
            stack_.push_back(w);
        }
    }
    if (!both) return time;
    stack_.assign(1, v);
    while (!stack_.empty() && ++looked < 2 * ancestorLimit) {
        const VertexId u = stack_.back();
        stack_.pop_back();
        forEachOutput(u, [&](ValueId y) {
            for (const VertexId c : graph_.consumers(y)) {
                if (seen_[c] == stamp_ || !ran_[c] || anyLive(c)) continue;
                seen_[c] = stamp_;
                time += graph_.time(c);
                stack_.push_back(c);
            }
        });
    }
    return time;
}
bool EvictionMemory::anyLive(VertexId v) const {
    bool any = false;
    forEachOutput(v, [&](ValueId x) { any = any || live_[x]; });
    return any;
}

}  // namespace reforward
