// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>

#include "app/desktop/session.h"

namespace reforward {

class MainWindow;

/// Waits until the window has computed all that it shows (at most some 20 s, then it is stopped),
/// writes the window to a PNG and says so.
class Screenshot : public QObject {
    Q_OBJECT

  public:
    Screenshot(Session& session, MainWindow& window, QString path);

  signals:
    /// `error`: why there is no picture, or nothing.
    void done(const std::optional<Error>& error);

  private:
    void look();
    void take();

    Session& session_;
    MainWindow& window_;
    QString path_;
    QTimer settle_, limit_;
    std::optional<Error> error_;
};

}  // namespace reforward
