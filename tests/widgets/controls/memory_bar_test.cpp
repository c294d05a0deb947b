// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/memory_bar.h"

#include <QImage>
#include <QTest>

#include "tests/support/test_main.h"

using namespace reforward;

class MemoryBarTest : public QObject {
    Q_OBJECT

    static constexpr std::int64_t gib = std::int64_t{1} << 30;

    /// 1 GiB of parameters, 1 of gradients, 2 of Adam, and this peak.
    static TrainingMemory memoryOf(std::int64_t peak) {
        TrainingMemory memory;
        memory.parameters = memory.gradients = Bytes(gib);
        memory.optimizer = Bytes(2 * gib);
        memory.peak = Bytes(peak);
        return memory;
    }

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void wordsSayWhetherItFits() {
        MemoryBar bar;
        QCOMPARE(bar.text(), QString());
        bar.setMemory(memoryOf(gib), Optimizer::adam, Bytes(8 * gib), "8 GiB card");
        QCOMPARE(bar.text(), QString("5.00 GiB with parameters, fits"));
        QVERIFY(bar.fits());
        bar.setMemory(memoryOf(4 * gib), Optimizer::adam, Bytes(8 * gib), "8 GiB card");
        QCOMPARE(bar.text(), QString("8.00 GiB with parameters, fits"));
        bar.setMemory(memoryOf(6 * gib), Optimizer::adam, Bytes(8 * gib), "8 GiB card");
        QCOMPARE(bar.text(), QString("2.00 GiB over with parameters"));
        QVERIFY(!bar.fits());
        QCOMPARE(bar.accessibleName(), bar.text());
        bar.setMemory(memoryOf(gib), Optimizer::adam, std::nullopt, "");
        QCOMPARE(bar.text(), QString("5.00 GiB with parameters"));
        TrainingMemory none;
        none.peak = Bytes(gib);
        bar.setMemory(none, Optimizer::sgd, Bytes(8 * gib), "8 GiB card");
        QCOMPARE(bar.text(), QString("1.00 GiB, fits"));
        QVERIFY(bar.toolTip().contains("states no parameters"));
    }

    void theTooltipHasEveryPart() {
        MemoryBar bar;
        bar.setMemory(memoryOf(3 * gib), Optimizer::adamw, Bytes(8 * gib), "8 GiB card");
        for (const char* words : {"Parameters", "Their gradients", "AdamW state", "The plan's peak", "In all",
                                  "7.00 GiB", "7,516,192,768 B", "8 GiB card"}) {
            QVERIFY2(bar.toolTip().contains(words), words);
        }
    }

    // Eighths of the bar: 1 parameters, 1 gradients, 2 optimizer, 2 peak, 2 free.
    void partsHaveTheirShare() {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            const Theme& colours = theme(kind);
            MemoryBar bar;
            bar.setTheme(colours);
            bar.resize(800, bar.height());
            bar.setMemory(memoryOf(2 * gib), Optimizer::adam, Bytes(8 * gib), "8 GiB card");
            const QImage image = bar.grab().toImage();
            const auto at = [&](double eighths) {
                return image.pixelColor(int(eighths * 100), image.height() - 4);
            };
            QCOMPARE(at(0.5), colours.boundEdge);
            QCOMPARE(at(1.5), colours.bandGradients);
            QCOMPARE(at(3), colours.bandWorkspace);
            QCOMPARE(at(5), colours.bandKept);
            QCOMPARE(at(7), colours.softLine);
        }
    }

    // Of 16 GiB an 8 GiB card is half; the line stands there.
    void whatIsOverPassesTheLine() {
        const Theme& colours = theme(ThemeKind::light);
        MemoryBar bar;
        bar.setTheme(colours);
        bar.resize(800, bar.height());
        bar.setMemory(memoryOf(12 * gib), Optimizer::adam, Bytes(8 * gib), "8 GiB card");
        const QImage image = bar.grab().toImage();
        QCOMPARE(image.pixelColor(400, image.height() - 4), colours.budgetLine);
        QCOMPARE(image.pixelColor(700, image.height() - 4), colours.bandKept);
    }

    void anySize() {
        MemoryBar bar;
        bar.setMemory({}, Optimizer::adam, std::nullopt, "");
        for (const int width : {1, 30, 3000}) {
            bar.resize(width, bar.height());
            QVERIFY(!bar.grab().isNull());
        }
    }
};

REFORWARD_TEST("memory_bar", MemoryBarTest);
#include "memory_bar_test.moc"
