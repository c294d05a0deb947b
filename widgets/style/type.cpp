// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/type.h"

#include <QFontDatabase>
#include <QGuiApplication>

namespace reforward {

namespace {

constexpr double baseSize = 13;

QFont::Weight weight(TextRole role) {
    switch (role) {
        case TextRole::chip:
        case TextRole::labelName:
            return QFont::Medium;
        case TextRole::budgetValue:
        case TextRole::sectionHead:
        case TextRole::heading:
        case TextRole::messageFigure:
        case TextRole::welcomeTitle:
            return QFont::DemiBold;
        default:
            return QFont::Normal;
    }
}

}  // namespace

double textSize(TextRole role) {
    switch (role) {
        case TextRole::control:
        case TextRole::chip:
        case TextRole::budgetValue:
            return baseSize;
        case TextRole::table:
        case TextRole::sectionHead:
            return 12;
        case TextRole::label:
        case TextRole::labelName:
            return 11;
        case TextRole::caption:
            return 9.5;
        case TextRole::heading:
            return 15;
        case TextRole::messageFigure:
            return 19;
        case TextRole::welcomeTitle:
            return 26;
    }
    return baseSize;
}

QFont roleFont(TextRole role, const QFont& base) {
    QFont font = base;
    const double ratio = textSize(role) / baseSize;
    if (base.pointSizeF() > 0) {
        font.setPointSizeF(base.pointSizeF() * ratio);
    } else {
        font.setPixelSize(qRound(base.pixelSize() * ratio));
    }
    font.setWeight(weight(role));
    return font;
}

QFont roleFont(TextRole role) {
    return roleFont(role, QGuiApplication::font());
}

QFont pictureFont() {
    const QString wanted = QStringLiteral("DejaVu Sans");
    QFont font = QFontDatabase::hasFamily(wanted) ? QFont(wanted)
                                                  : QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPixelSize(static_cast<int>(baseSize));
    return font;
}

}  // namespace reforward
