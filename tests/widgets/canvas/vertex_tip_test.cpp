// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/vertex_tip.h"

#include <QTest>
#include <QTextDocumentFragment>

#include "tests/support/test_main.h"
#include "tests/widgets/canvas/sample.h"

using namespace reforward;
using namespace reforward::tests;

class VertexTipTest : public QObject {
    Q_OBJECT

  private:
    static QString plain(const QString& html) { return QTextDocumentFragment::fromHtml(html).toPlainText(); }

  private slots:
    void nameFiguresAndState() {
        const auto graph =
            sharedGraph("conv->relu; conv m=665395200 t=10 op=Convolution2DFunction module=block1");
        const auto plan = planOf({VertexState::recomputed, VertexState::kept});
        const QString tip = plain(vertexTip(*graph, 0, plan.get(), theme(ThemeKind::light), {}));
        QCOMPARE(tip, QStringLiteral("conv\nConv2D, block1\n634.6 MiB (665,395,200 B), cost 10 units\n"
                                     "Recomputed, runs 2 times"));
    }

    void withoutAPlanThereIsNoState() {
        const auto graph = sharedGraph("a->b");
        const QString tip = plain(vertexTip(*graph, 1, nullptr, theme(ThemeKind::dark), {}));
        QCOMPARE(tip, QStringLiteral("b\n1 B (1 B), cost 1 unit"));
    }

    void theNoteComesLast() {
        const auto graph = sharedGraph("a->b");
        const QString tip = plain(
            vertexTip(*graph, 0, nullptr, theme(ThemeKind::light), QStringLiteral("A recomputed, B <kept>")));
        QVERIFY(tip.endsWith(QStringLiteral("\nA recomputed, B <kept>")));
    }

    void asOneSentence() {
        const auto graph = sharedGraph("a->b");
        const auto plan = planOf({VertexState::kept, VertexState::dropped});
        QCOMPARE(vertexSentence(*graph, 1, plan.get()), QStringLiteral("b, Dropped, 1 B"));
        QCOMPARE(vertexSentence(*graph, 1, nullptr), QStringLiteral("b, 1 B"));
    }
};

REFORWARD_TEST("vertex_tip", VertexTipTest);
#include "vertex_tip_test.moc"
