// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/inspector.h"

#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/controls/plans.h"
#include "widgets/controls/elided_label.h"
#include "widgets/controls/inspector_content.h"

using namespace reforward;
using namespace reforward::tests;

class InspectorTest : public QObject {
    Q_OBJECT

    static QString fact(const InspectorContent& content, const QString& name) {
        for (const auto& each : content.facts) {
            if (each.name == name) return each.value;
        }
        return "(none)";
    }
    static const InspectorContent::Section* section(const InspectorContent& content, const QString& begin) {
        for (const auto& each : content.sections) {
            if (each.heading.startsWith(begin)) return &each;
        }
        return nullptr;
    }

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void factsOfAVertex() {
        const auto graph = concat();
        const Floor floor = floorOf(*graph);
        const PlanPtr plan = planWith(*graph, {false, true, true, true});
        const InspectorSource source{*graph, plan.get(), &floor, Bytes(20), "units"};
        const InspectorContent a = inspectorContent(source, *graph->find("a"), false);
        QCOMPARE(a.heading, QString("a"));
        QCOMPARE(a.state, VertexState::recomputed);
        QCOMPARE(fact(a, "Bytes"), QString("4 B, 20.0% of keep-all"));
        QCOMPARE(fact(a, "Cost"), QString("10 units, 71.4% of one forward"));  // of 10 + 1 + 1 + 2
        QCOMPARE(fact(a, "Runs"), QString("2 times"));
        // Runs: a b c d, backward d, recompute a, backward c b a.
        QCOMPARE(fact(a, "Live"), QString("steps 1 to 3, 6 to 7 of 9"));
        QCOMPARE(section(a, "Inputs")->sentence, QString("None."));
        QCOMPARE(section(a, "Read by")->lines[0].text, QString("c"));
        QCOMPARE(section(a, "Why recomputed")->sentence,
                 QString("It holds no memory between steps 3 and 6, which keeps 4 B free. Running it again "
                         "costs 10 units, "
                         "+71.4 points."));
        QCOMPARE(inspectorContent(source, *graph->find("d"), false).subheading, QString("Conv in head"));
    }

    void inputsSayWhatTheBackwardReads() {
        const auto graph = concat();
        const Floor floor = floorOf(*graph);
        const InspectorSource source{*graph, nullptr, &floor, Bytes(20), "units"};
        const InspectorContent c = inspectorContent(source, *graph->find("c"), false);
        QCOMPARE(c.subheading, QString("Concat, no module; sets the floor"));
        QVERIFY(!c.state);
        const auto* inputs = section(c, "Inputs");
        QCOMPARE(inputs->heading, QString("Inputs, both read by its backward"));
        QCOMPARE(inputs->lines.size(), 2U);
        QCOMPARE(inputs->lines[1].figure, QString("2 B"));
        QCOMPARE(inputs->lines[1].vertex, *graph->find("b"));
        const InspectorContent d = inspectorContent(source, *graph->find("d"), false);
        QCOMPARE(section(d, "Inputs")->heading, QString("Inputs, not read by its backward"));
        QCOMPARE(section(d, "Read by")->sentence, QString("Nothing: it is an output of the network."));
        QCOMPARE(fact(d, "Runs"), QString("(none)"));
        QVERIFY(section(d, "Why") == nullptr);
    }

    void whyKeptNamesItsReaders() {
        const auto graph = concat();
        const PlanPtr plan = planWith(*graph, {true, true, true, true});
        const InspectorSource source{*graph, plan.get(), nullptr, Bytes(20), "units"};
        const InspectorContent b = inspectorContent(source, *graph->find("b"), false);
        QVERIFY2(section(b, "Why kept")
                     ->sentence.startsWith(
                         "The backward of c reads it. Running it again costs 1 unit, +7.1 points"),
                 qPrintable(section(b, "Why kept")->sentence));
        const InspectorContent c = inspectorContent(source, *graph->find("c"), false);
        QCOMPARE(section(c, "Why dropped")->sentence,
                 QString("No backward and no recompute reads it after the forward pass."));
    }

    void workingSetSumsToTheFloor() {
        const auto graph = concat();
        const Floor floor = floorOf(*graph);
        QCOMPARE(floor.bytes.count(), 18);  // by hand: plans.h
        const InspectorSource source{*graph, nullptr, &floor, Bytes(20), "units"};
        const InspectorContent c = inspectorContent(source, *graph->find("c"), true);
        const auto* set = section(c, "Working set of its backward");
        QVERIFY(set != nullptr);
        QStringList words;
        for (const auto& line : set->lines)
            words << line.text + ": " + line.figure;
        words.sort();
        QCOMPARE(words, (QStringList{"Gradient of a: 4 B", "Gradient of b: 2 B", "Gradient of c: 6 B",
                                     "Together, the floor: 18 B", "a, read: 4 B", "b, read: 2 B"}));
        QVERIFY(set->lines.back().strong);
        QVERIFY(c.facts.empty());
    }

    void liveRunsOfAValue() {
        const auto graph = concat();
        const PlanPtr plan = planWith(*graph, {false, true, true, true});
        using Spans = std::vector<std::pair<std::size_t, std::size_t>>;
        QCOMPARE(liveRuns(*graph, plan->schedule, *graph->find("a")), (Spans{{0, 2}, {5, 6}}));
        QCOMPARE(liveRuns(*graph, plan->schedule, *graph->find("b")), (Spans{{1, 6}}));
    }

    void linksLeadToOtherVerticesAndSurviveTheChange() {
        const auto graph = concat();
        Inspector inspector;
        inspector.resize(400, 400);
        inspector.setGraph(graph, floorOf(*graph), "units");
        inspector.setVertex(*graph->find("c"));
        inspector.show();
        QSignalSpy activated(&inspector, &Inspector::vertexLinkActivated);
        connect(&inspector, &Inspector::vertexLinkActivated, &inspector, &Inspector::setVertex);
        const auto link = [&](const QString& text) -> ElidedLabel* {
            QCoreApplication::processEvents();
            for (ElidedLabel* label : inspector.widget()->findChildren<ElidedLabel*>()) {
                if (label->text() == text && label->focusPolicy() != Qt::NoFocus) return label;
            }
            return nullptr;
        };
        QVERIFY(link("b"));
        QTest::mouseClick(link("b"), Qt::LeftButton, {}, QPoint(3, 8));
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated[0][0].value<VertexId>(), *graph->find("b"));
        QCOMPARE(inspector.vertex(), *graph->find("b"));
        QVERIFY(link("c"));
        QTest::keyClick(link("c"), Qt::Key_Return);
        QCOMPARE(inspector.vertex(), *graph->find("c"));
    }

    void anySizeAndNothingSelected() {
        Inspector inspector;
        for (const QSize size : {QSize(1, 1), QSize(240, 160), QSize(800, 900)}) {
            inspector.setMinimumSize(1, 1);
            inspector.resize(size);
            QVERIFY(!inspector.grab().isNull());
        }
        const auto graph = concat();
        inspector.setGraph(graph, floorOf(*graph), "units");
        inspector.setVertex(4'000'000);
        QCoreApplication::processEvents();
        QVERIFY(!inspector.grab().isNull());
        inspector.setVertex(noIndex);
        QCoreApplication::processEvents();
        QVERIFY(!inspector.grab().isNull());
    }
};

REFORWARD_TEST("inspector", InspectorTest);
REFORWARD_TEST_APPLICATION(QApplication);
#include "inspector_test.moc"
