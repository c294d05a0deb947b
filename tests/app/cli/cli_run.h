// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonDocument>
#include <QProcess>
#include <QStringList>

namespace reforward::tests {

/// What one run of reforward-cli said.
struct CliRun {
    int exitCode = -1;  ///< -1 where it crashed or did not end
    QString output, errors;

    QJsonDocument json() const { return QJsonDocument::fromJson(output.toUtf8()); }
    /// Lines on stderr.
    int errorLines() const { return static_cast<int>(errors.count('\n')); }
};

/// Runs the built program to its end (two minutes at most).
CliRun runCli(const QStringList& arguments);

/// Starts it, sends SIGINT once it has read its model (the arguments should hold -v, which says so), and
/// waits for its end.
CliRun runCliInterrupted(const QStringList& arguments);

/// Path of a file of tests/data/cli.
QString dataFile(const QString& name);
QByteArray contentOf(const QString& path);
QJsonObject jsonFile(const QString& path);

/// Lanes parallel chains of `length` vertices between a source and a sink, as node-link JSON:
/// (length + 1)^lanes + 2 lower sets.
QByteArray lanesJson(int lanes, int length);

}  // namespace reforward::tests
