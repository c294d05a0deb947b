// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <cstdio>

#include "app/desktop/arguments.h"
#include "app/desktop/canvas_area.h"
#include "app/desktop/main_window.h"
#include "app/desktop/screenshot.h"
#include "app/desktop/start_trace.h"
#include "widgets/style/type.h"

using namespace reforward;

namespace {

constexpr QSize pictureSize(1600, 1000);

int fail(const Error& error) {
    std::fprintf(stderr, "reforward: %s\n", error.what());
    return static_cast<int>(error.kind());
}

bool wantsScreenshot(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]).starts_with("--screenshot")) return true;
    }
    return false;
}

int run(QApplication& application, const Arguments& arguments,
        const std::vector<const Strategy*>& strategies) {
    const bool picture = !arguments.screenshot.isEmpty();
    if (picture) application.setFont(pictureFont());
    ThemeManager themes(application);
    Settings settings;
    themes.setChoice(arguments.theme ? arguments.theme : picture ? ThemeKind::light : settings.theme());

    Session session(strategies);
    // Import and layout begin at once, beside the making of the window.
    if (arguments.open) session.open(*arguments.open);
    MainWindow window(session, settings, themes, !picture);
    StartTrace::install(session, *window.canvasArea()->pane(0)->canvas(), &window);
    if (arguments.size || picture) window.resize(arguments.size.value_or(pictureSize));
    window.show();
    if (!picture) return QApplication::exec();

    int code = 0;
    Screenshot screenshot(session, window, arguments.screenshot);
    QObject::connect(&screenshot, &Screenshot::done, &application, [&](const std::optional<Error>& error) {
        if (error) code = fail(*error);
        QApplication::quit();
    });
    QApplication::exec();
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    // A picture needs no display, and is the same with one.
    if (wantsScreenshot(argc, argv) && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName("Reforward");
    QApplication::setOrganizationName("Reforward");
    QApplication::setApplicationVersion(REFORWARD_VERSION);
    const std::vector<const Strategy*> all(strategies().begin(), strategies().end());
    try {
        const Arguments arguments = parseArguments(QApplication::arguments(), all);
        if (!arguments.helpOrVersion.isEmpty()) {
            std::fputs(qUtf8Printable(arguments.helpOrVersion), stdout);
            return 0;
        }
        return run(application, arguments, all);
    } catch (const Error& error) {
        return fail(error);
    }
}
