// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/welcome_card.h"

#include <QKeyEvent>
#include <QPainter>

#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr QSize pictureSize(160, 104);
constexpr int pad = 12, afterIcon = 16, lineHeight = 20, leastWithPicture = 460;

QFont titleFont(bool large) {
    QFont font = roleFont(large ? TextRole::heading : TextRole::budgetValue);
    return font;
}

}  // namespace

WelcomeCard::WelcomeCard(QList<Line> lines, QWidget* parent)
    : QAbstractButton(parent), lines_(std::move(lines)) {
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QStringList words;
    for (const Line& line : lines_) {
        for (const QString& part : {line.left, line.right}) {
            if (!part.isEmpty()) words << part;
        }
    }
    setAccessibleName(words.join(QStringLiteral(", ")));
}

void WelcomeCard::setIconName(const QString& name) {
    iconName_ = name;
}

void WelcomeCard::setPicture(const QPixmap& picture) {
    picture_ = picture;
    withPicture_ = true;
    updateGeometry();
}

void WelcomeCard::setTheme(const Theme& theme) {
    theme_ = theme;
    update();
}

QSize WelcomeCard::sizeHint() const {
    return {520, withPicture_ ? pictureSize.height() + 2 * pad
                              : static_cast<int>(lines_.size()) * lineHeight + 2 * pad};
}

void WelcomeCard::enterEvent(QEnterEvent*) {
    update();
}

void WelcomeCard::leaveEvent(QEvent*) {
    update();
}

void WelcomeCard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
    } else {
        QAbstractButton::keyPressEvent(event);
    }
}

void WelcomeCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const bool lit = underMouse() || isDown();
    painter.fillRect(rect(), isDown() ? theme_.dockTitle : lit ? theme_.alternateRow : theme_.base);
    int x = pad;
    if (withPicture_ && width() >= leastWithPicture) {
        const QRect frame(QPoint(pad, (height() - pictureSize.height()) / 2), pictureSize);
        painter.fillRect(frame, theme_.canvas);
        if (!picture_.isNull()) painter.drawPixmap(frame, picture_);
        painter.setPen(QPen(theme_.softLine, 1));
        painter.drawRect(frame.adjusted(0, 0, -1, -1));
        x = frame.right() + 1 + afterIcon;
    } else if (!iconName_.isEmpty()) {
        painter.drawPixmap(QPointF(pad + 4, (height() - metrics::icon) / 2.0),
                           iconPixmap(iconName_, theme_.secondaryText, metrics::icon, devicePixelRatioF()));
        x = pad + 4 + metrics::icon + afterIcon;
    }
    const int block = static_cast<int>(lines_.size()) * lineHeight;
    int y = (height() - block) / 2;
    for (const Line& line : lines_) {
        const QFont font =
            line.strong ? titleFont(withPicture_) : roleFont(line.loud ? TextRole::control : TextRole::table);
        const QRect row(x, y, width() - x - pad, lineHeight);
        painter.setFont(roleFont(TextRole::table));
        painter.setPen(theme_.secondaryText);
        const QString right = painter.fontMetrics().elidedText(line.right, Qt::ElideMiddle, row.width() / 2);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, right);
        const int used = right.isEmpty() ? 0 : painter.fontMetrics().horizontalAdvance(right) + pad;
        painter.setFont(font);
        painter.setPen(line.warn                  ? theme_.budgetLabel
                       : line.strong || line.loud ? theme_.text
                                                  : theme_.secondaryText);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(line.left, Qt::ElideRight, row.width() - used));
        y += lineHeight;
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme_.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

}  // namespace reforward
