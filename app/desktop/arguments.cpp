// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/arguments.h"

#include <QCommandLineParser>
#include <QRegularExpression>
#include <algorithm>

#include "core/base/budget.h"

namespace reforward {

namespace {

constexpr int largestSide = 16384;

[[noreturn]] void refuse(const QString& reason) {
    throw Error(ErrorKind::usage, reason.toStdString());
}

std::string offered(const QString& name, const std::vector<const Strategy*>& strategies) {
    QStringList names;
    for (const Strategy* each : strategies)
        names << QString::fromStdString(each->info().name);
    if (!names.contains(name)) {
        refuse(QString("there is no strategy '%1'; there are %2").arg(name, names.join(", ")));
    }
    return name.toStdString();
}

QSize sizeOf(const QString& text) {
    static const QRegularExpression form(R"(^(\d{1,5})x(\d{1,5})$)");
    const QRegularExpressionMatch match = form.match(text);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    if (!match.hasMatch() || size.isEmpty() || std::max(size.width(), size.height()) > largestSide) {
        refuse(QString("'%1' is no size; write it as 1600x1000").arg(text));
    }
    return size;
}

}  // namespace

Arguments parseArguments(const QStringList& arguments, const std::vector<const Strategy*>& strategies) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Explores which values of a network to keep and which to compute again.");
    parser.addPositionalArgument("MODEL", "ONNX, graph JSON, GraphML or DOT file to open.", "[MODEL]");
    const QCommandLineOption plan("plan", "Shows this plan file of the model.", "PLAN.json");
    const QCommandLineOption budget("budget", "Budget: bytes, 2GiB, or 60% of keep-all.", "B");
    const QCommandLineOption strategyOption("strategy", "Strategy to begin with.", "NAME");
    const QCommandLineOption compare("compare", "Shows two strategies side by side.", "NAME,NAME");
    const QCommandLineOption themeOption("theme", "light, dark or high-contrast.", "THEME");
    const QCommandLineOption size("size", "Size of the window in pixels.", "WxH");
    const QCommandLineOption screenshot("screenshot", "Renders the finished window to a picture and exits.",
                                        "FILE.png");
    const QCommandLineOption help({"h", "help"}, "Shows this help.");
    const QCommandLineOption version("version", "Shows the version.");
    parser.addOptions({plan, budget, strategyOption, compare, themeOption, size, screenshot, help, version});
    if (!parser.parse(arguments)) refuse(parser.errorText().toLower());

    Arguments result;
    if (parser.isSet(help)) result.helpOrVersion = parser.helpText();
    if (parser.isSet(version))
        result.helpOrVersion = "reforward " + QCoreApplication::applicationVersion() + '\n';
    const QStringList models = parser.positionalArguments();
    if (models.size() > 1) refuse(QString("one model at a time, not %1").arg(models.size()));
    if (models.isEmpty()) {
        for (const QCommandLineOption& each : {plan, budget, strategyOption, compare}) {
            if (parser.isSet(each)) refuse(QString("--%1 needs a model").arg(each.names().front()));
        }
    } else {
        OpenRequest& open = result.open.emplace();
        open.path = models.front().toStdString();
        open.planPath = parser.value(plan).toStdString();
        open.budget = parser.value(budget).toStdString();
        if (!open.budget.empty()) parseBudget(open.budget, Bytes(1));  // a fault before any window
        if (parser.isSet(strategyOption)) open.strategy = offered(parser.value(strategyOption), strategies);
        if (parser.isSet(compare)) {
            const QStringList names = parser.value(compare).split(',');
            if (names.size() != 2) refuse("--compare takes two strategies: NAME,NAME");
            if (names[0] == names[1]) refuse("--compare takes two different strategies");
            for (const QString& name : names)
                open.compare.push_back(offered(name, strategies));
        }
    }
    if (parser.isSet(themeOption)) {
        result.theme = themeByName(parser.value(themeOption));
        if (!result.theme) {
            refuse(QString("there is no theme '%1'; there are light, dark, high-contrast")
                       .arg(parser.value(themeOption)));
        }
    }
    if (parser.isSet(size)) result.size = sizeOf(parser.value(size));
    result.screenshot = parser.value(screenshot);
    if (parser.isSet(screenshot) && !result.screenshot.endsWith(".png", Qt::CaseInsensitive)) {
        refuse("--screenshot writes a PNG; name it FILE.png");
    }
    return result;
}

}  // namespace reforward
