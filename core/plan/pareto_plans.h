// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/plan/plan.h"

namespace reforward {

/// Plans none of which is dominated: by peak descending, so by recompute time ascending.
class ParetoPlans {
  public:
    /// False (and nothing changes) where a plan at least as good is there already.
    bool insert(PlanPtr plan);
    const std::vector<PlanPtr>& plans() const { return plans_; }
    /// The cheapest plan whose replayed peak is within the budget, or null. O(log plans).
    PlanPtr cheapestWithin(Bytes budget) const;
    /// The plan of least peak, or null.
    PlanPtr leastPeak() const { return plans_.empty() ? nullptr : plans_.back(); }

  private:
    std::vector<PlanPtr> plans_;
};

}  // namespace reforward
