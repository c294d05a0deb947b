// SPDX-License-Identifier: Apache-2.0
#include "core/search/use_events.h"

#include <algorithm>

namespace reforward {

namespace {

// A move whose cascade passes this many steps is given up.
constexpr int cascadeLimit = 400;

// Steps after which half of what a cascade misses is held: thousands in graphs near a chain, few where
// operations have several inputs. Found by trial.
double cascadeLengthOf(const RecomputeModel& model) {
    std::size_t inputs = 0;
    for (std::uint32_t w = 0; w < model.operations(); ++w)
        inputs += model.inputs(w).size();
    const double mean = static_cast<double>(inputs) / std::max(1.0, static_cast<double>(model.operations()));
    const double branching = std::max(0.01, mean - 1);
    return std::max(2.0, 20 / (branching * branching));
}

}  // namespace

UseEvents::UseEvents(const RecomputeModel& model, double budget, std::uint64_t seed)
    : model_(model),
      random_(seed),
      cascadeLength_(cascadeLengthOf(model)),
      events_(model.values()),
      reruns_(static_cast<std::size_t>(model.stages())),
      stagePeak_(static_cast<std::size_t>(model.stages())),
      memory_(static_cast<std::size_t>(model.stages())),
      valueMove_(model.values()),
      stageMove_(static_cast<std::size_t>(model.stages())),
      seenIn_(model.values()),
      lastUse_(model.values()) {
    memory_.setBudget(budget);
    Reruns none;
    none.first.assign(static_cast<std::size_t>(model.stages()) + 1, 0);
    load(none);
}

Reruns UseEvents::reruns() const {
    Reruns reruns;
    reruns.first.reserve(reruns_.size() + 1);
    for (const auto& list : reruns_) {
        for (const Rerun& r : list)
            reruns.operations.push_back(r.operation);
        reruns.first.push_back(static_cast<std::uint32_t>(reruns.operations.size()));
    }
    return reruns;
}

void UseEvents::begin() {
    ++move_;
    touchedValues_.clear();
    touchedStages_.clear();
    savedPeaks_.clear();
    ranges_.clear();
    rerunChanges_.clear();
    timeBefore_ = time_;
    excessBefore_ = memory_.excess();
    steps_ = 0;
    failed_ = false;
}

std::size_t UseEvents::find(std::uint32_t x, std::int32_t stage) const {
    const auto& events = events_[x];
    if (events.size() > 16) {
        return static_cast<std::size_t>(
            std::lower_bound(events.begin(), events.end(), stage,
                             [](const Event& e, std::int32_t s) { return e.stage < s; }) -
            events.begin());
    }
    std::size_t k = 0;
    while (k < events.size() && events[k].stage < stage)
        ++k;
    return k;
}

void UseEvents::touchValue(std::uint32_t x) {
    if (valueMove_[x] == move_) return;
    valueMove_[x] = move_;
    if (touchedValues_.size() == savedEvents_.size()) savedEvents_.emplace_back();
    savedEvents_[touchedValues_.size()] = events_[x];
    touchedValues_.push_back(x);
}

void UseEvents::touchStage(std::int32_t t) {
    const auto i = static_cast<std::size_t>(t);
    if (stageMove_[i] == move_) return;
    stageMove_[i] = move_;
    touchedStages_.push_back(t);
    savedPeaks_.push_back(stagePeak_[i]);
}

// Holds x from after stage `from` to stage `to` (sign 1), or no longer (-1).
void UseEvents::changeRange(std::uint32_t x, std::int32_t from, std::int32_t to, double sign) {
    touchStage(to);
    if (from > model_.value(x).firstCopyLives) touchStage(from);
    touchSiblings(x, from, to);
    const double change = sign * model_.value(x).bytes;
    if (change == 0) return;
    ranges_.push_back({from + 1, to, change});
    memory_.add(from + 1, to, change);
}

// The longer a cascade, the more of what is missing is held instead of run again, above all where operations
// have many inputs: else it would not end there.
double UseEvents::extendNow() const {
    return extendShare + (1 - extendShare) * steps_ / (steps_ + cascadeLength_);
}

// Where another output of x's operation is born between, the run makes x or finds it there.
void UseEvents::touchSiblings(std::uint32_t x, std::int32_t from, std::int32_t to) {
    const auto& o = model_.operation(model_.value(x).producer);
    if (o.endValue - o.firstValue < 2) return;
    for (std::uint32_t y = o.firstValue; y < o.endValue; ++y) {
        for (const Event& event : events_[y]) {
            if (event.born && event.stage > from && event.stage < to &&
                event.stage >= model_.firstRerunStage())
                touchStage(event.stage);
        }
    }
}

bool UseEvents::spend() {
    if (++steps_ > cascadeLimit) failed_ = true;
    return !failed_;
}

// Whether event k may be held from event k - 1: the first copy of a value pinned as recomputed ends early.
bool UseEvents::mayHold(std::uint32_t x, std::size_t k) const {
    const auto& events = events_[x];
    const std::int32_t ends = model_.value(x).firstCopyEnds;
    if (ends == std::numeric_limits<std::int32_t>::max()) return true;
    std::size_t j = k - 1;
    while (j > 0 && !events[j].born)
        --j;
    if (j > 0) return true;
    std::size_t last = k;  // whatever is held on from k would come from the first copy too
    while (last + 1 < events.size() && !events[last + 1].born)
        ++last;
    return events[last].stage <= ends;
}

bool UseEvents::runsAgain(std::int32_t t, std::uint32_t w) const {
    const auto& list = reruns_[static_cast<std::size_t>(t)];
    const auto at = std::lower_bound(list.begin(), list.end(), w,
                                     [](const Rerun& r, std::uint32_t o) { return r.operation < o; });
    return at != list.end() && at->operation == w;
}

bool UseEvents::addBirth(std::int32_t t, std::uint32_t w) {
    touchStage(t);
    auto& list = reruns_[static_cast<std::size_t>(t)];
    const auto at = std::lower_bound(list.begin(), list.end(), w,
                                     [](const Rerun& r, std::uint32_t o) { return r.operation < o; });
    rerunChanges_.push_back({t, w, 1});
    if (at != list.end() && at->operation == w) {
        ++at->born;
        return false;
    }
    list.insert(at, {w, 1});
    time_ += model_.operation(w).time;
    return true;
}

bool UseEvents::removeBirth(std::int32_t t, std::uint32_t w) {
    touchStage(t);
    auto& list = reruns_[static_cast<std::size_t>(t)];
    const auto at = std::lower_bound(list.begin(), list.end(), w,
                                     [](const Rerun& r, std::uint32_t o) { return r.operation < o; });
    rerunChanges_.push_back({t, w, -1});
    if (--at->born > 0) return false;
    list.erase(at);
    time_ -= model_.operation(w).time;
    return true;
}

// x's operation runs again at t (the event is in place already).
void UseEvents::bear(std::uint32_t x, std::int32_t t) {
    const std::uint32_t w = model_.value(x).producer;
    if (!addBirth(t, w)) return;
    if (spend()) addUses(w, t);
}

// x is no longer born at t.
void UseEvents::unbear(std::uint32_t x, std::int32_t t) {
    const std::uint32_t w = model_.value(x).producer;
    if (!removeBirth(t, w)) return;
    if (spend()) removeUses(w, t);
}

void UseEvents::addUses(std::uint32_t w, std::int32_t t) {
    for (const std::uint32_t x : model_.inputs(w)) {
        addUse(x, t);
        if (failed_) return;
    }
}

void UseEvents::removeUses(std::uint32_t w, std::int32_t t) {
    for (const std::uint32_t x : model_.inputs(w)) {
        removeUse(x, t);
        if (failed_) return;
    }
}

void UseEvents::addUse(std::uint32_t x, std::int32_t t) {
    if (t <= model_.value(x).firstCopyLives) return;
    touchValue(x);
    touchStage(t);
    auto& events = events_[x];
    const std::size_t k = find(x, t);
    const auto at = events.begin() + static_cast<std::ptrdiff_t>(k);
    if (k < events.size() && events[k].stage == t) {
        ++events[k].uses;
        return;
    }
    if (k < events.size() && !events[k].born) {  // held across t anyway
        events.insert(at, Event{t, 1, 0});
        return;
    }
    const bool rerunHere = runsAgain(t, model_.value(x).producer);
    if (!rerunHere && (!mayBear(x) || random_.unit() < extendNow())) {
        const std::int32_t from = events[k - 1].stage;
        events.insert(at, Event{t, 1, 0});
        if (mayHold(x, k)) {
            changeRange(x, from, t, 1);
            return;
        }
        events.erase(events.begin() + static_cast<std::ptrdiff_t>(k));
        if (!mayBear(x)) {
            failed_ = true;
            return;
        }
    }
    events.insert(events.begin() + static_cast<std::ptrdiff_t>(k), Event{t, 1, 1});
    bear(x, t);
    if (failed_) return;
    // The cascade may have changed x's list: look again.
    const std::size_t now = find(x, t);
    if (now + 1 < events_[x].size() && events_[x][now + 1].born && random_.unit() < mergeShare)
        keep(x, now + 1);
}

void UseEvents::removeUse(std::uint32_t x, std::int32_t t) {
    if (t <= model_.value(x).firstCopyLives) return;
    touchValue(x);
    touchStage(t);
    auto& events = events_[x];
    const std::size_t k = find(x, t);
    if (--events[k].uses > 0) return;
    const bool heldOn = k + 1 < events.size() && !events[k + 1].born;
    const auto at = events.begin() + static_cast<std::ptrdiff_t>(k);
    if (!events[k].born) {
        if (heldOn) {
            events.erase(at);
            return;
        }
        const std::int32_t from = events[k - 1].stage;
        changeRange(x, from, t, -1);
        events.erase(at);
        removeIdle(x, from);
        return;
    }
    if (!heldOn) {
        events.erase(at);
        unbear(x, t);
        return;
    }
    // Born here only for later stages: hold it from the copy before, or run it where it is first read.
    const std::int32_t next = events[k + 1].stage;
    if (!spend()) return;
    if (random_.unit() < 0.5 && mayHold(x, k)) {
        changeRange(x, events[k - 1].stage, t, 1);
        events.erase(at);
        unbear(x, t);
    } else {
        changeRange(x, t, next, -1);
        events[k + 1].born = 1;
        events.erase(at);
        unbear(x, t);
        if (!failed_) bear(x, next);
    }
}

// An event without a use from which nothing is held on is of no use.
void UseEvents::removeIdle(std::uint32_t x, std::int32_t stage) {
    while (!failed_) {
        auto& events = events_[x];
        const std::size_t k = find(x, stage);
        if (k == 0 || k >= events.size() || events[k].stage != stage || events[k].uses > 0) return;
        if (k + 1 < events.size() && !events[k + 1].born) return;
        touchValue(x);
        touchStage(stage);
        const bool born = events[k].born;
        const std::int32_t from = events[k - 1].stage;
        if (!born) changeRange(x, from, stage, -1);
        events.erase(events.begin() + static_cast<std::ptrdiff_t>(k));
        if (born) {
            unbear(x, stage);
            return;
        }
        stage = from;
    }
}

bool UseEvents::drop(std::uint32_t x, std::size_t k) {
    if (!mayBear(x)) return false;
    touchValue(x);
    auto& events = events_[x];
    const std::int32_t stage = events[k].stage, from = events[k - 1].stage;
    changeRange(x, from, stage, -1);
    events[k].born = 1;
    bear(x, stage);
    if (!failed_) removeIdle(x, from);
    return true;
}

bool UseEvents::keep(std::uint32_t x, std::size_t k) {
    if (!mayHold(x, k)) return false;
    touchValue(x);
    auto& events = events_[x];
    const std::int32_t stage = events[k].stage;
    changeRange(x, events[k - 1].stage, stage, 1);
    events[k].born = 0;
    if (events[k].uses == 0) events.erase(events.begin() + static_cast<std::ptrdiff_t>(k));
    unbear(x, stage);
    return true;
}

bool UseEvents::early(std::uint32_t x, std::size_t k, std::int32_t stage) {
    auto& events = events_[x];
    if (stage <= events[k - 1].stage || stage >= events[k].stage || stage < model_.firstRerunStage())
        return false;
    touchValue(x);
    const std::int32_t before = events[k].stage;
    changeRange(x, stage, before, 1);
    events[k].born = 0;
    if (events[k].uses == 0) {
        events[k] = Event{stage, 0, 1};
    } else {
        events.insert(events.begin() + static_cast<std::ptrdiff_t>(k), Event{stage, 0, 1});
    }
    bear(x, stage);
    if (!failed_) unbear(x, before);
    return true;
}

void UseEvents::undo() {
    for (std::size_t i = 0; i < touchedStages_.size(); ++i) {
        const auto t = static_cast<std::size_t>(touchedStages_[i]);
        if (stagePeak_[t] == savedPeaks_[i]) continue;
        memory_.add(touchedStages_[i], touchedStages_[i], savedPeaks_[i] - stagePeak_[t]);
        stagePeak_[t] = savedPeaks_[i];
    }
    for (std::size_t i = ranges_.size(); i-- > 0;)
        memory_.add(ranges_[i].first, ranges_[i].last, -ranges_[i].change);
    for (std::size_t i = rerunChanges_.size(); i-- > 0;) {
        const RerunChange& c = rerunChanges_[i];
        auto& list = reruns_[static_cast<std::size_t>(c.stage)];
        const auto at = std::lower_bound(list.begin(), list.end(), c.operation,
                                         [](const Rerun& r, std::uint32_t o) { return r.operation < o; });
        if (c.change > 0) {
            if (--at->born == 0) list.erase(at);
        } else if (at != list.end() && at->operation == c.operation) {
            ++at->born;
        } else {
            list.insert(at, {c.operation, 1});
        }
    }
    for (std::size_t i = 0; i < touchedValues_.size(); ++i)
        events_[touchedValues_[i]].swap(savedEvents_[i]);
    time_ = timeBefore_;
    memory_.restoreExcess(excessBefore_);
}

}  // namespace reforward
