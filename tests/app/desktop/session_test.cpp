// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/session.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "core/base/file.h"
#include "tests/app/desktop/fake_strategy.h"
#include "tests/app/desktop/sample_files.h"
#include "tests/support/test_main.h"

namespace reforward {

using tests::FakeStrategy;

class SessionTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void init();
    void cleanup();

    void opensWithAPlanAtSixtyPercent();
    void opensAtTheBudgetAsked();
    void aBadFileLeavesTheLastGoodState();
    void aBadFileDuringTheLayoutLeavesALayout();
    void draggingShowsTheNearestKnownPlanAtOnce();
    void fiveHundredSliderEventsLeaveOneSolve();
    void aStaleAnswerIsDropped();
    void belowTheFloorNothingIsSolved();
    void whatNoPlanFitsShowsTheSmallest();
    void aFirstBudgetThatIsTooSmallMovesUp();
    void cancelKeepsTheBestSoFar();
    void cancelBeforeAnyPlan();
    void stepsToTheNextKnownPlan();
    void comparesTwoStrategies();
    void reloadKeepsBudgetStrategyAndSelection();
    void anotherBatchKeepsTheShare();
    void showsAPlanFile();
    void aPlanOfAnotherGraphIsRefused();
    void provesHowGoodThePlanIs();
    void provesUnderTheFrontier();
    void improvingGivesWayToASolve();
    void aStoppedProofStaysStopped();
    void aLargeModelOpensWithModulesCollapsed();
    void modulesExpandAndCollapse();
    void goingBackNeedsNoLayout();
    void surviveRandomRequests();
    void closesWhileJobsRun();

  private:
    void openChain(const std::string& budget = {});
    void openBlocks();
    std::uint32_t block(int number) const;
    const Graph& graph() const { return *session_->model()->graph; }

    QTemporaryDir folder_;
    QString chain_, other_, batched_, blocks_;
    std::unique_ptr<FakeStrategy> first_, second_;
    std::unique_ptr<Session> session_;
};

void SessionTest::initTestCase() {
    chain_ = tests::writeChain(folder_.path(), "chain.json", 24);
    other_ = tests::writeChain(folder_.path(), "other.json", 12);
    batched_ = tests::writeChain(folder_.path(), "batched.json", 24, true);
    blocks_ = tests::writeBlocks(folder_.path(), "blocks.json", 20, 8);
}

void SessionTest::init() {
    first_ = std::make_unique<FakeStrategy>("first");
    second_ = std::make_unique<FakeStrategy>("second");
    session_ = std::make_unique<Session>(std::vector<const Strategy*>{first_.get(), second_.get()});
}

void SessionTest::cleanup() {
    session_.reset();
}

void SessionTest::openChain(const std::string& budget) {
    OpenRequest request;
    request.path = chain_.toStdString();
    request.budget = budget;
    session_->open(request);
    QTRY_VERIFY(session_->model() && session_->idle());
}

void SessionTest::opensWithAPlanAtSixtyPercent() {
    QSignalSpy model(session_.get(), &Session::modelChanged), layout(session_.get(), &Session::layoutChanged);
    openChain();
    QCOMPARE(model.count(), 1);
    QCOMPARE(layout.count(), 1);
    QCOMPARE(graph().plannedCount(), std::size_t{24});
    QCOMPARE(session_->layout()->centres.size(), std::size_t{24});
    QVERIFY(session_->budget() == session_->model()->baselinePeak().share(0.6));
    QCOMPARE(session_->panes().size(), std::size_t{1});
    const Pane& pane = session_->panes().front();
    QCOMPARE(pane.phase, PlanPhase::solved);
    const PlanPtr expected = first_->answer(graph(), session_->budget());
    QVERIFY(pane.plan->peak() == expected->peak());
    QCOMPARE(pane.plan->recomputeTime(), expected->recomputeTime());
    QCOMPARE(session_->frontiers().size(), std::size_t{2});
    QVERIFY(session_->frontiers()[0].complete && session_->frontiers()[1].complete);
}

void SessionTest::opensAtTheBudgetAsked() {
    openChain("80%");
    QVERIFY(session_->budget() == session_->model()->baselinePeak().share(0.8));
}

