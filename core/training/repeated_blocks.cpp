// SPDX-License-Identifier: Apache-2.0
//
// Terms. A *piece* is what equalBlocks() cuts off: operations between two places that one value crosses. A
// *branching* piece has several operations; between them stand single ones. A *unit* is a branching piece
// and the single operations behind it that all of its kind have in common (the activation behind a sum).
// A *block* is a period of units: attention and feed-forward of a transformer are two.
// 1. Cut the order into pieces, equal by operators and edges; sizes do not count, so that stages of one
//    network are alike.
// 2. Make units; of a plain chain, the repeated runs of at least three operations.
// 3. Find the period in which the units' kinds repeat best.
// 4. Neighbouring blocks that hand on as many bytes are a stage.
#include <algorithm>
#include <functional>
#include <map>

#include "core/graph/equal_blocks.h"
#include "core/training/modules.h"

namespace reforward {

namespace {

constexpr std::size_t longestPeriod = 8, longestRun = 64;
constexpr std::uint32_t leastChainBlock = 3;

// A part of the order: pieces first .. last - 1.
struct Unit {
    std::size_t first = 0, last = 0;
    std::vector<std::uint32_t> kinds;
};

OperationSequence sequenceOf(GraphBuilder& builder, std::vector<VertexId>& vertices) {
    OperationSequence s;
    s.sizesCount = false;
    std::vector<std::uint32_t> number(builder.vertexCount(), noIndex);
    for (VertexId v = 0; v < builder.vertexCount(); ++v) {
        const VertexSpec& spec = builder.spec(v);
        if (spec.fixed) continue;
        number[v] = static_cast<std::uint32_t>(vertices.size());
        vertices.push_back(v);
        for (const VertexSpec::Output& output : spec.outputs) {
            s.bytes.push_back(static_cast<double>(output.bytes));
            s.flags.push_back(output.differentiable ? 1 : 0);
        }
        s.firstValue.push_back(s.values());
        s.figures.push_back(std::hash<std::string>()(spec.op));
        s.firstFigure.push_back(static_cast<std::uint32_t>(s.figures.size()));
        s.firstSave.push_back(0);
    }
    std::vector<std::vector<std::uint32_t>> inputs(vertices.size());
    for (const GraphBuilder::Edge& edge : builder.edges()) {
        if (number[edge.from] == noIndex || number[edge.to] == noIndex) continue;
        inputs[number[edge.to]].push_back(s.firstValue[number[edge.from]] +
                                          static_cast<std::uint32_t>(edge.output));
    }
    for (auto& list : inputs) {
        s.inputs.insert(s.inputs.end(), list.begin(), list.end());
        s.firstInput.push_back(static_cast<std::uint32_t>(s.inputs.size()));
    }
    return s;
}

std::uint32_t length(const EqualBlocks::Block& piece) {
    return piece.end - piece.begin;
}

// How many single operations behind the piece belong to it: those of most pieces of its kind.
std::vector<Unit> branchingUnits(const EqualBlocks& found) {
    const auto& pieces = found.blocks;
    std::map<std::uint32_t, std::map<std::size_t, std::size_t>> tails;  // by kind: how long, how often
    const auto tailOf = [&](std::size_t p) {
        std::size_t end = p + 1;
        while (end < pieces.size() && length(pieces[end]) == 1)
            ++end;
        return end - p - 1;
    };
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        if (length(pieces[p]) > 1) ++tails[pieces[p].kind][tailOf(p)];
    }
    std::vector<Unit> units;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        if (length(pieces[p]) == 1) continue;
        const auto& seen = tails[pieces[p].kind];
        const auto usual = std::max_element(seen.begin(), seen.end(), [](const auto& a, const auto& b) {
            return a.second < b.second || (a.second == b.second && a.first > b.first);
        });
        // Behind the only one of its kind: as behind most others, never a whole chain.
        std::size_t tail = std::min(usual->first, tailOf(p));
        if (seen.size() == 1 && usual->second == 1) tail = std::min<std::size_t>(tail, 1);
        Unit unit{p, p + 1 + tail, {}};
        for (std::size_t q = unit.first; q < unit.last; ++q)
            unit.kinds.push_back(pieces[q].kind);
        units.push_back(std::move(unit));
    }
    return units;
}

