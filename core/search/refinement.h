// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <mutex>
#include <optional>

#include "core/base/control.h"
#include "core/search/recompute_model.h"

namespace reforward {

/// A search for the cheapest plan within a budget, in cycles of growing length: two walks from the starts
/// side by side, then two from the best plan so far; where nothing fits yet, walks that squeeze memory.
/// What it does depends on the model, the seed and the starts only, so the best plan after so many moves is
/// the same on any machine; a clock can but end it.
class Refinement {
  public:
    struct Found {
        Reruns reruns;
        double time = std::numeric_limits<double>::infinity();  ///< recompute time
        double peak = std::numeric_limits<double>::infinity();  ///< bytes
    };

    Refinement(const RecomputeModel& model, double budget, std::uint64_t seed);

    /// A plan to start from besides the search's own (keep-all, or of forward graphs the minimum cut's). It
    /// must honour the model's pins.
    void addStart(const Reruns& reruns);
    /// No plan costs less than this: the search ends when it is met. May be called from another thread
    /// (through a function that reads what is known now).
    std::function<double()> bound;
    /// Each plan within the budget that is cheaper than those before, as it is found; on any thread, one at
    /// a time.
    std::function<void(const Found&)> better;

    /// Goes on until `moves` moves were made in all (to the end of the walks under way), or until the control
    /// stops it where none are given. Returns whether a plan within the budget is known. May be called
    /// again to go on.
    bool run(std::optional<std::int64_t> moves, const Control& control);

    /// The cheapest plan within the budget so far; time is infinite where there is none.
    const Found& best() const { return best_; }
    /// The plan of least peak seen, within the budget or not.
    const Found& leastPeak() const { return leastPeak_; }
    std::int64_t moves() const { return moves_; }

    /// Looks for plans of less and less memory instead, down to `target`; `better` then gets each plan of
    /// less peak than those before.
    void squeezeTo(double target, std::optional<std::int64_t> moves, const Control& control);

  private:
    void prepare(const Control& control);
    struct Start {
        Reruns reruns;
        double time;
    };

    void considerStart(Start& start);
    const Reruns& otherStart(std::size_t cycle) const;
    void consider(const Found& found);
    void offer(const Found& found);
    bool proven() const;
    bool found() const { return best_.time < std::numeric_limits<double>::infinity(); }
    bool walkFrom(const std::vector<const Reruns*>& starts, bool hot, std::int64_t moves,
                  const Control& control);
    void squeezeFrom(const Reruns& start, double target, std::int64_t moves, const Control& control);
    void walkFromStarts(std::size_t cycle, std::int64_t moves, const Control& control);
    void searchFeasible(std::int64_t moves, const Control& control);
    void fallBack(const Control& control);

    const RecomputeModel& model_;
    double budget_;
    std::uint64_t seed_;
    std::vector<Start> starts_;
    Found best_, leastPeak_;
    Found squeezed_;  ///< where squeezing stands: of least peak, but for the fallback
    std::int64_t moves_ = 0;
    std::uint64_t walks_ = 0;
    std::size_t part_ = 0;  ///< cycles have two: from the starts, from the best
    bool prepared_ = false;
    bool fellBack_ = false;  ///< the best plan is but the fallback
    std::mutex offering_;
    double offered_ = std::numeric_limits<double>::infinity();
};

}  // namespace reforward
