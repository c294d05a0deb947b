// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/chart_export.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "core/base/error.h"
#include "tests/support/test_main.h"
#include "tests/widgets/charts/plans.h"
#include "widgets/style/theme.h"

using namespace reforward;
using namespace reforward::tests;

class ChartExportTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    static FrontierData data() {
        FrontierData all;
        all.baseline = Bytes(8 * gib);
        all.floor = Bytes(2 * gib);
        all.frontiers = {frontier("best", {{8 * gib, 0}, {4 * gib, 0.4}}),
                         frontier("chen-sqrt", {{5 * gib, 0.9}})};
        all.budget = Bytes(6 * gib);
        all.current = all.frontiers[0].pareto.plans()[0];
        all.currentStrategy = "best";
        return all;
    }
    QByteArray written(const QString& name) {
        const QString path = folder_.filePath(name);
        saveFrontierChart(path, data(), theme(ThemeKind::light), {600, 400});
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void svgIsWellFormedAndNamesAxesAndLines() {
        const QByteArray svg = written("chart.svg");
        QXmlStreamReader xml(svg);
        QString words;
        int lines = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isCharacters()) words += xml.text();
            if (xml.isStartElement() &&
                (xml.name() == QLatin1String("path") || xml.name() == QLatin1String("polyline")))
                ++lines;
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        for (const char* word : {"Peak memory, GiB", "Share of keep-all", "Extra forward, %", "Best of all",
                                 "Chen, square root", "floor 2.00", "6.00"}) {
            QVERIFY2(words.contains(QLatin1String(word)), word);
        }
        QVERIFY(lines > 10);
        QVERIFY(!svg.contains("<image"));  // lines stay lines
    }

    void pdfAndPngHaveTheirForm() {
        QVERIFY(written("chart.pdf").startsWith("%PDF-"));
        const QImage image = QImage::fromData(written("chart.PNG"));
        QCOMPARE(image.size(), QSize(1200, 800));
        QCOMPARE(image.pixelColor(2, 2), theme(ThemeKind::light).base);
    }

    void anotherSuffixIsAWrongRequest() {
        try {
            saveFrontierChart(folder_.filePath("chart.bmp"), data(), theme(ThemeKind::light));
            QFAIL("no error");
        } catch (const Error& e) {
            QCOMPARE(e.kind(), ErrorKind::usage);
            QVERIFY(QString::fromUtf8(e.what()).contains("chart.bmp"));
        }
    }

    void aFolderThatIsNotThereIsAnErrorWithTheName() {
        try {
            saveFrontierChart(folder_.filePath("none/chart.svg"), data(), theme(ThemeKind::light));
            QFAIL("no error");
        } catch (const Error& e) {
            QCOMPARE(e.kind(), ErrorKind::input);
            QVERIFY(QString::fromUtf8(e.what()).contains("chart.svg"));
        }
    }
};

REFORWARD_TEST("chart_export", ChartExportTest);
#include "chart_export_test.moc"
