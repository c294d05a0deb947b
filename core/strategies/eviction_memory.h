// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/eviction_run.h"

namespace reforward {

/// What is live during a pass of greedy eviction, and which of it goes first. A value that is locked stays.
class EvictionMemory {
  public:
    EvictionMemory(const EvictionPlanner& planner, const EvictionRule& rule);

    /// The running step of those that every schedule has.
    void setStep(std::uint32_t step) { step_ = step; }
    bool live(ValueId x) const { return live_[x]; }
    std::uint32_t runs(VertexId v) const { return ran_[v]; }

    /// A run of v: what it makes is live from now on.
    void run(VertexId v);
    /// Outputs of v go.
    void drop(VertexId v);
    /// Everything goes but what may not run again.
    void dropAll();

    /// A read within the running step is to come; it is done.
    void lock(ValueId x) { ++locks_[x]; }
    void unlock(ValueId x);
    void release(ValueId x) { --locks_[x]; }  ///< a lock that was for no read
    void unlockAll() { std::fill(locks_.begin(), locks_.end(), 0); }
    /// A run that is being prepared reads x: it goes last. And no longer.
    void want(ValueId x) { ++wanted_[x]; }
    void unwant(ValueId x) { --wanted_[x]; }

    /// Evicts by score until at most `target` bytes are held; false where what is locked is more.
    bool evictTo(std::int64_t target);
    /// Likewise, but spares what the forward pass reads again.
    void evictSparing(std::int64_t target);

  private:
    void enter(ValueId x);
    void leave(ValueId x);
    bool useless(ValueId x) const;
    ValueId takeCheapest();
    bool candidate(ValueId x);
    void fillPool();
    std::uint32_t nextRead(ValueId x);
    void findNextUses();
    double score(ValueId x);
    double neighbourhoodTime(ValueId x, bool both);
    bool anyLive(VertexId v) const;

    template <class F>
    void forEachOutput(VertexId v, F f) const {
        const ValueId end = graph_.firstOutput(v) + graph_.outputCount(v);
        for (ValueId x = graph_.firstOutput(v); x < end; ++x)
            f(x);
    }

    const EvictionPlanner& planner_;
    const Graph& graph_;
    const EvictionRule& rule_;
    std::uint32_t step_ = 0;
    bool sparing_ = false;
    std::int64_t held_ = 0;  // values that are not fixed
    std::vector<std::uint8_t> live_;
    std::vector<std::uint32_t> ran_;           // by vertex: runs so far
    std::vector<std::uint32_t> locks_;         // by value: reads to come within the running step
    std::vector<std::uint32_t> wanted_;        // by value: runs being prepared that read it
    std::vector<ValueId> resident_, evicted_;  // live values that are not fixed
    std::vector<std::uint32_t> slot_;          // by value: its place in resident_
    std::vector<std::uint32_t> nextRead_, lastRead_, next_;
    std::vector<std::pair<double, ValueId>> pool_;  // the cheapest last
    std::size_t poolSize_;
    std::vector<VertexId> stack_;
    std::vector<std::uint32_t> seen_;
    std::uint32_t stamp_ = 0;
};

}  // namespace reforward
