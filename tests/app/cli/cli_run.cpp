// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/cli_run.h"

#include <signal.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>

namespace reforward::tests {

namespace {

constexpr int waitMilliseconds = 120'000;

CliRun finish(QProcess& process) {
    CliRun run;
    if (process.waitForFinished(waitMilliseconds) && process.exitStatus() == QProcess::NormalExit) {
        run.exitCode = process.exitCode();
    }
    run.output = QString::fromUtf8(process.readAllStandardOutput());
    run.errors = QString::fromUtf8(process.readAllStandardError());
    return run;
}

void start(QProcess& process, const QStringList& arguments) {
    process.start(QStringLiteral(REFORWARD_BIN_DIR "/reforward-cli"), arguments);
    process.closeWriteChannel();
}

}  // namespace

CliRun runCli(const QStringList& arguments) {
    QProcess process;
    start(process, arguments);
    return finish(process);
}

CliRun runCliInterrupted(const QStringList& arguments) {
    QProcess process;
    start(process, arguments);
    process.setReadChannel(QProcess::StandardError);
    QByteArray seen;
    while (!seen.contains(": read ")) {
        if (!process.waitForReadyRead(waitMilliseconds)) break;
        seen += process.readAllStandardError();
    }
    // A moment into the work itself.
    process.waitForFinished(300);
    if (process.state() == QProcess::Running) ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    CliRun run = finish(process);
    run.errors = QString::fromUtf8(seen) + run.errors;
    return run;
}

QString dataFile(const QString& name) {
    return QStringLiteral(REFORWARD_TEST_DATA "/cli/") + name;
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject jsonFile(const QString& path) {
    return QJsonDocument::fromJson(contentOf(path)).object();
}

QByteArray lanesJson(int lanes, int length) {
    QJsonArray nodes{QJsonObject{{"id", "source"}, {"memory", 1}},
                     QJsonObject{{"id", "sink"}, {"memory", 1}}};
    QJsonArray links;
    for (int lane = 0; lane < lanes; ++lane) {
        QString before = "source";
        for (int k = 0; k < length; ++k) {
            const QString id = QString("lane%1.%2").arg(lane).arg(k);
            // Sizes and times that differ keep Pareto lists long.
            nodes.append(QJsonObject{
                {"id", id}, {"memory", 1 + (7 * lane + 3 * k) % 11}, {"time", 1.5 + lane + k % 3}});
            links.append(QJsonObject{{"source", before}, {"target", id}});
            before = id;
        }
        links.append(QJsonObject{{"source", before}, {"target", "sink"}});
    }
    const QJsonObject graph{
        {"directed", true}, {"graph", QJsonObject{{"name", "lanes"}}}, {"nodes", nodes}, {"links", links}};
    return QJsonDocument(graph).toJson();
}

}  // namespace reforward::tests
