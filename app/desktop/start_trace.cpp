// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/start_trace.h"

#include <unistd.h>
#include <QEvent>
#include <QFile>
#include <QTimer>
#include <QWidget>
#include <cstdio>
#include <ctime>

namespace reforward {

double StartTrace::sinceStart() {
    // Field 22 of /proc/self/stat is the start in clock ticks since boot; the command's name, which may hold
    // blanks, ends at the last ')'.
    QFile stat("/proc/self/stat");
    if (!stat.open(QIODevice::ReadOnly)) return 0;
    const QByteArray text = stat.readAll();
    const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    constexpr int startField = 22 - 3;
    if (fields.size() <= startField) return 0;
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const double ticks = fields[startField].toDouble() * 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK));
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6 - ticks;
}

void StartTrace::install(const Session& session, QWidget& canvas, QObject* parent) {
    if (!qEnvironmentVariableIsSet("REFORWARD_TRACE_START")) return;
    canvas.installEventFilter(new StartTrace(session, parent));
}

bool StartTrace::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Paint || !session_.layout()) return false;
    watched->removeEventFilter(this);
    // After this paint event, in the next turn of the event loop.
    QTimer::singleShot(0, this, [] {
        std::fprintf(stderr, "first paint of the graph %.0f ms after the start\n", sinceStart());
    });
    return false;
}

}  // namespace reforward
