// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "widgets/canvas/legend.h"

namespace reforward {

/// The legend in the canvas's corner. Where there is little room it is a button that opens it; a click closes
/// it again.
class CanvasLegend : public QWidget {
    Q_OBJECT

  public:
    explicit CanvasLegend(QWidget* parent);

    void setTheme(const Theme& theme);
    void setRows(const LegendRows& rows);
    /// Open where there is room, else a button; what the user chose by a click stays until this changes.
    void setRoomy(bool roomy);
    bool open() const { return open_; }
    QSize sizeHint() const override;

  signals:
    void resized();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

  private:
    void refresh();

    Theme theme_;
    LegendRows rows_;
    bool roomy_ = true, open_ = true;
};

}  // namespace reforward
