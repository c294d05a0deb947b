// SPDX-License-Identifier: Apache-2.0
#include "app/cli/offscreen.h"

#include <clocale>

#include "widgets/style/type.h"

namespace reforward::cli {

OffscreenApplication::OffscreenApplication() {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    application_ = std::make_unique<QApplication>(argumentCount_, arguments_);
    // Qt takes the environment's locale; figures in files keep their decimal points.
    std::setlocale(LC_NUMERIC, "C");
    QApplication::setFont(pictureFont());
}

}  // namespace reforward::cli
