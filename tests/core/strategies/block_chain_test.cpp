// SPDX-License-Identifier: Apache-2.0
// Right values: worked by hand, and peaks of a whole chain that is one block against the simulator.
#include "core/strategies/block_chain.h"

#include <QTest>
#include <algorithm>

#include "core/plan/plan.h"
#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

std::string blocksText(const Graph& g, std::size_t most = SIZE_MAX) {
    std::string text;
    for (const auto& block : blockChain(g, most).blocks) {
        if (!text.empty()) text += " | ";
        for (std::size_t k = 0; k < block.size(); ++k)
            text += (k > 0 ? " " : "") + g.id(block[k]);
    }
    return text;
}

}  // namespace

class BlockChainTest : public QObject {
    Q_OBJECT
  private slots:
    void blocksEndAtCutVertices() {
        QCOMPARE(blocksText(graphFromText("0->1->2")), std::string("0 | 1 | 2"));
        QCOMPARE(blocksText(graphFromText("0->1->2->3->4; 1->3; x->2; x fixed")),
                 std::string("0 | 1 | 2 3 | 4"));
        QCOMPARE(blocksText(graphFromText("0->2; 1->2; 2->3,4")), std::string("0 1 2 | 3 4"));
        QCOMPARE(blocksText(graphFromText("x fixed; x m=1")), std::string());
    }
    void longChainsAreJoinedByBytes() {
        QCOMPARE(blocksText(graphFromText("0->1->2->3->4->5"), 3), std::string("0 1 | 2 3 | 4 5"));
        QCOMPARE(blocksText(graphFromText("0->1->2->3->4->5; 0 m=9"), 2), std::string("0 | 1 2 3 4 5"));
        QCOMPARE(blocksText(graphFromText("0->1->2->3; 3 m=9"), 2), std::string("0 1 2 | 3"));
        QCOMPARE(blockChain(graphFromText("0->1->2->3"), 2).cutBlocks, 4U);
        std::mt19937 random(91);
        for (int round = 0; round < 200; ++round) {
            const auto g = randomGraph(random, {12, 0.2, 9, 4, true});
            const std::size_t most = 1 + random() % 5;
            const BlockChain chain = blockChain(*g, most);
            QVERIFY(chain.blocks.size() <= most);
            std::size_t vertices = 0;
            for (const auto& block : chain.blocks)
                vertices += block.size();
            QCOMPARE(vertices, g->plannedCount());
        }
    }
    void costsOfABlock() {
        // Block 1 2 3 behind 0: 1 and 2 read 0, 3 reads both; backward of 3 reads 1 and itself, that of 1 its
        // input. 4 reads 3.
        const Graph g = graphFromText(
            "0->1->3->4; 0->2->3; 0 m=100; 1 m=10 w=50 bw=0; 2 m=20 saves=; 3 m=5 saves=1,3 bw=7 t=4");
        const auto costs = blockCosts(g, blockChain(g, SIZE_MAX));
        QCOMPARE(costs.size(), 3U);
        const BlockCosts& b = costs[1];
        QCOMPARE(b.output, 5);
        QCOMPARE(b.outputGradient, 5);
        QCOMPARE(b.inner, 10 + 5);
        QCOMPARE(b.time, 6.0);
        // The forward of 1 with its workspace: 60; of 3: 35.
        QCOMPARE(b.forwardPeak, 60);
        QCOMPARE(b.keepingPeak, 60);
        // Backward of 3: values 1 and 3, gradients of 3, 1, 2, workspace: 10 + 5 + 5 + 10 + 20 + 7 = 57; of
        // 2: its gradient, that of 1 and that of 0: 130.
        QCOMPARE(b.backwardPeak, 130);
    }
    void costsOfOneBlockAreTheSimulators() {
        std::mt19937 random(92);
        for (int round = 0; round < 300; ++round) {
            const auto g = randomGraph(random, {9, 0.3, 9, 4, true});
            const BlockChain chain = blockChain(*g, 1);
            if (chain.blocks.empty()) continue;
            const BlockCosts costs = blockCosts(*g, chain).front();
            QCOMPARE(std::max(costs.keepingPeak, costs.backwardPeak) + g->fixedBytes().count(),
                     baselinePeak(*g).count());
            QCOMPARE(costs.output, 0);
        }
    }
    void uselessRunsAreLeftOut() {
        // The backward of 1 reads its input, so running 1 again is of no use; the backward of 0 reads
        // nothing.
        const Graph g = graphFromText("0->1->2; 0 saves=");
        const BlockChain chain = blockChain(g, SIZE_MAX);
        BlockRuns runs(g, chain);
        for (const std::size_t k : {0U, 1U, 2U})
            runs.forward(k);
        runs.forward(0), runs.forward(1);
        runs.backward(2);
        runs.forward(0), runs.forward(1);
        runs.backward(1);
        runs.forward(0);
        runs.backward(0);
        // 1 is made again for the backward of 2, and 0 for the backward of 1.
        QCOMPARE(scheduleText(g, runs.schedule()),
                 std::string("0 1 -0 2 -1 -2 0 1 -0 2' -1 -2' 0 1' -0 -1' 0' -0'"));
    }
    void whatMayRunOnlyOnceStays() {
        const Graph g = graphFromText("0->1->2; 1 once");
        const BlockChain chain = blockChain(g, SIZE_MAX);
        BlockRuns runs(g, chain);
        for (const std::size_t k : {0U, 1U, 2U, 0U, 1U})
            runs.forward(k);
        for (const std::size_t k : {2U, 1U, 0U})
            runs.backward(k);
        const Simulation replay = simulate(g, runs.schedule());
        QVERIFY(replay.valid());
        QCOMPARE(replay.runs[1], 1U);
    }
};

REFORWARD_TEST("block_chain", BlockChainTest);
#include "block_chain_test.moc"
