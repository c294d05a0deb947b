// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/picture.h"

#include <QFile>
#include <QImage>
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
        const QSizeF size = pictureSize(*sample_.layout, {});
        for (const double scale : {0.25, 1.0, 2.0}) {
            PictureOptions options;
            options.scale = scale;
            const PictureInfo info = save(path("a.png"), options);
            const QImage image(QString::fromStdString(path("a.png")));
            QCOMPARE(info.scale, scale);
            QCOMPARE(image.size(), QSize(info.width, info.height));
            QVERIFY(std::abs(image.width() - size.width() * scale) <= 1);
            QCOMPARE(image.text(QStringLiteral("Scale")), QString::number(scale));
        }
    }

    void pngShowsTheStates() {
        PictureOptions options;
        save(path("b.png"), options);
        const QImage image(QString::fromStdString(path("b.png")));
        const auto at = [&](std::uint32_t box) {
            constexpr double margin = 24;
            return image.pixelColor(static_cast<int>(sample_.layout->centres[box].x + margin),
                                    static_cast<int>(sample_.layout->centres[box].y + margin));
        };
        QCOMPARE(at(0), theme(ThemeKind::light).kept.fill);
        QCOMPARE(at(2), theme(ThemeKind::light).canvas);
    }

    void thePngsLongestSideIsLimited() {
        // One box 40,000 px wide at scale 1.
        auto wide = std::make_shared<GraphLayout>(*sample_.layout);
        wide->width = 40000;
        PictureOptions options;
        options.legend = false;
        const PictureInfo info =
            savePicture(path("wide.png"), sample_.content, wide, nullptr, theme(ThemeKind::light), options);
        QCOMPARE(info.width, 32000);
        QVERIFY(info.scale < 1 && info.scale > 0.79);
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
