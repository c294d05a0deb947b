// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/icons.h"

#include <QTest>

#include "tests/support/test_main.h"

using namespace reforward;

class IconsTest : public QObject {
    Q_OBJECT

  private slots:
    void allNamesAreThere() {
        const QStringList names = iconNames();
        for (const char* name :
             {"open",     "reload",   "undo",   "redo",         "fit",       "actual-size", "zoom-in",
              "zoom-out", "collapse", "expand", "compare",      "run",       "export",      "search",
              "pin",      "play",     "pause",  "step-forward", "step-back", "first",       "last",
              "peak",     "copy",     "table",  "csv",          "warning",   "tick",        "double-tick",
              "clock",    "arc",      "close",  "float",        "link",      "arrow-right", "settings"}) {
            QVERIFY2(names.contains(QLatin1String(name)), name);
        }
    }

    void eachIsDrawnInOneColourInsideItsGrid() {
        const QColor red(255, 0, 0);
        for (const QString& name : iconNames()) {
            const QImage image = iconPixmap(name, red, 16, 2).toImage();
            QCOMPARE(image.size(), QSize(32, 32));
            int inked = 0;
            for (int y = 0; y < 32; ++y) {
                for (int x = 0; x < 32; ++x) {
                    const QColor c = image.pixelColor(x, y);
                    if (c.alpha() < 128) continue;
                    ++inked;
                    QVERIFY2(c.green() < 16 && c.blue() < 16, qPrintable(name));
                }
            }
            QVERIFY2(inked > 30, qPrintable(name));
        }
    }

    void themedAndDisabled() {
        const Theme& light = theme(ThemeKind::light);
        const QIcon icon = themedIcon(QStringLiteral("stop"), light);
        QVERIFY(!icon.isNull());
        const auto darkest = [](const QImage& image) {
            QColor best = Qt::white;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    const QColor c = image.pixelColor(x, y);
                    if (c.alpha() == 255 && c.lightness() < best.lightness()) best = c;
                }
            }
            return best;
        };
        QCOMPARE(darkest(icon.pixmap(64).toImage()), light.text);
        QCOMPARE(darkest(icon.pixmap(64, QIcon::Disabled).toImage()), light.disabledText);
    }

    void anUnknownNameIsANullIcon() {
        QVERIFY(themedIcon(QStringLiteral("none"), theme(ThemeKind::light)).isNull());
    }
};

REFORWARD_TEST("icons", IconsTest);
#include "icons_test.moc"