// Runs of a chain that repeat at once: at each place the run that covers most, the shortest of these.
std::vector<Unit> chainUnits(const EqualBlocks& found) {
    const auto& pieces = found.blocks;
    std::vector<Unit> units;
    for (std::size_t p = 0; p < pieces.size();) {
        std::size_t best = 0, repeats = 0;
        for (std::size_t run = leastChainBlock; run <= longestRun && p + 2 * run <= pieces.size(); ++run) {
            std::size_t same = 0;
            while (p + run + same < pieces.size() && pieces[p + same].kind == pieces[p + run + same].kind)
                ++same;
            const std::size_t times = 1 + same / run;
            if (times > 1 && times * run > best * repeats) {
                best = run;
                repeats = times;
            }
        }
        for (std::size_t k = 0; k < repeats; ++k, p += best)
            units.push_back({p, p + best, {static_cast<std::uint32_t>(best)}});
        if (repeats == 0) ++p;
    }
    return units;
}

// Units in periods: [begin, end) of each block, in units.
std::vector<std::pair<std::size_t, std::size_t>> periods(const std::vector<Unit>& units) {
    const auto runFrom = [&](std::size_t i, std::size_t period) {
        std::size_t same = 0;
        while (i + period + same < units.size() && units[i + same].kinds == units[i + period + same].kinds &&
               units[i + same].last == units[i + same + 1].first)
            ++same;
        return same >= period ? (same / period + 1) * period : 0;
    };
    std::vector<std::size_t> covered(longestPeriod + 1);
    for (std::size_t period = 1; period <= longestPeriod; ++period) {
        for (std::size_t i = 0; i < units.size();) {
            const std::size_t run = runFrom(i, period);
            covered[period] += run;
            i += std::max<std::size_t>(run, 1);
        }
    }
    const std::size_t most = *std::max_element(covered.begin(), covered.end());
    std::size_t period = 1;
    while (period < longestPeriod && 10 * covered[period] < 9 * most)
        ++period;
    std::vector<std::pair<std::size_t, std::size_t>> blocks;
    for (std::size_t i = 0; i < units.size();) {
        const std::size_t run = runFrom(i, period);
        for (std::size_t k = 0; k < run / period; ++k, i += period)
            blocks.emplace_back(i, i + period);
        if (run == 0) {
            blocks.emplace_back(i, i + 1);
            ++i;
        }
    }
    return blocks;
}

}  // namespace

std::vector<std::string> repeatedBlocks(GraphBuilder& builder) {
    std::vector<std::string> modules(builder.vertexCount());
    std::vector<VertexId> vertices;
    const OperationSequence sequence = sequenceOf(builder, vertices);
    const auto found = equalBlocks(sequence);
    if (!found) return modules;
    auto units = branchingUnits(*found);
    if (units.empty()) units = chainUnits(*found);
    auto blocks = periods(units);
    const auto sizeOf = [&](const std::pair<std::size_t, std::size_t>& block) {
        const auto& pieces = found->blocks;
        return pieces[units[block.second - 1].last - 1].end - pieces[units[block.first].first].begin;
    };
    // What is much smaller than others (the sum of two embeddings) is none of their kind.
    std::uint32_t largest = 0;
    for (const auto& block : blocks)
        largest = std::max(largest, sizeOf(block));
    std::erase_if(blocks, [&](const auto& block) { return 4 * sizeOf(block) < largest; });
    if (blocks.size() < 2) return modules;

    // The bytes that leave each block.
    std::vector<std::int64_t> leaving;
    for (const auto& [begin, end] : blocks) {
        const auto& last = found->blocks[units[end - 1].last - 1];
        std::int64_t bytes = 0;
        for (const VertexSpec::Output& output : builder.spec(vertices[last.end - 1]).outputs)
            bytes = std::max(bytes, output.bytes);
        leaving.push_back(bytes);
    }
    std::size_t stages = 1;
    for (std::size_t b = 1; b < blocks.size(); ++b)
        stages += leaving[b] != leaving[b - 1] ? 1 : 0;
    const bool staged = stages > 1 && blocks.size() >= 2 * stages;

    std::size_t stage = 1, number = 0;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        if (staged && b > 0 && leaving[b] != leaving[b - 1]) {
            ++stage;
            number = 0;
        }
        std::string name = "block " + std::to_string(++number);
        if (staged) name = "stage " + std::to_string(stage) + "/" + name;
        const std::uint32_t begin = found->blocks[units[blocks[b].first].first].begin;
        const std::uint32_t end = found->blocks[units[blocks[b].second - 1].last - 1].end;
        for (std::uint32_t w = begin; w < end; ++w)
            modules[vertices[w]] = name;
    }
    return modules;
}

}  // namespace reforward
