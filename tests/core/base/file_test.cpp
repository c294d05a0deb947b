// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/error.h"
#include "tests/support/test_main.h"

using namespace reforward;

class FileTest : public QObject {
    Q_OBJECT
  private slots:
    void writesAndReads() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("plan.json").toStdString();
        const std::string bytes("a\0b\n\xff", 5);
        writeFile(path, bytes);
        QCOMPARE(readFile(path), bytes);
        writeFile(path, "short");
        QCOMPARE(readFile(path), std::string("short"));
        // Nothing else stays in the folder.
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
    }
    void failedWriteLeavesTheOldFile() {
        const QTemporaryDir folder;
        const std::string missing = folder.filePath("no/such/plan.json").toStdString();
        QVERIFY_THROWS_EXCEPTION(Error, writeFile(missing, "x"));
        // Renaming over a folder fails after all was written.
        QVERIFY(QDir(folder.path()).mkdir("taken"));
        QVERIFY_THROWS_EXCEPTION(Error, writeFile(folder.filePath("taken").toStdString(), "x"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 0);
    }
    void refusals() {
        const QTemporaryDir folder;
        try {
            readFile(folder.filePath("nothing").toStdString());
            QFAIL("a missing file was read");
        } catch (const Error& e) {
            QCOMPARE(e.kind(), ErrorKind::input);
            QVERIFY(e.context().file.ends_with("nothing"));
        }
        QVERIFY_THROWS_EXCEPTION(Error, readFile(folder.path().toStdString()));
        const std::string path = folder.filePath("big").toStdString();
        writeFile(path, "12345");
        QVERIFY_THROWS_EXCEPTION(Error, readFile(path, 4));
        QVERIFY_THROWS_EXCEPTION(Error, readFile("/dev/zero"));
    }
};

REFORWARD_TEST("file", FileTest);
#include "file_test.moc"
