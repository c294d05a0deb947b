// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/style/theme.h"

class QAbstractButton;

namespace reforward {

/// A button in the theme's colours: the one that Enter presses filled (`primary`), the others plain.
void styleButton(QAbstractButton& button, const Theme& theme, bool primary);

}  // namespace reforward
