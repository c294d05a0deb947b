// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string>

#include "app/desktop/session.h"
#include "widgets/style/theme.h"

class QWidget;

namespace reforward {

// What the window writes. Each is whole or not at all and throws Error (input) naming file and reason, or
// (usage) where there is nothing to write or the suffix is none of those offered.

/// The plan of a pane as a plan file.
void exportPlan(const Session& session, std::size_t pane, const std::string& path);
/// The graph with the plan of a pane: SVG, PNG or PDF by suffix.
void exportPicture(const Session& session, std::size_t pane, const std::string& path, const Theme& theme);
/// All known plans: CSV or JSON; their chart: SVG, PNG or PDF.
void exportFrontier(const Session& session, const std::string& path, const Theme& theme);

/// A file dialog for saving. `filters` as QFileDialog takes them; a name without a suffix gets that of the
/// chosen filter. "" where it was cancelled.
QString askSavePath(QWidget* parent, const QString& title, const QString& folder, const QString& name,
                    const QStringList& filters);
/// "unet-best-60pct.plan.json": a name that says what is in it.
QString suggestedName(const Session& session, std::size_t pane, const QString& suffix);

}  // namespace reforward
