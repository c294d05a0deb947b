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
        QVERIFY_EXCEPTION_THROWN(writeFile(missing, "x"), Error);
        // Renaming over a folder fails after all was written.
        QVERIFY(QDir(folder.path()).mkdir("taken"));
        QVERIFY_EXCEPTION_THROWN(writeFile(folder.filePath("taken").toStdString(), "x"), Error);
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
        QVERIFY_EXCEPTION_THROWN(readFile(folder.path().toStdString()), Error);
        const std::string path = folder.filePath("big").toStdString();
        writeFile(path, "12345");
        QVERIFY_EXCEPTION_THROWN(readFile(path, 4), Error);
        QVERIFY_EXCEPTION_THROWN(readFile("/dev/zero"), Error);
    }
};

REFORWARD_TEST("file", FileTest);
#include "file_test.moc"
