// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <vector>

#include "app/desktop/job_lane.h"
#include "core/frontier/frontier.h"

namespace reforward {

/// The known plans of every strategy for the open graph: swept on a worker thread one strategy after the
/// other, streamed plan by plan, remembered by graph. For the GUI thread.
class FrontierStore : public QObject {
    Q_OBJECT

  public:
    explicit FrontierStore(QObject* parent = nullptr);

    /// Forgets what is known and sweeps `strategies` over the bound's graph in this order. Strategies with a
    /// complete frontier in the cache are there at once.
    void start(const std::shared_ptr<OverheadBound>& bound, Accounting accounting,
               const std::vector<const Strategy*>& strategies);
    /// Stops sweeping; the plans found stay.
    void cancel() { lane_.cancel(); }
    /// Forgets everything.
    void clear();

    bool busy() const { return lane_.busy(); }
    const std::vector<Frontier>& frontiers() const { return frontiers_; }
    /// Null where the strategy is not among the swept ones.
    const Frontier* find(const std::string& strategy) const;
    /// The strategy's cheapest known plan within the budget, or null.
    PlanPtr cheapestWithin(const std::string& strategy, Bytes budget) const;
    /// The known plan of least peak of any strategy, or null.
    PlanPtr leastPeak() const;
    /// Known plans near a budget, of any strategy: the cheapest within it, and the next that needs more.
    std::vector<PlanPtr> near(Bytes budget) const;
    /// A plan that this strategy's solver found at some budget (`best` may name the one it took it from).
    void add(const PlanPtr& plan, const std::string& strategy);

    const JobLane& lane() const { return lane_; }

  signals:
    /// Plans came; gathered over some 40 ms.
    void changed();
    void busyChanged(bool busy);
    void progressed(double fraction, const QString& phase);

  private:
    Frontier* findMutable(const std::string& strategy);
    /// On the worker thread; true where nothing is left to find.
    bool sweepOne(const JobLane::Job& job, const Problem& problem, const Strategy& strategy,
                  std::size_t index, double seconds);
    void take(std::size_t index, const Frontier& frontier);
    void addToPortfolio(const PlanPtr& plan);

    QTimer gather_;
    FrontierCache cache_;  ///< thread safe
    std::vector<Frontier> frontiers_;
    JobLane lane_;  ///< the last member: its job, which uses the cache, ends before the others go
};

}  // namespace reforward
