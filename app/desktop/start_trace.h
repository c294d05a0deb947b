// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "app/desktop/session.h"

namespace reforward {

/// With REFORWARD_TRACE_START in the environment: prints on standard error how long after the start of the
/// process the first picture of the opened graph was painted. For measuring only.
class StartTrace : public QObject {
    Q_OBJECT

  public:
    /// Does nothing unless asked for.
    static void install(const Session& session, QWidget& canvas, QObject* parent);
    /// Milliseconds since the process was started, by the system's clock.
    static double sinceStart();

    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    StartTrace(const Session& session, QObject* parent) : QObject(parent), session_(session) {}

    const Session& session_;
};

}  // namespace reforward
