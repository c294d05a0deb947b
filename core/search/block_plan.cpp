// SPDX-License-Identifier: Apache-2.0
//
// The chain. A *cell* is one block, or as many neighbouring ones as leave a few hundred cells, in whole
// periods where blocks repeat. A *segment* is a run of cells planned as one: what crosses its end is held,
// what crosses within it may be run again. In the stages of a segment the values held by the segments before
// it are live and nothing of those after it but gradients. So with H bytes held before a segment whose
// option holds h, costs t and needs p on its own, the plan fits if H + p <= budget for each, and
//   best[end, H + h] = min(best[begin, H] + t)   where H + p <= budget
// finds the cheapest choice. States of near-equal H are thinned to the one that is best at the price per
// byte which, without regard to p, spends the whole budget. Segments of equal cells share their options.
#include "core/search/block_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/search/block_options.h"
#include "core/search/use_events.h"

namespace reforward {

namespace {

constexpr std::size_t mostCells = 400;
constexpr std::size_t longestPeriod = 64;
constexpr std::size_t mostOptions = 40;     // of one kind of segment
constexpr std::size_t mostSegment = 1200;   // operations in a segment of more than one cell
constexpr std::size_t mostSegments = 1500;  // along the chain, by all lengths; at firstOperations
constexpr std::size_t bins = 1000;          // of bytes held, at one place
constexpr int tries = 4;                    // with less and less budget where a replay needs a little more

using Kinds = std::vector<std::uint32_t>;

// A kind of segment: equal cells, equal options.
struct SegmentKind {
    std::unique_ptr<BlockModel> model;
    std::vector<BlockOption> options;
};

}  // namespace

class BlockPlanner::Chain {
  public:
    Chain(const RecomputeModel& model, EqualBlocks found) : model_(model), blocks_(std::move(found)) {
        makeCells();
        for (const std::uint32_t x : blocks_.outside) {
            const auto& o = model.operation(model.value(x).producer);
            const ValueId value = model.graph().firstOutput(o.vertex) + (x - o.firstValue);
            always_ += model.value(x).bytes * (model.graph().hasGradient(value) ? 2 : 1);
        }
        always_ += static_cast<double>(model.graph().fixedBytes().count());
    }

    /// Options of all segments of 1, 2, ... cells, as far as the work (in operations) and the control allow.
    void prepare(const Control& control, std::size_t work) {
        if (limited_) segments_.pop_back();
        limited_ = false;
        while (!limited_ && longest() < std::min(cells(), longestAllowed(work))) {
            std::vector<const SegmentKind*> row;
            for (std::size_t c = 0; c + longest() + 1 <= cells(); ++c) {
                row.push_back(kindOf(c, longest() + 1, work, control));
                if (!control.shouldStop()) continue;
                limited_ = false;
                return;
            }
            if (std::none_of(row.begin(), row.end(), [](const auto* k) { return k != nullptr; })) {
                limited_ = false;
                return;
            }
            segments_.push_back(std::move(row));
        }
    }

    std::size_t cells() const { return firstBlock_.size() - 1; }
    std::size_t longest() const { return segments_.size(); }
    const SegmentKind* segment(std::size_t cell, std::size_t length) const {
        return segments_[length - 1][cell];
    }
    /// Live at all times besides what segments hold.
    double always() const { return always_; }
    std::uint32_t firstOperation(std::size_t cell) const { return blocks_.blocks[firstBlock_[cell]].begin; }

  private:
    // The least distance at which nearly all blocks repeat; 1 where none does.
    std::size_t period() const {
        const auto& blocks = blocks_.blocks;
        for (std::size_t d = 1; d <= std::min(longestPeriod, blocks.size() / 4); ++d) {
            std::size_t equal = 0;
            for (std::size_t b = d; b < blocks.size(); ++b)
                equal += blocks[b].kind == blocks[b - d].kind;
            if (equal * 10 >= (blocks.size() - d) * 9) return d;
        }
        return 1;
    }

    void makeCells() {
        const std::size_t blocks = blocks_.blocks.size();
        std::size_t each = (blocks + mostCells - 1) / mostCells;
        if (each > 1) {
            const std::size_t whole = period();
            each = (each + whole - 1) / whole * whole;
        }
        // The last cell is the short one.
        for (std::size_t b = 0; b < blocks; b += each)
            firstBlock_.push_back(b);
        firstBlock_.push_back(blocks);
    }

