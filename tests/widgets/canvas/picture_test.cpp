// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/picture.h"

#include <QFile>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "core/base/error.h"
#include "tests/support/test_main.h"
#include "tests/widgets/canvas/sample.h"

using namespace reforward;
using namespace reforward::tests;

class PictureTest : public QObject {
    Q_OBJECT

  private:
    Sample sample_;
    QTemporaryDir folder_;
    PlanPtr plan_ =
        planOf({VertexState::kept, VertexState::recomputed, VertexState::dropped, VertexState::kept});

    std::string path(const char* name) const { return folder_.filePath(QLatin1String(name)).toStdString(); }
    PictureInfo save(const std::string& file, PictureOptions options = {}) const {
        return savePicture(file, sample_.content, sample_.layout, plan_.get(), theme(ThemeKind::light),
                           options);
    }
    static QByteArray bytes(const std::string& file) {
        QFile f(QString::fromStdString(file));
        return f.open(QIODevice::ReadOnly) ? f.readAll() : QByteArray();
    }
    template <class F>
    static ErrorKind kindOf(F&& f) {
        try {
            f();
        } catch (const Error& error) {
            return error.kind();
        }
        return ErrorKind::interrupted;
    }

  private slots:
    void svgHoldsEveryLabelAsText() {
        PictureOptions options;
        options.title = "Four vertices & a skip";
        save(path("a.svg"), options);
        QXmlStreamReader xml(bytes(path("a.svg")));
        QStringList texts;
        while (!xml.atEnd()) {
            if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text")) {
                texts += xml.readElementText().trimmed();
            }
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        for (const char* label : {"a", "b", "c", "d", "635 MiB", "76.6 MiB", "4 B", "Legend", "Recomputed",
                                  "Four vertices & a skip"}) {
            QVERIFY2(texts.contains(QLatin1String(label)), label);
        }
    }

    void pngIsOfTheStatedSize() {
        // The graph is 160 x 126 px (a lane beside four rows), 24 px of margin all round.
        for (const double scale : {0.25, 1.0, 2.0}) {
            PictureOptions options;
            options.scale = scale;
            options.legend = false;
            const PictureInfo info = save(path("a.png"), options);
            const QImage image(QString::fromStdString(path("a.png")));
            QCOMPARE(info.scale, scale);
            QCOMPARE(image.size(), QSize(info.width, info.height));
            // Margins, like title and legend, do not get smaller than at 100%.
            const double margins = 48 * std::max(1.0, scale);
            QVERIFY(std::abs(image.width() - (160 * scale + margins)) <= 1);
            QVERIFY(std::abs(image.height() - (126 * scale + margins)) <= 1);
            QCOMPARE(image.text(QStringLiteral("Scale")), QString::number(scale));
        }
        QCOMPARE(pictureSize(*sample_.layout, {.legend = false, .title = {}, .marks = {}}), QSizeF(208, 174));
    }

    void pngShowsTheStates() {
        save(path("b.png"));
        const QImage image(QString::fromStdString(path("b.png")));
        // The first box lies at the margin's corner, rows are 34 px apart.
        const auto at = [&](int box) { return image.pixelColor(24 + 74, 24 + 12 + 34 * box); };
        QCOMPARE(at(0), theme(ThemeKind::light).kept.fill);
        QCOMPARE(at(2), theme(ThemeKind::light).canvas);
    }

    void aPaintersScaleDecidesTheDetail() {
        // A thumbnail: a tenth of the size, flat fills, no text; its device has two pixels each px.
        PictureOptions options;
        options.legend = false;
        QImage image(80, 60, QImage::Format_RGB32);
        image.setDevicePixelRatio(2);
        image.fill(Qt::red);
        QPainter painter(&image);
        painter.translate(5, 4);
        painter.scale(0.1, 0.1);
        renderGraph(painter, sample_.content, sample_.layout, plan_.get(), theme(ThemeKind::light), options);
        QCOMPARE(painter.worldTransform(), QTransform(0.1, 0, 0, 0.1, 5, 4));
        painter.end();
        const auto at = [&](double x, double y) {
            return image.pixelColor(static_cast<int>((5 + x * 0.1) * 2), static_cast<int>((4 + y * 0.1) * 2));
        };
        QCOMPARE(at(98, 36), theme(ThemeKind::light).kept.flat);
        QCOMPARE(at(98, 36 + 34), theme(ThemeKind::light).recomputed.flat);
        QCOMPARE(at(98, 36 + 68), theme(ThemeKind::light).dropped.flat);
        QCOMPARE(image.pixelColor(2, 2), QColor(Qt::red));  // outside the picture
    }

    void thePngsLongestSideIsLimited() {
        auto wide = std::make_shared<GraphLayout>(*sample_.layout);
        wide->centres.back().x = 40000;
        PictureOptions options;
        options.legend = false;
        const PictureInfo info =
            savePicture(path("wide.png"), sample_.content, wide, nullptr, theme(ThemeKind::light), options);
        QVERIFY(info.width == 32000 || info.width == 31999);
        QVERIFY(info.scale < 0.8 && info.scale > 0.79);
        QCOMPARE(QImage(QString::fromStdString(path("wide.png"))).width(), info.width);
    }

    void pdfIsAPdf() {
        save(path("a.pdf"));
        const QByteArray pdf = bytes(path("a.pdf"));
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.trimmed().endsWith("%%EOF"));
        QVERIFY(pdf.contains("/MediaBox"));
    }

    void theSuffixMayBeInCapitals() {
        save(path("b.PDF"));
        QVERIFY(bytes(path("b.PDF")).startsWith("%PDF-"));
    }

    void whatCannotBeDone() {
        QCOMPARE(kindOf([&] { save(path("a.gif")); }), ErrorKind::usage);
        PictureOptions huge;
        huge.scale = 17;
        QCOMPARE(kindOf([&] { save(path("a.png"), huge); }), ErrorKind::usage);
        QCOMPARE(kindOf([&] { save(path("no/such/folder/a.svg")); }), ErrorKind::input);
    }
};

REFORWARD_TEST("picture", PictureTest);
#include "picture_test.moc"