void SessionTest::aBadFileLeavesTheLastGoodState() {
    openChain();
    const ModelPtr model = session_->model();
    const PlanPtr plan = session_->panes().front().plan;
    QSignalSpy models(session_.get(), &Session::modelChanged);
    std::optional<Error> error;
    connect(session_.get(), &Session::failed, this, [&](const Error& e) { error = e; });
    OpenRequest request;
    request.path =
        tests::writeText(folder_.path(), "bad.json", R"({"nodes": [{"id": "a"}], "links": [)").toStdString();
    session_->open(request);
    QTRY_VERIFY(error);
    QCOMPARE(error->kind(), ErrorKind::input);
    QVERIFY(QString(error->what()).contains("bad.json"));
    QCOMPARE(models.count(), 0);
    QCOMPARE(session_->model(), model);
    QCOMPARE(session_->panes().front().plan, plan);
    QVERIFY(session_->layout());
}

void SessionTest::aBadFileDuringTheLayoutLeavesALayout() {
    // The second request comes while the first one's layout is still due.
    connect(
        session_.get(), &Session::modelChanged, session_.get(),
        [this] {
            OpenRequest bad;
            bad.path = "/nowhere/none.json";
            session_->open(bad);
        },
        Qt::SingleShotConnection);
    QSignalSpy failed(session_.get(), &Session::failed);
    OpenRequest request;
    request.path = chain_.toStdString();
    session_->open(request);
    QTRY_COMPARE(failed.count(), 1);
    QTRY_VERIFY(session_->layout());
    QTRY_VERIFY(session_->idle());
    QCOMPARE(session_->model()->path, chain_.toStdString());
    QCOMPARE(session_->panes().front().phase, PlanPhase::solved);
}

void SessionTest::draggingShowsTheNearestKnownPlanAtOnce() {
    openChain("100%");
    const int solves = first_->solves;
    const Bytes low = session_->model()->baselinePeak().share(0.7);
    const PlanPtr expected = first_->answer(graph(), low);
    QVERIFY(expected->peak() < session_->panes().front().plan->peak());
    session_->setBudget(low, false);
    // No event loop in between: it is there when the call returns.
    QVERIFY(session_->panes().front().plan->peak() == expected->peak());
    QCOMPARE(session_->panes().front().phase, PlanPhase::nearest);
    QCOMPARE(first_->solves.load(), solves);
    QVERIFY(session_->moving());
    // The drag pauses: the exact budget is solved.
    QTRY_COMPARE(session_->panes().front().phase, PlanPhase::solved);
    QCOMPARE(first_->solves.load(), solves + 1);
}

void SessionTest::fiveHundredSliderEventsLeaveOneSolve() {
    openChain();
    first_->slow = true;
    const int before = first_->solves;
    const Bytes floor = session_->model()->floor.bytes, most = session_->model()->baselinePeak();
    for (int i = 0; i < 500; ++i) {
        const double share = 0.5 + 0.5 * i / 499;
        session_->setBudget(std::max(floor, most.share(share)), i % 5 == 0);
        if (i % 50 == 0) QCoreApplication::processEvents();
    }
    first_->slow = false;
    session_->setBudget(most, true);
    QTRY_VERIFY(session_->idle());
    QCOMPARE(first_->mostRunning.load(), 1);
    QVERIFY(first_->solves - before <= 101);
    QVERIFY(session_->budget() == most);
    QCOMPARE(session_->panes().front().phase, PlanPhase::solved);
    QCOMPARE(session_->panes().front().plan->recomputeTime(), 0.0);
}

void SessionTest::aStaleAnswerIsDropped() {
    openChain("100%");
    first_->stuck = true;
    const Bytes baseline = session_->model()->baselinePeak();
    session_->setBudget(baseline.share(0.9), true);
    QTRY_COMPARE(first_->running.load(), 1);
    first_->stuck = false;
    QList<qint64> budgets;
    connect(session_.get(), &Session::planChanged, this, [&] {
        const Pane& pane = session_->panes().front();
        if (pane.phase == PlanPhase::solved && pane.plan) budgets << pane.plan->peak().count();
        QVERIFY(pane.phase != PlanPhase::failed && pane.phase != PlanPhase::stopped);
    });
    session_->setBudget(baseline.share(0.7), true);
    QTRY_VERIFY(session_->idle());
    QVERIFY(!budgets.isEmpty());
    for (qint64 peak : budgets)
        QVERIFY(Bytes(peak) <= baseline.share(0.7));
}