    // The program along the chain grows with it, so it does with the root of the work only, and in long
    // chains, whose many small cells are cheaper to choose among, not at all.
    std::size_t longestAllowed(std::size_t work) const {
        const double more =
            cells() > mostCells / 2 ? 1 : std::sqrt(static_cast<double>(work) / firstOperations);
        return std::max<std::size_t>(2, static_cast<std::size_t>(mostSegments * more) / cells());
    }

    const SegmentKind* kindOf(std::size_t cell, std::size_t length, std::size_t work,
                              const Control& control) {
        const std::size_t first = firstBlock_[cell], end = firstBlock_[cell + length];
        Kinds key;
        for (std::size_t b = first; b < end; ++b)
            key.push_back(blocks_.blocks[b].kind);
        const auto known = kinds_.find(key);
        if (known != kinds_.end()) return known->second.get();
        const std::size_t size = blocks_.blocks[end - 1].end - blocks_.blocks[first].begin;
        if (length > 1 && size > mostSegment) return nullptr;
        if (length > 1 && work_ + size > work) {
            limited_ = true;
            return nullptr;
        }
        auto kind = std::make_unique<SegmentKind>();
        kind->model = std::make_unique<BlockModel>(model_, blocks_, first, end - 1);
        // Within longer segments the program along the chain chooses what crosses.
        kind->options = kind->model->options(mostOptions, length == 1, control);
        if (control.shouldStop()) return nullptr;  // not all of them
        work_ += size;
        return kinds_.emplace(std::move(key), std::move(kind)).first->second.get();
    }

    const RecomputeModel& model_;
    EqualBlocks blocks_;
    std::size_t work_ = 0;                 ///< operations in kinds_
    bool limited_ = false;                 ///< the last of segments_ lacks some for want of work
    std::vector<std::size_t> firstBlock_;  ///< of each cell, and the end
    std::map<Kinds, std::unique_ptr<SegmentKind>> kinds_;
    std::vector<std::vector<const SegmentKind*>> segments_;  ///< by length, by first cell
    double always_ = 0;
};

namespace {

// A choice of options along the chain.
struct Choice {
    struct Segment {
        std::size_t cell, length;
        const SegmentKind* kind;
        const BlockOption* option;
    };
    std::vector<Segment> segments;  ///< first to last
};

// Time per byte at which the cheapest choice, peaks aside, holds about the budget.
template <class Chain>
double priceOf(const Chain& chain, double budget) {
    double low = 0, high = 0;
    for (std::size_t c = 0; c < chain.cells(); ++c) {
        for (const BlockOption& o : chain.segment(c, 1)->options) {
            if (o.held > 0) high = std::max(high, 2 * (o.time + 1) / o.held);
        }
    }
    for (int k = 0; k < 50; ++k) {
        const double price = (low + high) / 2;
        double held = 0;
        for (std::size_t c = 0; c < chain.cells(); ++c) {
            const auto& options = chain.segment(c, 1)->options;
            const auto best =
                std::min_element(options.begin(), options.end(), [&](const auto& a, const auto& b) {
                    return a.time + price * a.held < b.time + price * b.held;
                });
            if (best != options.end()) held += best->held;
        }
        (held > budget ? low : high) = price;
    }
    return high;
}

}  // namespace

class BlockPlanner::Program {
  public:
    Program(const Chain& chain, double budget)
        : chain_(chain), budget_(budget), price_(priceOf(chain, budget)), states_(chain.cells() + 1) {}

    std::optional<Choice> solve(const Control& control) {
        states_[0].push_back({0, 0, 0, 0, nullptr, nullptr});
        std::vector<State> binned;
        for (std::size_t c = 1; c <= chain_.cells(); ++c) {
            if (control.shouldStop()) return std::nullopt;
            binned.assign(bins + 1, State{});
            for (std::size_t length = 1; length <= std::min(c, chain_.longest()); ++length)
                extend(c - length, length, binned);
            for (const State& state : binned) {
                if (state.option) states_[c].push_back(state);
            }
            thin(states_[c]);
        }
        return trace();
    }

  private:
    struct State {
        double held = 0, time = std::numeric_limits<double>::infinity();
        std::uint32_t before = 0;  ///< state at the segment's begin
        std::uint32_t length = 0;
        const SegmentKind* kind = nullptr;
        const BlockOption* option = nullptr;
    };

    double cost(const State& s) const { return s.time + price_ * s.held; }

