// SPDX-License-Identifier: Apache-2.0
#include "core/base/process.h"

#include <QTest>

#include "tests/support/test_main.h"

using namespace reforward;
using End = ProcessResult::End;

class ProcessTest : public QObject {
    Q_OBJECT
  private slots:
    void passesMuchThrough() {
        // More than a pipe holds, both ways at once.
        std::string text(3'000'000, 'x');
        text[1'234'567] = '\0';
        const ProcessResult r = runProcess("/bin/cat", {}, text, Control());
        QCOMPARE(r.end, End::exited);
        QCOMPARE(r.exitCode, 0);
        QVERIFY(r.output == text);
    }
    void tellsTheExitCode() {
        const ProcessResult r =
            runProcess("/bin/sh", {"-c", "echo out; echo err >&2; exit 7"}, "", Control());
        QCOMPARE(r.end, End::exited);
        QCOMPARE(r.exitCode, 7);
        QCOMPARE(r.output, std::string("out\n"));
        QCOMPARE(r.errors, std::string("err\n"));
    }
    void tellsACrash() {
        QCOMPARE(runProcess("/bin/sh", {"-c", "kill -SEGV $$"}, "", Control()).end, End::crashed);
    }
    void endsAChildThatDoesNotRead() {
        const std::string text(1'000'000, 'x');
        QCOMPARE(runProcess("/bin/true", {}, text, Control()).end, End::exited);
    }
    void killsAtTheTimeLimit() {
        const Stopwatch watch;
        const ProcessResult r = runProcess("/bin/sleep", {"60"}, "", Control().withTimeLimit(0.1));
        QCOMPARE(r.end, End::timedOut);
        QVERIFY(watch.seconds() < 30);
    }
    void killsWhenCancelled() {
        std::stop_source source;
        source.request_stop();
        QCOMPARE(runProcess("/bin/sleep", {"60"}, "", Control(source.get_token())).end, End::cancelled);
    }
    void saysWhatIsNotThere() {
        QCOMPARE(runProcess("/no/such/program", {}, "", Control()).end, End::notStarted);
        QCOMPARE(runProcess("", {}, "", Control()).end, End::notStarted);
        QVERIFY(findHelper("reforward-no-such-helper").empty());
        QVERIFY(!findHelper("sh").empty());
    }
};

REFORWARD_TEST("process", ProcessTest);
#include "process_test.moc"
