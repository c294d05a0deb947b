// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "app/desktop/session.h"
#include "widgets/style/theme.h"

namespace reforward {

/// The command line of the window program (formats.md, its end).
struct Arguments {
    std::optional<OpenRequest> open;  ///< nothing: the welcome page
    std::optional<ThemeKind> theme;   ///< nothing: as the settings say
    std::optional<QSize> size;
    QString screenshot;     ///< file to write the finished window to, or ""
    QString helpOrVersion;  ///< text to print instead of starting, or ""
};

/// Throws Error (usage) naming what is wrong and what is offered: an unknown option, theme or strategy, a
/// size that is no WxH within 1..16384, a budget without a model and the like.
Arguments parseArguments(const QStringList& arguments, const std::vector<const Strategy*>& strategies);

}  // namespace reforward
