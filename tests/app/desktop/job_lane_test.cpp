// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/job_lane.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <atomic>

#include "core/base/error.h"
#include "tests/support/test_main.h"

namespace reforward {

namespace {

void ignore(const std::exception_ptr&) {}

void waitUntilStopped(const Control& control) {
    while (!control.shouldStop())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

class JobLaneTest : public QObject {
    Q_OBJECT

  private slots:
    void deliversOnTheThreadOfTheLane();
    void aNewRequestStopsTheOldOneWhoseResultIsDropped();
    void manyRequestsLeaveOneRunning();
    void cancelStillDelivers();
    void discardDeliversNothing();
    void cancelForgetsTheWaitingOne();
    void whatIsThrownIsReported();
    void destructionWaitsForTheJob();
    void progressComesAtMostTwentyTimesASecond();
};

void JobLaneTest::deliversOnTheThreadOfTheLane() {
    JobLane lane;
    QSignalSpy busy(&lane, &JobLane::busyChanged);
    QThread *worked = nullptr, *delivered = nullptr;
    lane.request(
        [&](const JobLane::Job& job) {
            worked = QThread::currentThread();
            job.post([&] { delivered = QThread::currentThread(); });
        },
        ignore);
    QVERIFY(lane.busy());
    QTRY_VERIFY(!lane.busy());
    QCOMPARE(delivered, QThread::currentThread());
    QVERIFY(worked != delivered);
    QCOMPARE(busy.count(), 2);
}

void JobLaneTest::aNewRequestStopsTheOldOneWhoseResultIsDropped() {
    JobLane lane;
    QList<int> results;
    std::atomic<bool> entered = false;
    lane.request(
        [&](const JobLane::Job& job) {
            entered = true;
            waitUntilStopped(job.control());
            job.post([&] { results << 1; });
        },
        ignore);
    QTRY_VERIFY(entered);
    lane.request([&](const JobLane::Job& job) { job.post([&] { results << 2; }); }, ignore);
    QTRY_VERIFY(!lane.busy());
    QCOMPARE(results, QList<int>{2});
    QCOMPARE(lane.startedCount(), std::uint64_t{2});
}

void JobLaneTest::manyRequestsLeaveOneRunning() {
    JobLane lane;
    std::atomic<int> running = 0, most = 0;
    int last = -1;
    for (int i = 0; i < 500; ++i) {
        lane.request(
            [&, i](const JobLane::Job& job) {
                most = std::max<int>(most, ++running);
                if (i < 499) waitUntilStopped(job.control());
                --running;
                job.post([&last, i] { last = i; });
            },
            ignore);
    }
    QTRY_VERIFY(!lane.busy());
    QCOMPARE(last, 499);
    QCOMPARE(most.load(), 1);
}

void JobLaneTest::cancelStillDelivers() {
    JobLane lane;
    std::atomic<bool> entered = false;
    bool delivered = false;
    lane.request(
        [&](const JobLane::Job& job) {
            entered = true;
            waitUntilStopped(job.control());
            job.post([&] { delivered = true; });
        },
        ignore);
    QTRY_VERIFY(entered);
    lane.cancel();
    QTRY_VERIFY(!lane.busy());
    QVERIFY(delivered);
}

void JobLaneTest::discardDeliversNothing() {
    JobLane lane;
    std::atomic<bool> entered = false, left = false;
    bool delivered = false;
    lane.request(
        [&](const JobLane::Job& job) {
            entered = true;
            waitUntilStopped(job.control());
            job.post([&] { delivered = true; });
            left = true;
        },
        ignore);
    QTRY_VERIFY(entered);
    lane.discard();
    QVERIFY(!lane.busy());
    QTRY_VERIFY(left);
    QCoreApplication::processEvents();
    QVERIFY(!delivered);
}

void JobLaneTest::cancelForgetsTheWaitingOne() {
    JobLane lane;
    std::atomic<bool> entered = false, second = false;
    lane.request(
        [&](const JobLane::Job& job) {
            entered = true;
            waitUntilStopped(job.control());
        },
        ignore);
    QTRY_VERIFY(entered);
    lane.request([&](const JobLane::Job&) { second = true; }, ignore);
    lane.cancel();
    // Either it was still waiting and is forgotten, or it had begun; in both cases the lane comes to rest.
    QTRY_VERIFY(!lane.busy());
    QCOMPARE(second.load(), lane.startedCount() == 2);
}

void JobLaneTest::whatIsThrownIsReported() {
    JobLane lane;
    QString said;
    lane.request([](const JobLane::Job&) { throw Error(ErrorKind::input, "broken"); },
                 [&](const std::exception_ptr& thrown) {
                     try {
                         std::rethrow_exception(thrown);
                     } catch (const Error& error) {
                         said = error.what();
                     }
                 });
    QTRY_COMPARE(said, QString("broken"));
    QVERIFY(!lane.busy());
}

void JobLaneTest::destructionWaitsForTheJob() {
    std::atomic<bool> left = false;
    {
        JobLane lane;
        std::atomic<bool> entered = false;
        lane.request(
            [&](const JobLane::Job& job) {
                entered = true;
                waitUntilStopped(job.control());
                job.post([] { QFAIL("delivered to a lane that is gone"); });
                left = true;
            },
            ignore);
        QTRY_VERIFY(entered);
    }
    QVERIFY(left);
    QCoreApplication::processEvents();
}

void JobLaneTest::progressComesAtMostTwentyTimesASecond() {
    JobLane lane;
    QSignalSpy progress(&lane, &JobLane::progressed);
    QElapsedTimer timer;
    timer.start();
    lane.request(
        [](const JobLane::Job& job) {
            for (int i = 0; i < 100000; ++i)
                job.control().progress(i / 1e5, "counting");
        },
        ignore);
    QTRY_VERIFY(!lane.busy());
    QVERIFY(progress.count() >= 1);
    QVERIFY(progress.count() <= 1 + timer.elapsed() / 50);
    QCOMPARE(progress.first().at(1).toString(), QString("counting"));
}

REFORWARD_TEST("job_lane", JobLaneTest);
REFORWARD_TEST_APPLICATION(QApplication);

}  // namespace reforward

#include "job_lane_test.moc"
