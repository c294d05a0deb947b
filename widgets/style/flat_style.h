// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProxyStyle>
#include <QStyleOption>

#include "widgets/style/theme.h"

namespace reforward {

/// Fusion without gradients: fields, buttons, sliders and selected rows are flat, with hairlines and a
/// visible focus in the theme's colours. Sizes and behaviour stay Fusion's.
class FlatStyle : public QProxyStyle {
    Q_OBJECT

  public:
    explicit FlatStyle(const Theme& theme);

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    QIcon standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const override;

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    QPixmap generatedIconPixmap(QIcon::Mode mode, const QPixmap& pixmap,
                                const QStyleOption* option) const override;

  private:
    enum class Arrow { up, down };

    void frame(QPainter& painter, const QRect& rect, const QColor& fill, const QStyleOption& option) const;
    void arrow(QPainter& painter, const QRect& rect, Arrow direction, bool enabled) const;
    QColor buttonFill(const QStyleOption& option) const;
    void drawButton(QPainter& painter, const QStyleOption& option) const;
    void drawCheckBox(QPainter& painter, const QStyleOption& option) const;
    void drawDockTitle(QPainter& painter, const QStyleOptionDockWidget& option, const QWidget* widget) const;
    void drawComboBox(QPainter& painter, const QStyleOptionComboBox& option, const QWidget* widget) const;
    void drawSpinBox(QPainter& painter, const QStyleOptionSpinBox& option, const QWidget* widget) const;
    void drawSlider(QPainter& painter, const QStyleOptionSlider& option, const QWidget* widget) const;

    Theme theme_;
};

}  // namespace reforward
