// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/search/recompute_model.h"

namespace reforward {

/// Figures of lazyReruns() without making use events of them, some five times faster: for planners that try
/// many choices of held values on one small model. Keeps its buffers from run to run.
class HeldReplay {
  public:
    /// `model` outlives this; a forward graph without recompute pins.
    explicit HeldReplay(const RecomputeModel& model);

    /// Replays the plan in which values are held where `held` says so (and where they may not run again).
    void run(const std::vector<bool>& held);

    double time() const { return time_; }  ///< recompute time
    double peak() const { return peak_; }  ///< bytes
    /// Whether the first copy of x is read after the forward pass.
    bool holds(std::uint32_t x) const { return source_[x] == fromForward; }
    /// The plan, as lazyReruns() gives it.
    Reruns reruns() const { return reruns_; }

  private:
    static constexpr std::int32_t fromForward = -1, unread = -2;

    void resolve(std::int32_t t, const std::vector<bool>& held);
    void read(std::uint32_t x, std::int32_t t, const std::vector<bool>& held);
    double stagePeak(std::int32_t t);

    const RecomputeModel& model_;
    double time_ = 0, peak_ = 0;
    Reruns reruns_;
    std::vector<std::int32_t> runAt_;   ///< by operation: the stage it runs again in
    std::vector<std::int32_t> source_;  ///< by value: the stage of the copy that is read, or one of the above
    std::vector<std::int32_t> lastUse_;  ///< by value: the last stage that reads it
    std::vector<std::uint32_t> todo_;
    std::vector<double> change_;         ///< by stage
    std::vector<std::uint32_t> lastIn_;  ///< by value: the last rerun of a stage that reads it
};

}  // namespace reforward
