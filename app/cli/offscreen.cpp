// SPDX-License-Identifier: Apache-2.0
#include "app/cli/offscreen.h"

#include <clocale>
#include <cstdio>

#include "widgets/style/type.h"

namespace reforward::cli {

namespace {

// Qt's remarks on the desktop (no runtime folder, no theme) mean nothing to a command without a window;
// what fails when a picture is written is thrown.
void severeOnly(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (type == QtCriticalMsg || type == QtFatalMsg) {
        std::fprintf(stderr, "reforward-cli: %s\n", message.toUtf8().constData());
    }
}

}  // namespace

OffscreenApplication::OffscreenApplication() {
    qInstallMessageHandler(severeOnly);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    application_ = std::make_unique<QApplication>(argumentCount_, arguments_);
    // Qt takes the environment's locale; figures in files keep their decimal points.
    std::setlocale(LC_NUMERIC, "C");
    QApplication::setFont(pictureFont());
}

}  // namespace reforward::cli