void SessionTest::belowTheFloorNothingIsSolved() {
    openChain();
    const int before = first_->solves;
    const Bytes below = session_->model()->floor.bytes - Bytes(1);
    session_->setBudget(below, true);
    const Pane& pane = session_->panes().front();
    QCOMPARE(pane.phase, PlanPhase::infeasible);
    QVERIFY(pane.infeasible);
    QVERIFY(pane.infeasible->budget() == below);
    QVERIFY(pane.infeasible->floor().bytes == session_->model()->floor.bytes);
    QVERIFY(pane.infeasible->baseline() == session_->model()->baselinePeak());
    // The smallest one known is offered.
    Bytes smallest = Bytes::max();
    for (const PlanPtr& plan : first_->plans(graph()))
        smallest = std::min(smallest, plan->peak());
    QVERIFY(pane.infeasible->smallest()->peak() == smallest);
    QVERIFY(session_->idle());
    QCOMPARE(first_->solves.load(), before);
    // Up again: a plan again.
    session_->setBudget(session_->model()->baselinePeak(), true);
    QTRY_COMPARE(session_->panes().front().phase, PlanPhase::solved);
    QVERIFY(!session_->panes().front().infeasible);
}

void SessionTest::whatNoPlanFitsShowsTheSmallest() {
    openChain();
    Bytes smallest = Bytes::max();
    for (const PlanPtr& plan : first_->plans(graph()))
        smallest = std::min(smallest, plan->peak());
    const Bytes between = smallest - Bytes(1);
    QVERIFY(between > session_->model()->floor.bytes);
    session_->setBudget(between, true);
    QTRY_COMPARE(session_->panes().front().phase, PlanPhase::infeasible);
    QVERIFY(session_->panes().front().plan->peak() == smallest);
    QVERIFY(session_->panes().front().infeasible->smallest()->peak() == smallest);
}

void SessionTest::aFirstBudgetThatIsTooSmallMovesUp() {
    // A short chain: what the fake strategy needs is more than 60% of keep-all.
    OpenRequest request;
    request.path = tests::writeChain(folder_.path(), "short.json", 4).toStdString();
    session_->open(request);
    QTRY_VERIFY(session_->model() && session_->idle());
    Bytes smallest = Bytes::max();
    for (const PlanPtr& plan : first_->plans(graph()))
        smallest = std::min(smallest, plan->peak());
    QVERIFY(session_->panes().front().plan->peak() <= session_->budget());
    QVERIFY(session_->budget() >= smallest);
    QCOMPARE(session_->panes().front().phase, PlanPhase::solved);
}

void SessionTest::cancelKeepsTheBestSoFar() {
    openChain("100%");
    first_->slow = true;
    const Bytes low = session_->model()->baselinePeak().share(0.7);
    session_->setBudget(low, true);
    QTRY_COMPARE(first_->running.load(), 1);
    session_->cancel();
    QTRY_VERIFY(session_->idle());
    QCOMPARE(session_->panes().front().phase, PlanPhase::stopped);
    QVERIFY(session_->panes().front().plan->peak() == first_->answer(graph(), low)->peak());
}

void SessionTest::cancelBeforeAnyPlan() {
    first_->stuck = true;
    OpenRequest request;
    request.path = chain_.toStdString();
    session_->open(request);
    QTRY_COMPARE(first_->running.load(), 1);
    session_->cancel();
    QTRY_VERIFY(session_->idle());
    QVERIFY(session_->panes().front().phase == PlanPhase::stopped ||
            session_->panes().front().phase == PlanPhase::infeasible ||
            session_->panes().front().phase == PlanPhase::solved);
    first_->stuck = false;
    session_->setBudget(session_->model()->baselinePeak(), true);
    QTRY_COMPARE(session_->panes().front().phase, PlanPhase::solved);
}