    void extend(std::size_t from, std::size_t length, std::vector<State>& binned) const {
        const SegmentKind* kind = chain_.segment(from, length);
        if (!kind) return;
        const double perByte = static_cast<double>(bins) / std::max(budget_, 1.0);
        for (const BlockOption& option : kind->options) {
            for (std::uint32_t k = 0; k < states_[from].size(); ++k) {
                const State& before = states_[from][k];
                if (before.held + option.peak > budget_) break;  // by bytes held
                const State next{before.held + option.held,
                                 before.time + option.time,
                                 k,
                                 static_cast<std::uint32_t>(length),
                                 kind,
                                 &option};
                if (next.held > budget_) break;
                State& best = binned[static_cast<std::size_t>(next.held * perByte)];
                if (!best.option || cost(next) < cost(best)) best = next;
            }
        }
    }

    // Drops what holds more and takes longer than another.
    static void thin(std::vector<State>& states) {
        std::sort(states.begin(), states.end(), [](const State& a, const State& b) {
            return a.held < b.held || (a.held == b.held && a.time < b.time);
        });
        double least = std::numeric_limits<double>::infinity();
        std::erase_if(states, [&](const State& s) {
            if (s.time >= least) return true;
            least = s.time;
            return false;
        });
    }

    std::optional<Choice> trace() const {
        const auto& last = states_.back();
        if (last.empty()) return std::nullopt;
        const State* state = &*std::min_element(last.begin(), last.end(),
                                                [](const auto& a, const auto& b) { return a.time < b.time; });
        Choice choice;
        for (std::size_t c = chain_.cells(); c > 0;) {
            const std::size_t from = c - state->length;
            choice.segments.push_back({from, state->length, state->kind, state->option});
            state = &states_[from][state->before];
            c = from;
        }
        std::reverse(choice.segments.begin(), choice.segments.end());
        return choice;
    }

    const Chain& chain_;
    double budget_, price_;
    std::vector<std::vector<State>> states_;
};

namespace {

// What runs again before each stage of the whole model, from the segments' own stages.
template <class Chain>
Reruns join(const RecomputeModel& model, const Chain& chain, const Choice& choice) {
    // By operation: the stage of its backward.
    std::vector<std::int32_t> stageOf(model.operations(), -1);
    for (std::int32_t t = model.firstRerunStage(); t < model.stages(); ++t)
        stageOf[model.operationOf(t)] = t;
    std::vector<std::span<const std::uint32_t>> at(static_cast<std::size_t>(model.stages()));
    std::vector<std::uint32_t> shift(static_cast<std::size_t>(model.stages()));
    for (const auto& segment : choice.segments) {
        const BlockModel& own = *segment.kind->model;
        const std::uint32_t first = chain.firstOperation(segment.cell);
        for (std::int32_t t = own.model().firstRerunStage(); t < own.model().stages(); ++t) {
            const std::uint32_t w = own.model().operationOf(t);
            if (w < own.firstOperation() || w >= own.firstOperation() + own.operations()) continue;
            const auto whole = static_cast<std::size_t>(stageOf[w - own.firstOperation() + first]);
            at[whole] = segment.option->reruns.at(t);
            shift[whole] = first - own.firstOperation();  // modulo 2^32
        }
    }
    Reruns reruns;
    for (std::size_t t = 0; t < at.size(); ++t) {
        for (const std::uint32_t w : at[t])
            reruns.operations.push_back(w + shift[t]);
        reruns.first.push_back(static_cast<std::uint32_t>(reruns.operations.size()));
    }
    return withoutUseless(model, reruns);
}

}  // namespace

BlockPlanner::BlockPlanner(const RecomputeModel& model) : model_(model) {
    if (auto blocks = equalBlocks(model)) chain_ = std::make_unique<Chain>(model, std::move(*blocks));
}

BlockPlanner::~BlockPlanner() = default;

void BlockPlanner::prepare(const Control& control, std::size_t operations) {
    if (chain_) chain_->prepare(control, operations);
}

std::optional<Reruns> BlockPlanner::plan(double budget, const Control& control) const {
    if (!chain_ || chain_->longest() == 0) return std::nullopt;
    double left = budget - chain_->always();
    UseEvents state(model_, budget, 1);
    for (int k = 0; k < tries && left > 0; ++k) {
        const auto choice = Program(*chain_, left).solve(control);
        if (!choice) return std::nullopt;
        Reruns reruns = join(model_, *chain_, *choice);
        state.load(reruns);
        const double over = state.peak() - budget;
        if (over <= 0) return reruns;
        left -= over;
    }
    return std::nullopt;
}

std::optional<Reruns> blockPlan(const RecomputeModel& model, double budget, const Control& control) {
    BlockPlanner planner(model);
    planner.prepare(control);
    return planner.plan(budget, control);
}

}  // namespace reforward
