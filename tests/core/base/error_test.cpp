// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <QTest>

#include "core/base/control.h"
#include "tests/support/test_main.h"

using namespace reforward;

class ErrorTest : public QObject {
    Q_OBJECT
  private slots:
    void isOneLineWithAllParts() {
        const Error e(ErrorKind::input, {"net.json", "conv1", "memory is\nnegative", "mend the file"});
        QCOMPARE(QString(e.what()), QString("net.json: node conv1: memory is negative; mend the file"));
    }
    void leavesAbsentPartsOut() {
        QCOMPARE(QString(Error(ErrorKind::usage, "no model").what()), QString("no model"));
    }
    void takesTheFileOnce() {
        const Error e = Error(ErrorKind::check, "bad").inFile("a").inFile("b");
        QCOMPARE(QString(e.what()), QString("a: bad"));
        QCOMPARE(e.kind(), ErrorKind::check);
    }
    void kindsAreTheExitCodes() {
        QCOMPARE(static_cast<int>(ErrorKind::usage), 2);
        QCOMPARE(static_cast<int>(ErrorKind::input), 3);
        QCOMPARE(static_cast<int>(ErrorKind::infeasible), 4);
        QCOMPARE(static_cast<int>(ErrorKind::check), 5);
        QCOMPARE(static_cast<int>(ErrorKind::notApplicable), 6);
        QCOMPARE(static_cast<int>(ErrorKind::interrupted), 130);
    }
    void controlStops() {
        std::stop_source source;
        const Control control(source.get_token());
        QVERIFY(!control.shouldStop());
        QVERIFY(control.withTimeLimit(0).shouldStop());
        QVERIFY(!control.withTimeLimit(0).cancelled());
        QVERIFY(!control.withTimeLimit(1e300).shouldStop());
        // The tighter of two limits holds.
        QVERIFY(control.withTimeLimit(0).withTimeLimit(1000).shouldStop());
        source.request_stop();
        QVERIFY(control.cancelled());
        QVERIFY_THROWS_EXCEPTION(Error, control.throwIfCancelled());
    }
};

REFORWARD_TEST("error", ErrorTest);
#include "error_test.moc"
