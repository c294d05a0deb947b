// SPDX-License-Identifier: Apache-2.0
#include "core/search/refinement.h"

#include <algorithm>
#include <cmath>
#include <future>

#include "core/search/annealing.h"
#include "core/search/starts.h"

namespace reforward {

namespace {

// Moves of a walk in the first cycle: the first answer within some 20 ms at 500 operations.
constexpr std::int64_t firstMoves = 8192;
// Growth of walks from cycle to cycle.
constexpr double growth = 1.6;
// Moves a stage after which a hot walk has settled; found by trial on the published graphs.
constexpr double settledMovesAStage = 50;
// Below this heat a walk is no restart: it goes on from the best plan.
constexpr double restartHeat = 0.4;
// A start this much dearer than the best plan is not worth a walk.
constexpr double dearStart = 1.25;
// Above this many operations a minimum cut takes a while.
constexpr std::uint32_t largeModel = 3000;
// Zero retention of more runs than this is no plan anyone wants, and slow to write down.
constexpr std::size_t mostFallbackRuns = 4'000'000;

// How hot a walk of so many moves may be, 0.1 to 1: a hot one destroys a good start faster than a few moves a
// stage can mend it.
double heat(const RecomputeModel& model, std::int64_t moves) {
    const double each = static_cast<double>(moves) / std::max(1, model.stages());
    return std::clamp(each / settledMovesAStage, 0.1, 1.0);
}

Cooling coolingOf(const RecomputeModel& model, bool hot, std::int64_t moves) {
    const double h = heat(model, moves);
    return {moves, h * (hot ? 0.9 : 0.5), h * 0.25};
}

Refinement::Found foundIn(const UseEvents& state) {
    return {state.reruns(), state.recomputeTime(), state.peak()};
}

int cutsFor(const RecomputeModel& model) {
    return model.operations() > largeModel ? 8 : 22;
}

}  // namespace

Refinement::Refinement(const RecomputeModel& model, double budget, std::uint64_t seed)
    : model_(model), budget_(budget), seed_(seed) {}

void Refinement::addStart(const Reruns& reruns) {
    starts_.push_back({withoutUseless(model_, reruns), 0});
    if (prepared_) considerStart(starts_.back());
}

void Refinement::considerStart(Start& start) {
    UseEvents state(model_, budget_, seed_);
    state.load(start.reruns);
    const Found found = foundIn(state);
    start.time = found.time;
    if (found.peak < squeezed_.peak) squeezed_ = found;
    consider(found);
}

void Refinement::prepare(const Control& control) {
    if (prepared_) return;
    prepared_ = true;
    // Keep-all, but for pins.
    Start own{lazyReruns(model_, std::vector<bool>(model_.values(), true)), 0};
    considerStart(own);
    if (!model_.graph().joint() && best_.time > 0)
        own.reruns = lazyReruns(model_, heldByCut(model_, budget_, cutsFor(model_), control));
    // The search's own start first.
    starts_.insert(starts_.begin(), std::move(own));
    for (Start& start : starts_)
        considerStart(start);
}

// Plans become known here, on the calling thread.
void Refinement::consider(const Found& found) {
    if (found.peak < leastPeak_.peak) leastPeak_ = found;
    if (found.peak > budget_ || found.time >= best_.time) return;
    best_ = found;
    offer(found);
}

void Refinement::offer(const Found& found) {
    const std::lock_guard lock(offering_);
    if (found.time >= offered_) return;
    offered_ = found.time;
    if (better) better(found);
}

bool Refinement::proven() const {
    return best_.time <= (bound ? bound() : 0.0);
}

// One walk a lane, from starts[lane]; their best plans count in the order of the lanes.
bool Refinement::walkFrom(const std::vector<const Reruns*>& starts, bool hot, std::int64_t moves,
                          const Control& control) {
    struct Lane {
        Found best;
        std::int64_t moves = 0;
    };
    const double known = best_.time;
    const auto walk = [&](std::size_t lane, std::uint64_t seed) {
        Lane result;
        UseEvents state(model_, budget_, seed);
        state.load(*starts[lane]);
        result.moves = anneal(
            state, coolingOf(model_, hot, moves), known,
            [&](const UseEvents& s) {
                result.best = foundIn(s);
                offer(result.best);
            },
            control);
        return result;
    };
    std::vector<std::future<Lane>> others;
    for (std::size_t lane = 1; lane < starts.size(); ++lane)
        others.push_back(std::async(std::launch::async, walk, lane, seed_ + walks_ * 7919 + lane));
    std::vector<Lane> results{walk(0, seed_ + walks_ * 7919)};
    for (auto& other : others)
        results.push_back(other.get());
    walks_ += starts.size();
    for (const Lane& lane : results) {
        moves_ += lane.moves;
        if (lane.best.time < known) consider(lane.best);
    }
    return best_.time < known;
}

void Refinement::squeezeFrom(const Reruns& start, double target, std::int64_t moves, const Control& control) {
    UseEvents state(model_, budget_, seed_ + ++walks_ * 7919);
    state.load(start);
    moves_ += squeeze(
        state, coolingOf(model_, true, moves), target,
        [&](const UseEvents& s) {
            squeezed_ = foundIn(s);
            consider(squeezed_);
        },
        control);
}

// Where nothing fits, the plan that recomputes all from the inputs may.
void Refinement::fallBack(const Control& control) {
    if (fellBack_) return;
    fellBack_ = true;
    Found found;
    if (!zeroRetention(model_, mostFallbackRuns, control, found.reruns)) return;
    found.reruns = withoutUseless(model_, found.reruns);
    UseEvents state(model_, budget_, seed_);
    state.load(found.reruns);
    consider(foundIn(state));
}

bool Refinement::run(std::optional<std::int64_t> moves, const Control& control) {
    prepare(control);
    while (!control.shouldStop() && !proven() && !(moves && moves_ >= *moves)) {
        const std::size_t cycle = part_ / 2;
        const auto each = static_cast<std::int64_t>(static_cast<double>(firstMoves) *
                                                    std::pow(growth, static_cast<double>(cycle)));
        if (part_ % 2 == 0) {
            walkFromStarts(cycle, each, control);
        } else if (found() && !fellBack_) {
            const Reruns best = best_.reruns;
            walkFrom({&best, &best}, false, each / 2, control);
        } else {
            searchFeasible(each, control);
        }
        ++part_;
    }
    return found();
}

// The second lane's start: one after the other of those that are not far dearer than the best plan.
const Reruns& Refinement::otherStart(std::size_t cycle) const {
    std::vector<const Reruns*> worthwhile{&starts_.front().reruns};
    for (std::size_t i = 1; i < starts_.size(); ++i) {
        if (starts_[i].time <= dearStart * best_.time) worthwhile.push_back(&starts_[i].reruns);
    }
    return *worthwhile[cycle % worthwhile.size()];
}

void Refinement::walkFromStarts(std::size_t cycle, std::int64_t moves, const Control& control) {
    const Reruns best = best_.reruns;
    if (found() && !fellBack_ && heat(model_, moves) < restartHeat) {
        walkFrom({&best, &best}, true, moves, control);
    } else {
        const Reruns other = otherStart(cycle);
        walkFrom({&starts_.front().reruns, &other}, true, moves, control);
    }
}

void Refinement::searchFeasible(std::int64_t moves, const Control& control) {
    const Reruns start = squeezed_.reruns;
    squeezeFrom(start, budget_, moves, control);
    if (squeezed_.peak <= budget_) {
        fellBack_ = false;  // whatever it found is a plan to go on from
    } else {
        fallBack(control);
    }
}

void Refinement::squeezeTo(double target, std::optional<std::int64_t> moves, const Control& control) {
    prepare(control);
    auto length = static_cast<double>(firstMoves);
    const std::int64_t before = moves_;
    while (!control.shouldStop() && leastPeak_.peak > target && !(moves && moves_ - before >= *moves)) {
        const Reruns from = leastPeak_.reruns;
        squeezeFrom(from, target, static_cast<std::int64_t>(length), control);
        length *= growth;
    }
    if (leastPeak_.peak > target) fallBack(control);
}

}  // namespace reforward
