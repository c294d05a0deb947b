// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>
#include <QString>
#include <QStringList>

namespace reforward::tests {

/// Writes a chain of `count` vertices of 1 MiB with a skip over its middle as node-link JSON; the path.
inline QString writeChain(const QString& folder, const QString& name, int count, bool batch = false) {
    QString nodes, links;
    for (int i = 0; i < count; ++i) {
        nodes += QString(R"(%1{"id": "v%2", "op": "Conv", "memory": 1048576, "time": 1})")
                     .arg(i ? ", " : "")
                     .arg(i);
        if (i > 0)
            links +=
                QString(R"(%1{"source": "v%2", "target": "v%3"})").arg(i > 1 ? ", " : "").arg(i - 1).arg(i);
    }
    links += QString(R"(, {"source": "v%1", "target": "v%2"})").arg(count / 4).arg(count / 4 * 3);
    const QString graph = batch ? R"({"name": "chain", "batch": 4})" : R"({"name": "chain"})";
    QFile file(folder + '/' + name);
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(
        QString(R"({"directed": true, "multigraph": false, "graph": %1, "nodes": [%2], "links": [%3]})")
            .arg(graph, nodes, links)
            .toUtf8());
    return file.fileName();
}

/// Writes a chain of `blocks` modules "net/0", "net/1" ... of `size` vertices of 1 MiB each, named "b3_7",
/// with a vertex before and after; the path.
inline QString writeBlocks(const QString& folder, const QString& name, int blocks, int size) {
    QStringList nodes, links;
    QString last;
    const auto add = [&](const QString& id, const QString& module) {
        nodes += QString(R"({"id": "%1", "op": "Conv", "memory": 1048576, "time": 1, "module": "%2"})")
                     .arg(id, module);
        if (!last.isEmpty()) links += QString(R"({"source": "%1", "target": "%2"})").arg(last, id);
        last = id;
    };
    add("first", "");
    for (int b = 0; b < blocks; ++b) {
        for (int i = 0; i < size; ++i)
            add(QString("b%1_%2").arg(b).arg(i), QString("net/%1").arg(b));
    }
    add("last", "");
    QFile file(folder + '/' + name);
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(QString(R"({"directed": true, "graph": {}, "nodes": [%1], "links": [%2]})")
                   .arg(nodes.join(','), links.join(','))
                   .toUtf8());
    return file.fileName();
}

inline QString writeText(const QString& folder, const QString& name, const QByteArray& text) {
    QFile file(folder + '/' + name);
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(text);
    return file.fileName();
}

}  // namespace reforward::tests
