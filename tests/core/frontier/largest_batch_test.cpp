// SPDX-License-Identifier: Apache-2.0
#include "core/frontier/largest_batch.h"

#include <QTest>

#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

using GraphPtr = std::shared_ptr<const Graph>;

/// The graph as one of batch 1, with parameters.
GraphPtr atBatchOne(const Graph& graph, std::int64_t parameterBytes) {
    GraphBuilder builder = rebuild(graph);
    builder.notes.batch = 1;
    builder.notes.parameterBytes = Bytes(parameterBytes);
    return std::make_shared<const Graph>(std::move(builder).build());
}

BatchQuestion questionFor(const GraphPtr& graph, const char* strategyName, std::int64_t memory,
                          double overhead) {
    BatchQuestion question;
    question.graphAt = [graph](std::int64_t batch, const Control&) {
        return std::make_shared<const Graph>(withBatch(*graph, batch));
    };
    question.problemAt = [](const std::shared_ptr<OverheadBound>& bound, Bytes budget) {
        Problem problem;
        problem.graph = bound->graph();
        problem.bound = bound;
        problem.budget = budget;
        return problem;
    };
    question.strategy = &strategy(strategyName);
    question.training = {Optimizer::sgd, std::nullopt};
    question.memory = Bytes(memory);
    question.overhead = overhead;
    question.secondsForEach = 60;
    return question;
}

/// The answer by asking the strategy at every batch up to the first whose floor is too large.
std::int64_t byTryingAll(const BatchQuestion& question) {
    std::int64_t largest = 0;
    for (std::int64_t batch = 1;; ++batch) {
        const auto graph = question.graphAt(batch, Control());
        const Bytes budget = memoryForPlan(*graph, question.training, question.memory);
        if (floorOf(*graph).bytes > budget) return largest;
        const Problem problem = question.problemAt(std::make_shared<OverheadBound>(graph), budget);
        const PlanPtr plan = question.strategy->solveReplayed(problem, Control(), {});
        if (plan && plan->overheadForward() <= question.overhead * (1 + 1e-9)) largest = batch;
    }
}

ErrorKind kindOf(const BatchQuestion& question, const Control& control = Control()) {
    try {
        largestBatch(question, control);
    } catch (const Error& error) {
        return error.kind();
    }
    return ErrorKind::check;
}

}  // namespace

class LargestBatchTest : public QObject {
    Q_OBJECT

    /// Eight equal layers whose backward reads their inputs; batch 1.
    static GraphPtr chain(std::int64_t parameterBytes) {
        return atBatchOne(*sharedGraph("x->a->b->c->d->e->f->g->h; * m=10 t=1; x m=10 fixed"),
                          parameterBytes);
    }

  private slots:
    void keepAllByHand() {
        const GraphPtr graph = chain(100);
        const std::int64_t peak = baselinePeak(*graph).count();
        // SGD: parameters and gradients, 200 bytes; 7 times the peak and a bit.
        const BatchQuestion question = questionFor(graph, "keep-all", 200 + 7 * peak + peak / 2, 0);
        const LargestBatch answer = largestBatch(question, Control());
        QCOMPARE(answer.batch, std::int64_t{7});
        QCOMPARE(answer.keepAllBatch, std::int64_t{7});
        QCOMPARE(answer.memory.total(), Bytes(200 + 7 * peak));
        QCOMPARE(answer.plan->recomputeTime(), 0.0);
        QCOMPARE(answer.limitBatch, std::int64_t{8});
    }

    // Whatever it says fits was replayed at that batch, and no batch beyond it fits for the strategy.
    void againstEveryBatch() {
        std::mt19937 random(11);
        int larger = 0;
        for (int round = 0; round < 25; ++round) {
            const GraphPtr graph = atBatchOne(*randomGraph(random, {.most = 9, .mostTime = 4}), 5);
            const std::int64_t peak = baselinePeak(*graph).count();
            if (peak == 0) continue;
            for (const double overhead : {0.0, 0.2, 0.5, 2.0}) {
                const std::int64_t memory = 10 + peak * 3 + static_cast<std::int64_t>(random() % 40);
                const BatchQuestion question = questionFor(graph, "liveness-exact", memory, overhead);
                const LargestBatch answer = largestBatch(question, Control());
                QCOMPARE(answer.batch, byTryingAll(question));
                const Simulation replay = simulate(*answer.graph, answer.plan->schedule);
                QVERIFY(replay.valid());
                QCOMPARE(answer.graph->notes().batch, std::optional(answer.batch));
                QVERIFY(replay.peak + Bytes(10) <= Bytes(memory));
                QCOMPARE(replay.peak + Bytes(10), answer.memory.total());
                QVERIFY(answer.plan->overheadForward() <= overhead * (1 + 1e-9));
                larger += answer.batch > answer.keepAllBatch;
            }
        }
        QVERIFY(larger > 5);
    }

