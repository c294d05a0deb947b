// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/plan/plan.h"
#include "widgets/controls/budget_bar.h"
#include "widgets/style/theme.h"

namespace reforward {

/// The line over a canvas: whose plan it is, its figures, counts and zoom.
class PaneHeader : public QWidget {
    Q_OBJECT

  public:
    explicit PaneHeader(QWidget* parent = nullptr);
    ~PaneHeader() override;

    /// "Best of all"; in a comparison `letter` is "A" or "B" and the strategy becomes a choice.
    void setTitle(const QString& title);
    void setLetter(const QString& letter);
    void setStrategies(const std::vector<BarChoice>& strategies);
    void setStrategy(const QString& name);
    /// Null: "no plan".
    void setPlan(const PlanPtr& plan, std::optional<Bytes> budget);
    /// Words in place of the figures ("shown dimmed, 2.87 GiB, does not fit the budget"); empty: figures.
    void setNote(const QString& note);
    void setZoom(double factor);  ///< 1 is 100%

    QString figures() const;
    QString counts() const;

    void setTheme(const Theme& theme);

  signals:
    void strategyChosen(const QString& name);
    void zoomActivated();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void refresh();

    class Private;
    std::unique_ptr<Private> d_;
};

}  // namespace reforward
