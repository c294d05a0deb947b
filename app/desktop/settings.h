// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QSettings>
#include <QString>
#include <optional>
#include <vector>

#include "widgets/style/theme.h"

namespace reforward {

/// A file opened before, with what was said of it then.
struct RecentEntry {
    QString path;
    QString detail;  ///< "60 vertices, plan at 4.36 GiB, 17.3%"
    QDateTime opened;
};

/// What the window remembers from one start to the next.
class Settings {
  public:
    /// In the user's own settings, or in this file (tests).
    explicit Settings(const QString& file = {});

    std::vector<RecentEntry> recent() const;  ///< newest first
    /// Puts it first; at most ten are kept. The path is made absolute.
    void addRecent(const QString& path, const QString& detail);
    void clearRecent();

    /// Nothing: the system's theme.
    std::optional<ThemeKind> theme() const;
    void setTheme(std::optional<ThemeKind> theme);

    QByteArray geometry() const;
    QByteArray docks() const;
    void setWindow(const QByteArray& geometry, const QByteArray& docks);

    bool welcomeAtStart() const;
    void setWelcomeAtStart(bool shown);
    /// The folder that file dialogs begin in.
    QString folder() const;
    void setFolder(const QString& folder);

  private:
    void writeRecent(const std::vector<RecentEntry>& entries);

    QSettings store_;
};

}  // namespace reforward
