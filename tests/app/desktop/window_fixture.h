// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QTemporaryDir>
#include <memory>

#include "app/desktop/main_window.h"
#include "widgets/style/type.h"

namespace reforward::tests {

/// A window of its own: settings in a folder that goes with it, the pictures' font, the light theme.
class WindowFixture {
  public:
    explicit WindowFixture(std::vector<const Strategy*> strategies, QSize size = {1600, 1000})
        : settings(folder.filePath("settings.ini")), themes(*qApp), session(std::move(strategies)) {
        QApplication::setFont(pictureFont());
        themes.setChoice(ThemeKind::light);
        window = std::make_unique<MainWindow>(session, settings, themes);
        window->resize(size);
        window->show();
    }

    QTemporaryDir folder;
    Settings settings;
    ThemeManager themes;
    Session session;
    std::unique_ptr<MainWindow> window;
};

/// All strategies of the registry.
inline std::vector<const Strategy*> allStrategies() {
    return {strategies().begin(), strategies().end()};
}

inline std::string sampleFile(const char* name) {
    return std::string(REFORWARD_SOURCE_DIR "/resources/samples/") + name;
}

}  // namespace reforward::tests
