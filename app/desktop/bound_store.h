// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "app/desktop/job_lane.h"
#include "core/bounds/overhead_bound.h"

namespace reforward {

/// How good plans of the open graph can be: a certified bound over budgets, proved on a worker thread that
/// gives way to whoever else asks the same bound. For the GUI thread.
class BoundStore : public QObject {
    Q_OBJECT

  public:
    explicit BoundStore(QObject* parent = nullptr);
    ~BoundStore() override;

    /// Another graph's bound, or none; nothing is proved yet.
    void setBound(std::shared_ptr<OverheadBound> bound);
    /// Proves what single instants give at `first`, then at the others; budgets proved before are passed
    /// over. `improve`: then several instants at `first`, once a budget, as long as a person is patient.
    void prove(Bytes first, const std::vector<Bytes>& others, bool improve);
    /// Stops; what is proved stays. `improve` is not taken up again at this budget.
    void cancel();
    /// Stops improving, to let others work; a proof goes on.
    void yield();

    /// Proves at the first budget, which is waited for.
    bool busy() const { return stage_ == Stage::first; }
    /// All that single instants were asked for is proved; at most it improves.
    bool settled() const { return stage_ == Stage::none || stage_ == Stage::improving; }
    /// The bound on extra forward within the budget, as a ratio; nothing where nothing was proved yet.
    std::optional<double> at(Bytes budget) const;

    const JobLane& lane() const { return lane_; }

  signals:
    /// More was proved; gathered over some 100 ms.
    void changed();
    void busyChanged(bool busy);

  private:
    enum class Stage { none, first, others, improving };

    void take(Bytes budget);
    void setStage(Stage stage);
    void lookAgain();

    std::shared_ptr<OverheadBound> bound_;
    std::set<Bytes> proved_;    ///< budgets that single instants were asked at
    std::set<Bytes> improved_;  ///< budgets that were improved, or where that was stopped
    Bytes first_;
    Stage stage_ = Stage::none;
    double seen_ = 0;            ///< the bound at first_ when it was last signalled
    QTimer gather_, improving_;  ///< while improving: whether there is something new
    JobLane lane_;               ///< the last member: its job ends before the others go
};

}  // namespace reforward