void SessionTest::stepsToTheNextKnownPlan() {
    openChain("100%");
    const auto& plans = session_->store().find("first")->pareto.plans();
    QVERIFY(plans.size() >= 3);
    session_->stepPlan(-1);
    QVERIFY(session_->budget() == plans[1]->peak());
    session_->stepPlan(-1);
    QVERIFY(session_->budget() == plans[2]->peak());
    session_->stepPlan(1);
    QVERIFY(session_->budget() == plans[1]->peak());
    QTRY_VERIFY(session_->idle());
}

void SessionTest::comparesTwoStrategies() {
    openChain();
    session_->compare("second", "first");
    QCOMPARE(session_->panes().size(), std::size_t{2});
    QTRY_VERIFY(session_->idle());
    QCOMPARE(session_->panes()[0].strategy, std::string("second"));
    QCOMPARE(session_->panes()[1].strategy, std::string("first"));
    for (const Pane& pane : session_->panes()) {
        QCOMPARE(pane.phase, PlanPhase::solved);
        QVERIFY(pane.plan->peak() <= session_->budget());
    }
    QVERIFY(second_->solves >= 1);
    session_->compare("first", "unknown");
    QCOMPARE(session_->panes()[0].strategy, std::string("second"));
    session_->stopComparing();
    QCOMPARE(session_->panes().size(), std::size_t{1});
    QCOMPARE(session_->panes()[0].strategy, std::string("first"));
}

void SessionTest::reloadKeepsBudgetStrategyAndSelection() {
    openChain("70%");
    session_->setStrategy("second");
    session_->select(7);
    const ModelPtr before = session_->model();
    const Bytes budget = session_->budget();
    QTRY_VERIFY(session_->idle());
    session_->reload();
    QTRY_VERIFY(session_->model() != before && session_->idle());
    QVERIFY(session_->budget() == budget);
    QCOMPARE(session_->panes().front().strategy, std::string("second"));
    QCOMPARE(session_->selected(), VertexId{7});
    QVERIFY(session_->layout());
}

void SessionTest::anotherBatchKeepsTheShare() {
    OpenRequest request;
    request.path = batched_.toStdString();
    request.budget = "75%";
    session_->open(request);
    QTRY_VERIFY(session_->model() && session_->idle());
    const Bytes before = session_->model()->baselinePeak();
    session_->setBatch(8);
    QTRY_VERIFY(session_->model()->baselinePeak() != before && session_->idle());
    QVERIFY(session_->model()->baselinePeak() == before * 2);
    QVERIFY(session_->budget() == session_->model()->baselinePeak().share(0.75));
    // What this file cannot do is said, and the last good state stays.
    QSignalSpy failed(session_.get(), &Session::failed);
    session_->setBatch(0);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(session_->model()->baselinePeak() == before * 2);
}

void SessionTest::showsAPlanFile() {
    openChain("100%");
    Plan plan = *first_->plans(graph())[2];
    plan.budget = plan.peak() + Bytes(4096);
    const std::string path = (folder_.path() + "/third.plan.json").toStdString();
    writeFile(path, planToText(graph(), plan));
    session_->openPlan(path);
    QTRY_COMPARE(session_->panes().front().phase, PlanPhase::fromFile);
    QVERIFY(session_->budget() == *plan.budget);
    QVERIFY(session_->panes().front().plan->schedule == plan.schedule);
}

void SessionTest::aPlanOfAnotherGraphIsRefused() {
    openChain("100%");
    const PlanPtr before = session_->panes().front().plan;
    OpenRequest other;
    other.path = other_.toStdString();
    Session second({first_.get()});
    second.open(other);
    QTRY_VERIFY(second.model() && second.idle());
    const std::string path = (folder_.path() + "/other.plan.json").toStdString();
    writeFile(path, planToText(*second.model()->graph, *second.panes().front().plan));
    std::optional<Error> error;
    connect(session_.get(), &Session::failed, this, [&](const Error& e) { error = e; });
    session_->openPlan(path);
    QTRY_VERIFY(error);
    QCOMPARE(error->kind(), ErrorKind::input);
    QVERIFY(QString(error->what()).contains("other.plan.json"));
    QCOMPARE(session_->panes().front().plan, before);
}

