// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/find_field.h"

#include <QSignalSpy>
#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"

namespace reforward {

class FindFieldTest : public QObject {
    Q_OBJECT

  private slots:
    void findsByNameOperatorAndModule();
    void goesOnAroundTheEnd();
    void keys();
};

void FindFieldTest::findsByNameOperatorAndModule() {
    const Graph graph =
        tests::graphFromText("x->conv->act->head; x fixed; conv op=Conv; act op=Relu module=block/one");
    const auto id = [&](const char* name) { return *graph.find(name); };
    QCOMPARE(findVertex(graph, "HEAD", noIndex), id("head"));
    QCOMPARE(findVertex(graph, "relu", noIndex), id("act"));
    QCOMPARE(findVertex(graph, "block/o", noIndex), id("act"));
    QCOMPARE(findVertex(graph, "nothing", noIndex), noIndex);
    QCOMPARE(findVertex(graph, "  ", noIndex), noIndex);
    // Fixed values are not on the canvas.
    QCOMPARE(findVertex(graph, "x", noIndex), noIndex);
}

void FindFieldTest::goesOnAroundTheEnd() {
    const Graph graph = tests::graphFromText("c1->r->c2->c3");
    const auto id = [&](const char* name) { return *graph.find(name); };
    QCOMPARE(findVertex(graph, "c", noIndex), id("c1"));
    QCOMPARE(findVertex(graph, "c", id("c1")), id("c2"));
    QCOMPARE(findVertex(graph, "c", id("c2")), id("c3"));
    QCOMPARE(findVertex(graph, "c", id("c3")), id("c1"));
}

void FindFieldTest::keys() {
    FindField field;
    QSignalSpy asked(&field, &FindField::findRequested), left(&field, &FindField::left);
    QTest::keyClicks(&field, "conv");
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.first().first().toString(), QString("conv"));
    QTest::keyClick(&field, Qt::Key_Escape);
    QCOMPARE(left.count(), 1);
    QVERIFY(field.text().isEmpty());
}

REFORWARD_TEST("find_field", FindFieldTest);

}  // namespace reforward

#include "find_field_test.moc"
