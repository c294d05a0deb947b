// SPDX-License-Identifier: Apache-2.0
#include "core/search/annealing.h"

#include <algorithm>
#include <cmath>

namespace reforward {

namespace {

constexpr double secondToggle = 0.25, thirdToggle = 0.06;
constexpr double earlyShare = 0.1;
constexpr double penaltyStep = 1.03;
constexpr double coldQuantile = 0.05;
constexpr double squeezeStep = 0.997;
// One byte over the budget at one stage weighs more than this.
constexpr double certainlyNone = 0.005;
constexpr std::int64_t movesPerAdjustment = 256;

// An input of x's operation or an output of one that reads x.
std::uint32_t neighbour(UseEvents& state, std::uint32_t x) {
    const RecomputeModel& model = state.model();
    const std::uint32_t w = model.value(x).producer;
    SearchRandom& random = state.random();
    if (random.below(2) == 0) {
        const auto inputs = model.inputs(w);
        return inputs.empty() ? noIndex : inputs[random.below(inputs.size())];
    }
    const auto readers = model.readers(w);
    if (readers.empty()) return noIndex;
    const auto& o = model.operation(readers[random.below(readers.size())]);
    return o.firstValue == o.endValue ? noIndex : o.firstValue + random.below(o.endValue - o.firstValue);
}

// A stage between events k - 1 and k of x at which an input of x's operation has an event; -1 if none.
std::int32_t earlierStage(UseEvents& state, std::uint32_t x, std::size_t k) {
    const auto inputs = state.model().inputs(state.model().value(x).producer);
    if (inputs.empty()) return -1;
    const auto& own = state.events(x);
    std::int32_t chosen = -1;
    std::size_t seen = 0;
    for (const auto& event : state.events(inputs[state.random().below(inputs.size())])) {
        if (event.stage <= own[k - 1].stage || event.stage >= own[k].stage) continue;
        if (state.random().below(++seen) == 0) chosen = event.stage;
    }
    return chosen;
}

bool toggle(UseEvents& state, std::uint32_t x) {
    const auto& events = state.events(x);
    if (events.size() < 2) return false;
    const std::size_t k = 1 + state.random().below(events.size() - 1);
    if (!events[k].born) return state.drop(x, k);
    if (state.random().unit() < earlyShare) {
        const std::int32_t stage = earlierStage(state, x, k);
        if (stage > 0 && state.early(x, k, stage)) return true;
    }
    return state.keep(x, k);
}

bool move(UseEvents& state) {
    SearchRandom& random = state.random();
    const int toggles = 1 + (random.unit() < secondToggle) + (random.unit() < thirdToggle);
    std::uint32_t x = noIndex;
    bool changed = false;
    for (int i = 0; i < toggles && !state.failed(); ++i) {
        if (i == 0 || random.below(2) == 0) {
            x = random.below(state.model().values());
        } else {
            x = neighbour(state, x);
            if (x == noIndex) break;
        }
        changed |= toggle(state, x);
    }
    return changed;
}

}  // namespace

double timeQuantile(const RecomputeModel& model, double share) {
    std::vector<double> times;
    for (std::uint32_t w = 0; w < model.operations(); ++w) {
        if (model.operation(w).time > 0) times.push_back(model.operation(w).time);
    }
    if (times.empty()) return 1;
    const auto at =
        times.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(times.size() - 1));
    std::nth_element(times.begin(), at, times.end());
    return *at;
}

Walk::Walk(UseEvents& state, const Cooling& cooling)
    : state_(state),
      cooling_(cooling),
      hot_(cooling.hot * timeQuantile(state.model(), 0.5)),
      cold_(cooling.cold * timeQuantile(state.model(), coldQuantile)) {
    const double forward = std::max(state.model().forwardTime(), hot_);
    penalty_ = forward / (10 * std::max(1.0, state.memory().budget()));
}

bool Walk::atPause() const {
    return made_ % movesPerAdjustment == 0;
}

void Walk::adjust() {
    const double share =
        static_cast<double>(made_) / static_cast<double>(std::max<std::int64_t>(1, cooling_.moves));
    temperature_ = hot_ * std::pow(cold_ / hot_, share);
    penalty_ *= state_.excess() > 0 ? penaltyStep : 1 / penaltyStep;
    state_.memory().adaptWeights();
}

bool Walk::step() {
    if (atPause()) adjust();
    ++made_;
    state_.begin();
    const bool changed = move(state_);
    if (!changed || state_.failed()) {
        state_.undo();
        return false;
    }
    state_.finish();
    const double worse =
        state_.recomputeTime() - state_.timeBefore() + penalty_ * (state_.excess() - state_.excessBefore());
    if (worse > 0 && state_.random().unit() >= std::exp(-worse / temperature_)) {
        state_.undo();
        return false;
    }
    return true;
}

bool Walk::fits() const {
    return state_.excess() < certainlyNone && state_.peak() <= state_.memory().budget();
}

std::int64_t anneal(UseEvents& state, const Cooling& cooling, double known,
                    const std::function<void(const UseEvents&)>& better, const Control& control) {
    if (state.model().values() == 0) return 0;
    Walk walk(state, cooling);
    while (!walk.done() && !(walk.atPause() && control.shouldStop())) {
        if (!walk.step() || state.recomputeTime() >= known || !walk.fits()) continue;
        known = state.recomputeTime();
        better(state);
    }
    return walk.made();
}

std::int64_t squeeze(UseEvents& state, const Cooling& cooling, double target,
                     const std::function<void(const UseEvents&)>& found, const Control& control) {
    if (state.model().values() == 0) return 0;
    const auto lower = [&] {
        state.memory().setBudget(std::max(target, std::floor(state.peak() * squeezeStep)));
    };
    lower();
    Walk walk(state, cooling);
    while (!walk.done() && !(walk.atPause() && control.shouldStop())) {
        if (!walk.step() || !walk.fits()) continue;
        found(state);
        if (state.peak() <= target) break;
        lower();
    }
    return walk.made();
}

}  // namespace reforward
