// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/buttons.h"

#include <QPushButton>

namespace reforward {

void styleButton(QAbstractButton& button, const Theme& theme, bool primary) {
    const QColor face = primary ? theme.selectedRow : theme.buttonFace;
    const QColor words = primary ? theme.selectedText : theme.text;
    const QColor border = primary ? theme.selectedRow : theme.buttonBorder;
    // A tool button may be an icon alone.
    const int pad = qobject_cast<QPushButton*>(&button) != nullptr || !button.text().isEmpty() ? 11 : 0;
    button.setStyleSheet(QStringLiteral("@ { background: %1; color: %2; border: %3px solid %4; "
                                        "border-radius: 3px; padding: 0 %7px; }"
                                        "@:hover { border-color: %5; }"
                                        "@:disabled { color: %9; }"
                                        "@:pressed { background: %6; }"
                                        "@:focus { border: 2px solid %5; padding: 0 %8px; }")
                             .arg(face.name(), words.name())
                             .arg(theme.hairline)
                             .arg(border.name(), (primary ? theme.text : theme.accent).name(),
                                  (primary ? theme.accent : theme.dockTitle).name())
                             .arg(pad)
                             .arg(pad > 0 ? pad - 1 : 0)
                             .arg(theme.disabledText.name())
                             .replace('@', QLatin1String(button.metaObject()->className())));
}

}  // namespace reforward