void SessionTest::provesHowGoodThePlanIs() {
    QSignalSpy changed(session_.get(), &Session::boundChanged);
    openChain("70%");
    QVERIFY(changed.count() > 0);
    OverheadBound alone(session_->model()->graph);
    const double time = alone.atLeast(session_->budget(), Control());
    QVERIFY(time > 0);
    QVERIFY(session_->bound());
    QVERIFY(*session_->bound() >= time / graph().forwardTime());
    QVERIFY(*session_->bound() <= session_->panes().front().plan->overheadForward());
    // Where nothing is computed again nothing has to be proved.
    session_->setBudget(session_->model()->baselinePeak(), true);
    QTRY_VERIFY(session_->idle());
    QCOMPARE(session_->boundOf(*session_->panes().front().plan), std::optional(0.0));
    QCOMPARE(session_->bound(), std::optional(0.0));
}

void SessionTest::provesUnderTheFrontier() {
    openChain();
    QTRY_VERIFY(session_->bounds().settled());
    const auto curve = session_->model()->bound->curve();
    QVERIFY(curve.size() > 5);
    QVERIFY(curve.front().time > curve.back().time);
    for (const PlanPtr& plan : session_->store().find("first")->pareto.plans()) {
        const std::optional<double> bound = session_->bounds().at(plan->peak());
        QVERIFY(bound);
        QVERIFY(*bound <= plan->overheadForward());
    }
    // Another graph begins anew.
    OpenRequest other;
    other.path = other_.toStdString();
    const ModelPtr before = session_->model();
    session_->open(other);
    QTRY_VERIFY(session_->model() != before);
    QVERIFY(session_->model()->bound->graph() == session_->model()->graph);
}

void SessionTest::improvingGivesWayToASolve() {
    openChain("70%");
    QTRY_VERIFY(session_->bounds().settled());
    const int solves = first_->solves;
    session_->setBudget(session_->model()->baselinePeak().share(0.65), true);
    QTRY_VERIFY(session_->idle());
    QCOMPARE(first_->solves.load(), solves + 1);
    QVERIFY(session_->bound());
}

void SessionTest::aStoppedProofStaysStopped() {
    openChain("70%");
    session_->cancel();
    QTRY_VERIFY(!session_->bounds().lane().busy());
    const std::uint64_t started = session_->bounds().lane().startedCount();
    QTRY_VERIFY(session_->idle());
    QCOMPARE(session_->bounds().lane().startedCount(), started);
    // Another budget starts it again.
    session_->setBudget(session_->model()->baselinePeak().share(0.66), true);
    QTRY_VERIFY(session_->idle());
    QVERIFY(session_->bounds().lane().startedCount() > started);
}

void SessionTest::openBlocks() {
    OpenRequest request;
    request.path = blocks_.toStdString();
    session_->open(request);
    QTRY_VERIFY(session_->model() && session_->idle());
}

std::uint32_t SessionTest::block(int number) const {
    return session_->model()->modules->moduleOf(*graph().find("b" + std::to_string(number) + "_0"));
}

void SessionTest::aLargeModelOpensWithModulesCollapsed() {
    openBlocks();
    QCOMPARE(graph().plannedCount(), std::size_t{162});
    QCOMPARE(session_->content()->boxCount(), std::size_t{22});
    QCOMPARE(session_->layout()->centres.size(), std::size_t{22});
    openChain();
    QCOMPARE(session_->content()->boxCount(), std::size_t{24});
    QVERIFY(session_->expansion().flat);
}

