// SPDX-License-Identifier: Apache-2.0
//
// Memory at stage t = stage.base + values held into t (ranges from after the event that made or last used
// them up to the event at t) + stagePeak(t), the most that the reruns before the step and the step itself
// add. A range of x ends at the event that it serves, so both its ends are stages whose own peak depends on
// whether x is held: they are "touched" and counted again once, when the move is finished.
#include "core/search/use_events.h"

#include <algorithm>

namespace reforward {

namespace {

// As a last use: by the stage's own step, after all reruns.
constexpr std::uint32_t byTheStep = UINT32_MAX;

}  // namespace

void UseEvents::load(const Reruns& reruns) {
    time_ = 0;
    for (std::uint32_t x = 0; x < model_.values(); ++x)
        events_[x].assign(1, Event{model_.value(x).firstCopyLives, 1, 1});
    std::vector<std::int32_t> lastRun(model_.operations(), -1);
    for (std::int32_t t = 0; t < model_.stages(); ++t) {
        auto& list = reruns_[static_cast<std::size_t>(t)];
        list.clear();
        for (const std::uint32_t w : reruns.at(t)) {
            lastRun[w] = t;
            list.push_back({w, 0});
            time_ += model_.operation(w).time;
        }
        const auto read = [&](std::uint32_t x) {
            auto& events = events_[x];
            if (t <= model_.value(x).firstCopyLives) return;
            if (events.back().stage == t) {
                ++events.back().uses;
                return;
            }
            const std::int32_t run = lastRun[model_.value(x).producer];
            if (run < t && run > events.back().stage) events.push_back({run, 0, 1});  // run early
            events.push_back({t, 1, run == t ? 1u : 0u});
        };
        for (const Rerun& r : list) {
            for (const std::uint32_t x : model_.inputs(r.operation))
                read(x);
        }
        for (const std::uint32_t x : model_.reads(t))
            read(x);
    }
    countMemory();
}

void UseEvents::countMemory() {
    std::vector<double> change(static_cast<std::size_t>(model_.stages()) + 1);
    for (std::uint32_t x = 0; x < model_.values(); ++x) {
        const auto& events = events_[x];
        for (std::size_t k = 1; k < events.size(); ++k) {
            if (events[k].born) {
                auto& list = reruns_[static_cast<std::size_t>(events[k].stage)];
                const std::uint32_t w = model_.value(x).producer;
                const auto at =
                    std::lower_bound(list.begin(), list.end(), w,
                                     [](const Rerun& r, std::uint32_t o) { return r.operation < o; });
                if (at != list.end() && at->operation == w) ++at->born;
                continue;
            }
            change[static_cast<std::size_t>(events[k - 1].stage) + 1] += model_.value(x).bytes;
            change[static_cast<std::size_t>(events[k].stage) + 1] -= model_.value(x).bytes;
        }
    }
    std::vector<double> bytes(static_cast<std::size_t>(model_.stages()));
    double held = 0;
    for (std::int32_t t = 0; t < model_.stages(); ++t) {
        const auto i = static_cast<std::size_t>(t);
        held += change[i];
        stagePeak_[i] = stagePeak(t);
        bytes[i] = model_.stage(t).base + held + stagePeak_[i];
    }
    memory_.assign(bytes, memory_.budget());
}

// x stays live after stage t: an event there from which it is held on, or no event, as base counts it.
bool UseEvents::heldBeyond(std::uint32_t x, std::int32_t t) const {
    const auto& events = events_[x];
    const std::size_t k = find(x, t);
    if (k == 0 || k >= events.size() || events[k].stage != t) return true;
    return k + 1 < events.size() && !events[k + 1].born;
}

bool UseEvents::heldInto(std::uint32_t x, std::int32_t t) const {
    const auto& events = events_[x];
    const std::size_t k = find(x, t);
    return k == 0 || (k < events.size() && !events[k].born);
}

// Whether x, made by a rerun at stage t and read by nothing there, is made for later stages.
bool UseEvents::madeForLater(std::uint32_t x, std::int32_t t) const {
    const auto& events = events_[x];
    const std::size_t k = find(x, t);
    return k + 1 < events.size() && events[k].stage == t && !events[k + 1].born;
}

double UseEvents::stagePeak(std::int32_t t) {
    const auto& list = reruns_[static_cast<std::size_t>(t)];
    const double made = model_.stage(t).made;
    if (list.empty()) return made;
    ++seen_;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        for (const std::uint32_t x : model_.inputs(list[i].operation)) {
            seenIn_[x] = seen_;
            lastUse_[x] = i;
        }
    }
    for (const std::uint32_t x : model_.reads(t)) {
        seenIn_[x] = seen_;
        lastUse_[x] = byTheStep;
    }
    double live = 0, most = 0;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        const auto& o = model_.operation(list[i].operation);
        double unread = 0;
        for (std::uint32_t x = o.firstValue; x < o.endValue; ++x) {
            if (o.endValue - o.firstValue > 1 && heldInto(x, t)) continue;
            const double bytes = model_.value(x).bytes;
            live += bytes;
            if (seenIn_[x] != seen_ && !madeForLater(x, t)) unread += bytes;
        }
        most = std::max(most, live + o.workspace);
        live -= unread;
        for (const std::uint32_t x : model_.inputs(list[i].operation)) {
            if (lastUse_[x] == i && !heldBeyond(x, t)) live -= model_.value(x).bytes;
        }
    }
    return std::max(most, live + made);
}

void UseEvents::finish() {
    for (const std::int32_t t : touchedStages_) {
        double& known = stagePeak_[static_cast<std::size_t>(t)];
        const double now = stagePeak(t);
        if (now == known) continue;
        memory_.add(t, t, now - known);
        known = now;
    }
}

}  // namespace reforward
