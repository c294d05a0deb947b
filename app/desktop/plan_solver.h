// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <vector>

#include "app/desktop/job_lane.h"
#include "core/strategies/strategy.h"

namespace reforward {

/// What is asked: a plan of each strategy at one budget (of the replayed peak), in this order.
struct SolveRequest {
    std::shared_ptr<const Graph> graph;
    Bytes budget;
    Accounting accounting = Accounting::step;
    std::vector<const Strategy*> strategies;
    std::shared_ptr<OverheadBound> bound;  ///< may be null
    std::vector<PlanPtr> starts;           ///< known plans near the budget, for strategies that search
};

/// Solves at exact budgets on a worker thread; the newest request wins. `index` in the signals is that of
/// the strategy in the request. For the GUI thread.
class PlanSolver : public QObject {
    Q_OBJECT

  public:
    explicit PlanSolver(QObject* parent = nullptr);

    void request(SolveRequest request);
    /// Ends with the best plans so far.
    void cancel() { lane_.cancel(); }
    /// Ends, and no more signals come of it.
    void discard() { lane_.discard(); }
    bool busy() const { return lane_.busy(); }
    const JobLane& lane() const { return lane_; }

  signals:
    void better(std::size_t index, const PlanPtr& plan);
    /// `stopped`: cancelled, so a better one may exist.
    void solved(std::size_t index, const PlanPtr& plan, bool stopped);
    void infeasible(std::size_t index, const std::shared_ptr<const InfeasibleError>& why);
    /// The strategy does not apply, or it was interrupted before any plan.
    void failed(std::size_t index, const Error& error);
    void busyChanged(bool busy);
    void progressed(double fraction, const QString& phase);

  private:
    void solveOne(const JobLane::Job& job, const SolveRequest& request, std::size_t index);

    JobLane lane_;
};

}  // namespace reforward