void SessionTest::modulesExpandAndCollapse() {
    openBlocks();
    QSignalSpy rearranged(session_.get(), &Session::rearranged),
        layout(session_.get(), &Session::layoutChanged);
    const PlanPtr plan = session_->panes().front().plan;
    session_->toggleModule(block(3));
    QTRY_COMPARE(rearranged.count(), 1);
    QCOMPARE(rearranged.last().first().toUInt(), block(3));
    QCOMPARE(session_->content()->boxCount(), std::size_t{29});
    QCOMPARE(session_->layout()->frames.size(), std::size_t{1});
    QCOMPARE(session_->panes().front().plan, plan);
    // A vertex in it: its module collapses and is selected. In a collapsed one: that expands.
    session_->select(*graph().find("b3_5"));
    session_->toggleSelected();
    QTRY_COMPARE(session_->content()->boxCount(), std::size_t{22});
    QCOMPARE(session_->selectedModule(), block(3));
    QCOMPARE(session_->selected(), noIndex);
    session_->select(*graph().find("b7_1"));
    QCOMPARE(session_->selectedModule(), noIndex);
    session_->toggleSelected();
    QTRY_VERIFY(session_->content()->frameOfModule(block(7)) != noIndex);
    session_->collapseTo(1);
    QTRY_COMPARE(session_->content()->boxCount(), std::size_t{3});
    session_->expandAll();
    QTRY_COMPARE(session_->content()->boxCount(), std::size_t{162});
    QVERIFY(!session_->content()->hasModules());
    // Out of single vertices all but this one stays expanded.
    session_->toggleModule(block(0));
    QTRY_COMPARE(session_->content()->boxCount(), std::size_t{155});
    session_->reload();
    QTRY_VERIFY(session_->idle());
    QCOMPARE(session_->content()->boxCount(), std::size_t{155});
    QCOMPARE(layout.count(), 1);
}

void SessionTest::goingBackNeedsNoLayout() {
    openBlocks();
    const GraphLayoutPtr first = session_->layout();
    session_->toggleModule(block(1));
    QTRY_VERIFY(session_->layout() != first);
    QSignalSpy busy(session_.get(), &Session::busyChanged);
    session_->toggleModule(block(1));
    QCOMPARE(session_->layout(), first);
    QCOMPARE(busy.count(), 0);
    // The last of many wins.
    for (int i = 0; i < 10; ++i)
        session_->toggleModule(block(i));
    QTRY_VERIFY(session_->idle());
    QCOMPARE(session_->content()->expansion, session_->expansion());
    QCOMPARE(session_->layout()->frames.size(), std::size_t{10});
}

void SessionTest::surviveRandomRequests() {
    openChain();
    first_->slow = true;
    std::mt19937 random(7);
    const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    for (int i = 0; i < 300; ++i) {
        switch (pick(9)) {
            case 0:
                session_->cancel();
                break;
            case 1:
                session_->reload();
                break;
            case 2:
                session_->compare("first", "second");
                break;
            case 3:
                session_->stopComparing();
                break;
            case 4:
                session_->setStrategy(pick(2) ? "first" : "second", static_cast<std::size_t>(pick(2)));
                break;
            case 5:
                session_->stepPlan(pick(2) ? 1 : -1);
                break;
            case 6:
                session_->select(static_cast<VertexId>(pick(30)));
                break;
            case 7: {
                OpenRequest request;
                request.path =
                    pick(3) == 0 ? "/nowhere/none.json" : (pick(2) ? chain_ : other_).toStdString();
                session_->open(request);
                break;
            }
            default:
                session_->setBudget(session_->model()->baselinePeak().share(pick(110) / 100.0), pick(2) == 0);
        }
        if (pick(4) == 0) QCoreApplication::processEvents();
    }
    first_->slow = false;
    session_->reload();
    QTRY_VERIFY(session_->idle());
    session_->setBudget(session_->model()->baselinePeak(), true);
    QTRY_VERIFY(session_->idle());
    QCOMPARE(first_->mostRunning.load(), 1);
    QVERIFY(session_->layout());
    for (const Pane& pane : session_->panes()) {
        QCOMPARE(pane.phase, PlanPhase::solved);
        QVERIFY(pane.plan->peak() <= session_->budget());
        QCOMPARE(pane.plan->predicted.states.size(), graph().vertexCount());
    }
}

void SessionTest::closesWhileJobsRun() {
    first_->stuck = true;
    OpenRequest request;
    request.path = chain_.toStdString();
    session_->open(request);
    QTRY_COMPARE(first_->running.load(), 1);
    session_.reset();
    QCOMPARE(first_->running.load(), 0);
}

REFORWARD_TEST("session", SessionTest);

}  // namespace reforward

#include "session_test.moc"
