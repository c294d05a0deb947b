// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/buttons.h"

#include <QPushButton>

namespace reforward {

void styleButton(QPushButton& button, const Theme& theme, bool primary) {
    const QColor face = primary ? theme.selectedRow : theme.buttonFace;
    const QColor words = primary ? theme.selectedText : theme.text;
    const QColor border = primary ? theme.selectedRow : theme.buttonBorder;
    button.setStyleSheet(QStringLiteral("QPushButton { background: %1; color: %2; border: %3px solid %4; "
                                        "border-radius: 3px; padding: 0 11px; }"
                                        "QPushButton:hover { border-color: %5; }"
                                        "QPushButton:pressed { background: %6; }"
                                        "QPushButton:focus { border: 2px solid %5; padding: 0 10px; }")
                             .arg(face.name(), words.name())
                             .arg(theme.hairline)
                             .arg(border.name(), (primary ? theme.text : theme.accent).name(),
                                  (primary ? theme.accent : theme.dockTitle).name()));
}

}  // namespace reforward
