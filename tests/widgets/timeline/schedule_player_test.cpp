// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/schedule_player.h"

#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/widgets/timeline/graphs.h"

using namespace reforward;
using namespace reforward::tests;

class SchedulePlayerTest : public QObject {
    Q_OBJECT

    static QToolButton* button(SchedulePlayer& player, const QString& name) {
        for (QToolButton* each : player.findChildren<QToolButton*>()) {
            if (each->accessibleName() == name) return each;
        }
        return nullptr;
    }
    static QString words(SchedulePlayer& player) {
        QStringList all;
        for (QLabel* label : player.findChildren<QLabel*>())
            all << label->text().remove(QRegularExpression("<[^>]*>"));
        return all.join(" | ");
    }

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void buttonsStepAndSayWhere() {
        const auto graph = pair();
        SchedulePlayer player;
        player.setData(graph, timelineData(*graph, keepAllSchedule(*graph)));
        QCOMPARE(words(player), QString("Step 1 of 4 | forward a | live 4 B"));
        QVERIFY(!button(player, "Step back")->isEnabled());
        QSignalSpy changed(&player, &SchedulePlayer::runChanged);
        button(player, "Step forward")->click();
        button(player, "Step forward")->click();
        QCOMPARE(words(player), QString("Step 3 of 4 | backward b | live 10 B"));
        button(player, "Last step")->click();
        QCOMPARE(player.run(), 3U);
        QVERIFY(!button(player, "Last step")->isEnabled());
        button(player, "First step")->click();
        QCOMPARE(player.run(), 0U);
        QCOMPARE(changed.size(), 4);
    }

    void sliderScrubs() {
        const auto graph = pair();
        SchedulePlayer player;
        player.setData(graph, timelineData(*graph, keepAllSchedule(*graph)));
        QSignalSpy changed(&player, &SchedulePlayer::runChanged);
        player.findChild<QSlider*>()->setValue(2);
        QCOMPARE(player.run(), 2U);
        player.setRun(1);  // from outside: shown, not told
        QCOMPARE(player.findChild<QSlider*>()->value(), 1);
        QCOMPARE(changed.size(), 1);
    }

    void playsToTheEndAndStops() {
        const auto graph = pair();
        SchedulePlayer player;
        player.setData(graph, timelineData(*graph, keepAllSchedule(*graph)));
        QSignalSpy playing(&player, &SchedulePlayer::playingChanged);
        button(player, "Play")->click();
        QVERIFY(player.playing());
        QVERIFY(button(player, "Pause"));
        QTRY_VERIFY(!player.playing());
        QCOMPARE(player.run(), 3U);
        QCOMPARE(playing.size(), 2);
        player.setPlaying(true);  // again from the start
        QCOMPARE(player.run(), 0U);
        player.setPlaying(false);
    }

    void withoutAPlanNothingIsEnabled() {
        SchedulePlayer player;
        player.setData(nullptr, {});
        for (QToolButton* each : player.findChildren<QToolButton*>())
            QVERIFY(!each->isEnabled());
        player.setPlaying(true);
        QVERIFY(!player.playing());
    }
};

REFORWARD_TEST("schedule_player", SchedulePlayerTest);
#include "schedule_player_test.moc"
