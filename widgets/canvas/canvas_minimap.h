// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPixmap>
#include <QWidget>
#include <span>

#include "core/plan/simulator.h"
#include "widgets/canvas/canvas_content.h"
#include "widgets/style/theme.h"

namespace reforward {

/// The whole graph in flat colours with a frame round the part in view. A click or a drag moves the view.
class CanvasMinimap : public QWidget {
    Q_OBJECT

  public:
    static constexpr int mapWidth = 120, mapHeight = 90;

    explicit CanvasMinimap(QWidget* parent);

    void setTheme(const Theme& theme);
    void setContent(CanvasContentPtr content, GraphLayoutPtr layout);
    /// By vertex; empty: all kept.
    void setStates(std::span<const VertexState> states);
    /// In px of the layout.
    void setVisibleArea(const QRectF& area);
    QSize sizeHint() const override { return {mapWidth, mapHeight}; }

  signals:
    void centreRequested(QPointF layout);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

  private:
    QRectF mapRect() const;
    double mapScale() const;
    void drawMap();

    Theme theme_;
    CanvasContentPtr content_;
    GraphLayoutPtr layout_;
    std::vector<VertexState> states_;
    QRectF area_;
    QPixmap map_;  ///< drawn anew when states or theme change
};

}  // namespace reforward
