// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/search/memory_profile.h"
#include "core/search/recompute_model.h"

namespace reforward {

/// xorshift64*: the search's random numbers, the same on every machine.
class SearchRandom {
  public:
    explicit SearchRandom(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ull + 1) {}
    std::uint64_t next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_;
    }
    /// 0 .. count - 1.
    std::uint32_t below(std::size_t count) {
        return static_cast<std::uint32_t>(((next() >> 32) * static_cast<std::uint64_t>(count)) >> 32);
    }
    /// [0, 1).
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  private:
    std::uint64_t state_;
};

/// A plan as use events, changed by moves (optimiser.md sections 1 and 2). Each value has a short sorted list
/// of events: event 0 is its first copy; then one for each later stage in which it is read, by the stage's
/// step or by what runs again there. At an event the value is either *born* (its operation runs again in
/// that stage) or held since the event before. So it is live across stages exactly between an event and the
/// next one that is not born. begin() starts a move; the changes that follow are undone by undo().
class UseEvents {
  public:
    struct Event {
        std::int32_t stage;
        std::uint32_t uses : 31;  ///< readers in this stage; 0: born early for later stages
        std::uint32_t born : 1;
    };

    UseEvents(const RecomputeModel& model, double budget, std::uint64_t seed);

    const RecomputeModel& model() const { return model_; }
    SearchRandom& random() { return random_; }

    /// Replaces the plan. The reruns must be valid (whatever runs again finds its inputs) and useful (see
    /// withoutUseless()).
    void load(const Reruns& reruns);
    Reruns reruns() const;
    void setBudget(double budget) { memory_.setBudget(budget); }

    double recomputeTime() const { return time_; }
    double excess() const { return memory_.excess(); }
    double peak() const { return memory_.peak(); }
    MemoryProfile& memory() { return memory_; }
    const MemoryProfile& memory() const { return memory_; }
    const std::vector<Event>& events(std::uint32_t x) const { return events_[x]; }

    void begin();
    /// Event k >= 1, not born: run the operation again there. False (and nothing changes) where it may not.
    bool drop(std::uint32_t x, std::size_t k);
    /// Event k >= 1, born: hold the value from the event before. False where it may not.
    bool keep(std::uint32_t x, std::size_t k);
    /// Event k >= 1, born: run the operation already in `stage`, an earlier one after event k - 1.
    bool early(std::uint32_t x, std::size_t k, std::int32_t stage);
    /// The cascade of changes grew too long or broke a pin: the move must be undone.
    bool failed() const { return failed_; }
    /// Brings memory up to date with the move's changes.
    void finish();
    void undo();
    double timeBefore() const { return timeBefore_; }
    double excessBefore() const { return excessBefore_; }

    double extendShare = 0.2;  ///< how often a missing value is held from its last copy instead of rerun
    double mergeShare = 0.7;   ///< how often the next run of a value just rerun is dropped

  private:
    struct Rerun {
        std::uint32_t operation;
        std::uint32_t born;  ///< of its outputs
    };
    struct RangeChange {
        std::int32_t first, last;
        double change;
    };
    struct RerunChange {
        std::int32_t stage;
        std::uint32_t operation;
        std::int32_t change;
    };

    std::size_t find(std::uint32_t x, std::int32_t stage) const;
    bool mayHold(std::uint32_t x, std::size_t k) const;
    bool mayBear(std::uint32_t x) const { return model_.operation(model_.value(x).producer).mayRunAgain; }
    void touchValue(std::uint32_t x);
    void touchStage(std::int32_t t);
    void changeRange(std::uint32_t x, std::int32_t from, std::int32_t to, double sign);
    bool runsAgain(std::int32_t t, std::uint32_t w) const;
    /// Returns true where the operation was not (is no longer) run again there.
    bool addBirth(std::int32_t t, std::uint32_t w);
    bool removeBirth(std::int32_t t, std::uint32_t w);
    void bear(std::uint32_t x, std::int32_t t);
    void unbear(std::uint32_t x, std::int32_t t);
    void addUse(std::uint32_t x, std::int32_t t);
    void addUses(std::uint32_t w, std::int32_t t);
    void removeUse(std::uint32_t x, std::int32_t t);
    void removeUses(std::uint32_t w, std::int32_t t);
    void removeIdle(std::uint32_t x, std::int32_t stage);
    void touchSiblings(std::uint32_t x, std::int32_t from, std::int32_t to);
    double extendNow() const;
    bool spend();
    double stagePeak(std::int32_t t);
    bool heldBeyond(std::uint32_t x, std::int32_t t) const;
    bool heldInto(std::uint32_t x, std::int32_t t) const;
    bool madeForLater(std::uint32_t x, std::int32_t t) const;
    void countMemory();

    const RecomputeModel& model_;
    SearchRandom random_;
    double cascadeLength_;
    std::vector<std::vector<Event>> events_;  ///< by value
    std::vector<std::vector<Rerun>> reruns_;  ///< by stage, ascending
    std::vector<double> stagePeak_;           ///< by stage: above what is held into it
    MemoryProfile memory_;
    double time_ = 0;

    // The move under way.
    std::uint32_t move_ = 0;
    double timeBefore_ = 0, excessBefore_ = 0;
    int steps_ = 0;
    bool failed_ = false;
    std::vector<std::uint32_t> valueMove_, stageMove_;
    std::vector<std::uint32_t> touchedValues_;
    std::vector<std::vector<Event>> savedEvents_;  ///< of touchedValues_; a pool, never shrunk
    std::vector<std::int32_t> touchedStages_;
    std::vector<double> savedPeaks_;
    std::vector<RangeChange> ranges_;
    std::vector<RerunChange> rerunChanges_;

    // For stagePeak().
    std::vector<std::uint32_t> seenIn_;
    std::vector<std::uint32_t> lastUse_;
    std::uint32_t seen_ = 0;
};

}  // namespace reforward
