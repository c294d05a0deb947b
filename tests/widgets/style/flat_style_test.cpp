// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/flat_style.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTest>

#include "tests/support/test_main.h"
#include "widgets/style/theme_manager.h"

using namespace reforward;

class FlatStyleTest : public QObject {
    Q_OBJECT

  private:
    static QImage shot(QWidget& widget, QSize size = {120, 26}) {
        widget.resize(size);
        widget.ensurePolished();
        return widget.grab().toImage();
    }
    /// All pixels of a column, borders left out, have one colour: no gradient.
    static void compareColumn(const QImage& image, int x, const QColor& colour) {
        for (int y = 4; y < image.height() - 4; ++y)
            QCOMPARE(image.pixelColor(x, y), colour);
    }

  private slots:
    void controlsAreFlatInTheThemesColours() {
        for (const auto kind : {ThemeKind::light, ThemeKind::dark}) {
            const Theme& t = theme(kind);
            applyTheme(*qApp, t);
            QPushButton button, disabled;
            compareColumn(shot(button), 20, t.buttonFace);
            disabled.setEnabled(false);
            compareColumn(shot(disabled), 20, t.window);
            QPushButton standard;
            standard.setDefault(true);
            compareColumn(shot(standard), 20, t.selectedRow);
            QLineEdit edit;
            compareColumn(shot(edit), 60, t.base);
            QComboBox combo;
            compareColumn(shot(combo), 30, t.buttonFace);
            QSpinBox spin;
            spin.setSpecialValueText(QStringLiteral(" "));
            compareColumn(shot(spin), 60, t.base);
        }
    }

    void progressFillsItsShare() {
        const Theme& t = theme(ThemeKind::light);
        applyTheme(*qApp, t);
        QProgressBar bar;
        bar.setTextVisible(false);
        bar.setRange(0, 100);
        bar.setValue(50);
        const QImage image = shot(bar, {200, 20});
        QCOMPARE(image.pixelColor(90, 10), t.accent);
        QCOMPARE(image.pixelColor(110, 10), t.base);
    }

    void aSliderIsFilledUpToItsHandle() {
        const Theme& t = theme(ThemeKind::light);
        applyTheme(*qApp, t);
        QSlider slider(Qt::Horizontal);
        slider.setRange(0, 100);
        slider.setValue(50);
        const auto groove = [&](const QImage& image, int x) {
            return image.pixelColor(x, image.height() / 2);
        };
        const QImage image = shot(slider, {200, 24});
        QCOMPARE(groove(image, 40), t.accent);
        QCOMPARE(groove(image, 160), t.border);
        slider.setInvertedAppearance(true);
        const QImage inverted = shot(slider, {200, 24});
        QCOMPARE(groove(inverted, 40), t.border);
        QCOMPARE(groove(inverted, 160), t.accent);
    }

    void controlsAreHighEnough() {
        applyTheme(*qApp, theme(ThemeKind::light));
        QLineEdit edit;
        QComboBox combo;
        QPushButton button;
        for (const QWidget* widget :
             {static_cast<QWidget*>(&edit), static_cast<QWidget*>(&combo), static_cast<QWidget*>(&button)}) {
            QVERIFY(widget->sizeHint().height() >= 24);
        }
    }
};

REFORWARD_TEST("flat_style", FlatStyleTest);
#include "flat_style_test.moc"
