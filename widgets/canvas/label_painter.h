// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QPainter>
#include <QStaticText>
#include <span>
#include <unordered_map>
#include <vector>

#include "widgets/canvas/box_painter.h"
#include "widgets/canvas/canvas_content.h"

namespace reforward {

/// Paints names and figures into boxes: the name left and elided in the middle, the figure right. Text does
/// not get smaller than the label font; where a box has no room for both the figure goes. Laid out texts are
/// kept until the scale changes.
class LabelPainter {
  public:
    LabelPainter(const CanvasContent& content, const QFont& base);

    /// The smallest scale at which a label fits into a box of this height (px at 100%).
    double smallestScale(double boxHeight) const;
    void paint(QPainter& painter, std::span<const BoxLook> boxes, const PaintRequest& request,
               std::span<const Theme> themes);

  private:
    struct Label {
        QString name;
        QStaticText nameText, figureText;
        double nameWidth = 0, figureWidth = 0;
        bool figureShown = true;
    };
    void setScale(double scale);
    const Label& label(const BoxLook& look);
    double inset() const;

    const CanvasContent& content_;
    QFont nameFont_, figureFont_;
    int basePixels_;
    double scale_ = 0, height_ = 0, ascent_ = 0, capHeight_ = 0;
    std::unordered_map<std::uint32_t, Label> labels_;
    std::vector<const Label*> shown_;
};

}  // namespace reforward
