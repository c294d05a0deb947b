// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/plan/plan.h"
#include "widgets/style/theme.h"
#include "widgets/timeline/timeline_data.h"

namespace reforward {

/// Live memory over the steps of a plan, stacked by kind, drawn as steps. Only forward and backward steps
/// are on the axis: a free takes no time, and memory at it never exceeds that of the run before it. So
/// "step 69" is the 69th run, counted from 1; what the signals say are indices into Plan::schedule.
/// Where there are more runs than pixels each column shows the run of it with the most live bytes.
class TimelineView : public QWidget {
    Q_OBJECT

  public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    /// The plan shown; null shows an empty view.
    void setPlan(const std::shared_ptr<const Graph>& graph, const PlanPtr& plan);
    /// A second plan of the same graph over the first: both as lines, A the first, B the second.
    void setComparison(const PlanPtr& other, const QString& nameA, const QString& nameB);
    void clearComparison();
    void setBudget(std::optional<Bytes> budget);

    const TimelineData& data() const;
    /// Moves the cursor to the run at or before this index of the schedule; emits stepSelected() where it
    /// moved.
    void setStep(std::size_t scheduleIndex);
    /// Index into the schedule of the run under the cursor; nothing without a plan.
    std::optional<std::size_t> step() const;
    /// The number of the run under the cursor, from 0.
    std::size_t run() const;
    void setRun(std::size_t run);

    /// The run drawn at this x, and the x (of its left edge) at which a run is drawn.
    std::size_t runAt(double x) const;
    double xOf(std::size_t run) const;
    /// The y at which so many live bytes are drawn.
    double yOf(std::int64_t bytes) const;

    QSize minimumSizeHint() const override { return {320, 120}; }
    QSize sizeHint() const override { return {700, 190}; }

    void setTheme(const Theme& theme);

  signals:
    void stepSelected(std::size_t scheduleIndex);
    void vertexActivated(reforward::VertexId vertex);  ///< double click or Enter on a run

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    class Private;
    std::unique_ptr<Private> d_;
};

}  // namespace reforward