    void moreMemoryNeverMeansASmallerBatch() {
        const GraphPtr graph = chain(7);
        std::int64_t last = 0;
        for (std::int64_t memory = 100; memory < 1500; memory += 100) {
            const std::int64_t batch =
                largestBatch(questionFor(graph, "liveness-exact", memory, 0.5), Control()).batch;
            QVERIFY(batch >= last);
            last = batch;
        }
        QVERIFY(last > 10);
    }

    void whereNotEvenOneFits() {
        const GraphPtr graph = chain(100);
        const std::int64_t floor = floorOf(*graph).bytes.count(), peak = baselinePeak(*graph).count();
        QCOMPARE(kindOf(questionFor(graph, "liveness-exact", 150, 1)), ErrorKind::infeasible);
        QCOMPARE(kindOf(questionFor(graph, "liveness-exact", 200 + floor - 1, 10)), ErrorKind::infeasible);
        QCOMPARE(kindOf(questionFor(graph, "liveness-exact", 200 + peak - 1, 0)), ErrorKind::infeasible);
        try {
            largestBatch(questionFor(graph, "liveness-exact", 200 + floor - 1, 10), Control());
        } catch (const Error& error) {
            const std::string text = error.what();
            QVERIFY(text.find("parameters and gradients") != std::string::npos);
            QVERIFY(text.find("floor is " + std::to_string(floor) + " B") != std::string::npos);
        }
    }

    void aGraphWithoutABatchSaysSo() {
        const GraphPtr graph = sharedGraph("a->b");
        QCOMPARE(kindOf(questionFor(graph, "keep-all", 1000, 1)), ErrorKind::usage);
    }

    void aStrategyThatDoesNotApply() {
        const GraphPtr graph = atBatchOne(*sharedGraph("a->b; a->c; b,c->d"), 0);
        const BatchQuestion question = questionFor(graph, "reforward-linear", 1000, 1);
        QVERIFY(question.strategy->notApplicable(*graph));
        QCOMPARE(kindOf(question), ErrorKind::notApplicable);
    }

    void stoppingKeepsTheLargestSoFar() {
        const GraphPtr graph = chain(0);
        std::stop_source stop;
        const BatchQuestion question =
            questionFor(graph, "liveness-exact", 4 * baselinePeak(*graph).count(), 2);
        int found = 0;
        const LargestBatch answer =
            largestBatch(question, Control(stop.get_token()), [&](const LargestBatch&) {
                ++found;
                stop.request_stop();
            });
        QCOMPARE(found, 1);
        QVERIFY(answer.stopped);
        QCOMPARE(answer.batch, std::int64_t{4});
        QVERIFY(largestBatch(question, Control()).batch > 4);
        QCOMPARE(kindOf(question, Control(stop.get_token())), ErrorKind::interrupted);
    }

    // Sizes beyond 63 bits at a batch are a batch that does not fit.
    void hugeSizesAreNoFault() {
        const GraphPtr graph = atBatchOne(*sharedGraph("a->b; * m=1000000000000000"), 0);
        const LargestBatch answer = largestBatch(questionFor(graph, "keep-all", INT64_MAX / 4, 0), Control());
        QVERIFY(answer.batch >= 1);
        QVERIFY(answer.memory.total() <= Bytes(INT64_MAX / 4));
    }

    void lastWithinTakesFewLooks() {
        for (const std::int64_t last : {1, 2, 3, 17, 100, 41'234, 999'999, 1'000'000}) {
            for (const double constant : {0.0, 1e3, 1e6}) {
                int looks = 0;
                const double room = constant + 37.5 * static_cast<double>(last) + 1;
                const auto excess = [&](std::int64_t batch) {
                    ++looks;
                    return constant + 37.5 * static_cast<double>(batch) - room;
                };
                QCOMPARE(lastWithin(1, mostBatch, excess), last);
                QVERIFY2(looks <= 8, qPrintable(QString("%1 looks for %2").arg(looks).arg(last)));
            }
        }
        // Not affine at all, and none.
        for (std::int64_t last = 0; last < 300; last = last * 2 + 1) {
            const auto steps = [&](std::int64_t batch) { return batch <= last ? -1.0 : 1e12; };
            QCOMPARE(lastWithin(1, mostBatch, steps), last);
        }
    }
};

REFORWARD_TEST("largest_batch", LargestBatchTest);
#include "largest_batch_test.moc"
