// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/flat_style.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <array>

#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr double focusWidth = 2;

bool enabled(const QStyleOption& option) {
    return option.state & QStyle::State_Enabled;
}

/// Focus is shown to those who use the keyboard; a click already says where one is.
bool keyboardFocus(const QStyleOption& option) {
    constexpr auto both = QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange;
    return (option.state & both) == both;
}

bool isDefault(const QStyleOption& option) {
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&option);
    return button != nullptr && (button->features & QStyleOptionButton::DefaultButton) && enabled(option);
}

}  // namespace

FlatStyle::FlatStyle(const Theme& theme) : QProxyStyle(QStringLiteral("Fusion")), theme_(theme) {}

void FlatStyle::frame(QPainter& painter, const QRect& rect, const QColor& fill,
                      const QStyleOption& option) const {
    const bool focus = keyboardFocus(option);
    const double width = focus ? focusWidth : theme_.hairline;
    const double inset = width / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(focus             ? theme_.accent
                        : enabled(option) ? theme_.buttonBorder
                                          : theme_.softLine,
                        width));
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), metrics::radius,
                            metrics::radius);
    painter.restore();
}

void FlatStyle::arrow(QPainter& painter, const QRect& rect, Arrow direction, bool enabled) const {
    constexpr double half = 3.5, rise = 1.8;
    const QPointF centre = QRectF(rect).center();
    const double tip = direction == Arrow::down ? rise : -rise;
    const std::array<QPointF, 3> points{centre + QPointF(-half, -tip), centre + QPointF(0, tip),
                                        centre + QPointF(half, -tip)};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(enabled ? theme_.secondaryText : theme_.disabledText, 1.4, Qt::SolidLine,
                        Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    painter.restore();
}

QColor FlatStyle::buttonFill(const QStyleOption& option) const {
    if (isDefault(option)) return theme_.selectedRow;
    if (!enabled(option)) return theme_.window;
    if (option.state & (QStyle::State_Sunken | QStyle::State_On)) return theme_.dockTitle;
    return option.state & QStyle::State_MouseOver ? blended(theme_.dockTitle, theme_.buttonFace, 0.5)
                                                  : theme_.buttonFace;
}

void FlatStyle::drawButton(QPainter& painter, const QStyleOption& option) const {
    frame(painter, option.rect, buttonFill(option), option);
}

void FlatStyle::drawCheckBox(QPainter& painter, const QStyleOption& option) const {
    const bool on = option.state & (QStyle::State_On | QStyle::State_NoChange);
    frame(painter, option.rect, on && enabled(option) ? theme_.selectedRow : theme_.base, option);
    if (!on) return;
    const QRectF box = option.rect;
    const auto at = [&](double x, double y) {
        return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(enabled(option) ? theme_.selectedText : theme_.disabledText, 1.7, Qt::SolidLine,
                        Qt::RoundCap, Qt::RoundJoin));
    if (option.state & QStyle::State_On) {
        const std::array<QPointF, 3> tick{at(0.24, 0.52), at(0.43, 0.71), at(0.77, 0.31)};
        painter.drawPolyline(tick.data(), static_cast<int>(tick.size()));
    } else {
        painter.drawLine(at(0.27, 0.5), at(0.73, 0.5));
    }
    painter.restore();
}

void FlatStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
    switch (element) {
        case PE_PanelButtonCommand:
            drawButton(*painter, *option);
            return;
        case PE_PanelButtonTool:
            if (!(option->state & State_AutoRaise)) {
                drawButton(*painter, *option);
            } else if (enabled(*option) && (option->state & (State_Sunken | State_On | State_MouseOver))) {
                frame(*painter, option->rect, theme_.dockTitle, *option);
            }
            return;
        case PE_PanelLineEdit:
        case PE_FrameLineEdit: {
            const auto* panel = qstyleoption_cast<const QStyleOptionFrame*>(option);
            if (panel != nullptr && panel->lineWidth == 0) {
                painter->fillRect(option->rect, theme_.base);
            } else {
                QStyleOption shown = *option;
                if (shown.state & State_HasFocus) shown.state |= State_KeyboardFocusChange;
                frame(*painter, option->rect, enabled(*option) ? theme_.base : theme_.window, shown);
            }
            return;
        }
        case PE_Frame: {
            painter->save();
            painter->setPen(QPen(theme_.border, 1));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
            painter->restore();
            return;
        }
        case PE_FrameFocusRect:
            painter->save();
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(QPen(theme_.accent, focusWidth));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(QRectF(option->rect).adjusted(1, 1, -1, -1), 2, 2);
            painter->restore();
            return;
        case PE_IndicatorCheckBox:
            drawCheckBox(*painter, *option);
            return;
        case PE_IndicatorArrowDown:
        case PE_IndicatorArrowUp:
            arrow(*painter, option->rect, element == PE_IndicatorArrowUp ? Arrow::up : Arrow::down,
                  enabled(*option));
            return;
        case PE_PanelItemViewItem:
            if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) {
                if (item->state & State_Selected) {
                    painter->fillRect(item->rect, item->palette.brush(QPalette::Active, QPalette::Highlight));
                } else if (item->backgroundBrush.style() != Qt::NoBrush) {
                    painter->fillRect(item->rect, item->backgroundBrush);
                }
                return;
            }
            break;
        default:
            break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void FlatStyle::drawDockTitle(QPainter& painter, const QStyleOptionDockWidget& option,
                              const QWidget* widget) const {
    painter.save();
    painter.fillRect(option.rect, theme_.dockTitle);
    painter.fillRect(option.rect.adjusted(0, option.rect.height() - 1, 0, 0), theme_.border);
    const QRect room =
        proxy()->subElementRect(SE_DockWidgetTitleBarText, &option, widget).adjusted(metrics::unit, 0, 0, 0);
    const QFont font = roleFont(TextRole::sectionHead);
    painter.setFont(font);
    painter.setPen(enabled(option) ? theme_.text : theme_.disabledText);
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeading,
                     QFontMetrics(font).elidedText(option.title, Qt::ElideRight, room.width()));
    painter.restore();
}

void FlatStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                            const QWidget* widget) const {
    if (element == CE_PushButtonLabel && isDefault(*option)) {
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            QStyleOptionButton label(*button);
            label.palette.setColor(QPalette::ButtonText, theme_.selectedText);
            QProxyStyle::drawControl(element, &label, painter, widget);
            return;
        }
    }
    if (const auto* dock = qstyleoption_cast<const QStyleOptionDockWidget*>(option);
        dock != nullptr && element == CE_DockWidgetTitle) {
        return drawDockTitle(*painter, *dock, widget);
    }
    const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
    if (element == CE_ProgressBarGroove) {
        frame(*painter, option->rect, theme_.base, *option);
        return;
    }
    // A bar without an end is Fusion's: it moves.
    if (element == CE_ProgressBarContents && bar != nullptr && bar->maximum > bar->minimum) {
        const double share = double(qBound(bar->minimum, bar->progress, bar->maximum) - bar->minimum) /
                             (bar->maximum - bar->minimum);
        QRectF done = QRectF(bar->rect).adjusted(2, 2, -2, -2);
        const double length = done.width() * share;
        if (bar->direction == Qt::RightToLeft) done.setLeft(done.right() - length);
        done.setWidth(length);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme_.accent);
        painter->drawRoundedRect(done, 2, 2);
        painter->restore();
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void FlatStyle::drawComboBox(QPainter& painter, const QStyleOptionComboBox& option,
                             const QWidget* widget) const {
    if (option.frame) {
        frame(painter, option.rect, option.editable ? theme_.base : buttonFill(option), option);
    } else {
        painter.fillRect(option.rect, theme_.base);
    }
    if (option.subControls & SC_ComboBoxArrow) {
        arrow(painter, proxy()->subControlRect(CC_ComboBox, &option, SC_ComboBoxArrow, widget), Arrow::down,
              enabled(option));
    }
}

