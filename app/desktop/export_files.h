// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string>

#include "app/desktop/session.h"
#include "widgets/style/theme.h"

class QWidget;

namespace reforward {

/// A picture to be written, apart from the session, so that a worker thread can write it.
struct PictureJob {
    CanvasContentPtr content;
    GraphLayoutPtr layout;
    PlanPtr plan;  ///< may be null
    std::string title;
    Theme theme;
};

// What the window writes. Each is whole or not at all and throws Error (input) naming file and reason, or
// (usage) where there is nothing to write or the suffix is none of those offered.

/// The plan of a pane as a plan file.
void exportPlan(const Session& session, std::size_t pane, const std::string& path);
/// The graph with the plan of a pane, as it is now.
PictureJob pictureJob(const Session& session, std::size_t pane, const Theme& theme);
/// SVG, PNG (at 2 px a px) or PDF by suffix. Thread: any.
void exportPicture(const PictureJob& job, const std::string& path);
/// All known plans: CSV or JSON; their chart: SVG, PNG or PDF.
void exportFrontier(const Session& session, const std::string& path, const Theme& theme);

/// A file dialog for saving. `filters` as QFileDialog takes them; a name without a suffix gets that of the
/// chosen filter. "" where it was cancelled.
QString askSavePath(QWidget* parent, const QString& title, const QString& folder, const QString& name,
                    const QStringList& filters);
/// "unet-best-60pct.plan.json": a name that says what is in it.
QString suggestedName(const Session& session, std::size_t pane, const QString& suffix);

}  // namespace reforward
