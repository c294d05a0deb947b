// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/style/theme.h"

class QPushButton;

namespace reforward {

/// A push button in the theme's colours: the one that Enter presses filled (`primary`), the others plain.
void styleButton(QPushButton& button, const Theme& theme, bool primary);

}  // namespace reforward