void FlatStyle::drawSpinBox(QPainter& painter, const QStyleOptionSpinBox& option,
                            const QWidget* widget) const {
    QStyleOptionSpinBox shown(option);
    if (shown.state & State_HasFocus) shown.state |= State_KeyboardFocusChange;
    if (option.frame) frame(painter, option.rect, enabled(option) ? theme_.base : theme_.window, shown);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons) return;
    const QRect up = proxy()->subControlRect(CC_SpinBox, &option, SC_SpinBoxUp, widget);
    const QRect down = proxy()->subControlRect(CC_SpinBox, &option, SC_SpinBoxDown, widget);
    arrow(painter, up.translated(0, 1), Arrow::up, option.stepEnabled & QAbstractSpinBox::StepUpEnabled);
    arrow(painter, down.translated(0, -1), Arrow::down,
          option.stepEnabled & QAbstractSpinBox::StepDownEnabled);
}

void FlatStyle::drawSlider(QPainter& painter, const QStyleOptionSlider& option, const QWidget* widget) const {
    constexpr double grooveWidth = 4;
    const bool flat = option.orientation == Qt::Horizontal;
    const QRectF groove = proxy()->subControlRect(CC_Slider, &option, SC_SliderGroove, widget);
    const QRectF handle = proxy()->subControlRect(CC_Slider, &option, SC_SliderHandle, widget);
    QRectF line =
        flat ? QRectF(groove.left(), groove.center().y() - grooveWidth / 2, groove.width(), grooveWidth)
             : QRectF(groove.center().x() - grooveWidth / 2, groove.top(), grooveWidth, groove.height());
    if (option.subControls & SC_SliderTickmarks) {
        QStyleOptionSlider ticks(option);
        ticks.subControls = SC_SliderTickmarks;
        QProxyStyle::drawComplexControl(CC_Slider, &ticks, &painter, widget);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.border);
    painter.drawRoundedRect(line, 2, 2);
    // From the least value to the handle; upsideDown says at which end the least value is.
    if (flat) {
        option.upsideDown ? line.setLeft(handle.center().x()) : line.setRight(handle.center().x());
    } else {
        option.upsideDown ? line.setTop(handle.center().y()) : line.setBottom(handle.center().y());
    }
    painter.setBrush(enabled(option) ? theme_.accent : theme_.disabledText);
    painter.drawRoundedRect(line, 2, 2);

    const bool focus = keyboardFocus(option);
    const double radius = std::min(handle.width(), handle.height()) / 2 - 1.5;
    painter.setPen(QPen(enabled(option) ? theme_.accent : theme_.disabledText, focus ? 3 : focusWidth));
    painter.setBrush(theme_.base);
    painter.drawEllipse(handle.center(), radius, radius);
    painter.restore();
}

void FlatStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                   QPainter* painter, const QWidget* widget) const {
    if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        combo != nullptr && control == CC_ComboBox) {
        return drawComboBox(*painter, *combo, widget);
    }
    if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        spin != nullptr && control == CC_SpinBox) {
        return drawSpinBox(*painter, *spin, widget);
    }
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
        slider != nullptr && control == CC_Slider) {
        return drawSlider(*painter, *slider, widget);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QSize FlatStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                  const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_PushButton || type == CT_ComboBox || type == CT_LineEdit || type == CT_SpinBox) {
        result.setHeight(std::max(result.height(), metrics::dockControl));
    }
    return result;
}

QIcon FlatStyle::standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const {
    switch (icon) {
        case SP_TitleBarCloseButton:
        case SP_DockWidgetCloseButton:
        case SP_LineEditClearButton:
            return themedIcon(QStringLiteral("close"), theme_);
        case SP_TitleBarNormalButton:
            return themedIcon(QStringLiteral("float"), theme_);
        default:
            return QProxyStyle::standardIcon(icon, option, widget);
    }
}

int FlatStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    // With text of 13 px this makes dock titles 26 high.
    constexpr int titleMargin = 5;
    return metric == PM_DockWidgetTitleMargin ? titleMargin
                                              : QProxyStyle::pixelMetric(metric, option, widget);
}

QPixmap FlatStyle::generatedIconPixmap(QIcon::Mode mode, const QPixmap& pixmap,
                                       const QStyleOption* option) const {
    // In a selected row the swatch of a state keeps its colours: they are what it says.
    return mode == QIcon::Selected ? pixmap : QProxyStyle::generatedIconPixmap(mode, pixmap, option);
}

}  // namespace reforward
