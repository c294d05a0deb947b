// SPDX-License-Identifier: Apache-2.0
//
// Each value is read from one copy after the forward pass: the first one where it is held, else that of its
// one rerun, which stays until its last use. So a value is live across stages in one range, from after the
// stage that made it (its last forward reader) to its last use.
#include "core/search/held_replay.h"

#include <algorithm>

namespace reforward {

HeldReplay::HeldReplay(const RecomputeModel& model)
    : model_(model),
      runAt_(model.operations()),
      source_(model.values()),
      lastUse_(model.values()),
      change_(static_cast<std::size_t>(model.stages()) + 1),
      lastIn_(model.values()) {}

void HeldReplay::read(std::uint32_t x, std::int32_t t, const std::vector<bool>& held) {
    lastUse_[x] = t;
    if (source_[x] != unread) return;
    const std::uint32_t w = model_.value(x).producer;
    if (runAt_[w] < 0 && (held[x] || !model_.operation(w).mayRunAgain)) {
        source_[x] = fromForward;
        return;
    }
    if (runAt_[w] < 0) {
        runAt_[w] = t;
        time_ += model_.operation(w).time;
        reruns_.operations.push_back(w);
        todo_.push_back(w);
    }
    source_[x] = runAt_[w];
}

void HeldReplay::resolve(std::int32_t t, const std::vector<bool>& held) {
    const auto before = static_cast<std::ptrdiff_t>(reruns_.operations.size());
    for (const std::uint32_t x : model_.reads(t))
        read(x, t, held);
    while (!todo_.empty()) {
        const std::uint32_t w = todo_.back();
        todo_.pop_back();
        for (const std::uint32_t x : model_.inputs(w))
            read(x, t, held);
    }
    std::sort(reruns_.operations.begin() + before, reruns_.operations.end());
    reruns_.first.push_back(static_cast<std::uint32_t>(reruns_.operations.size()));
}

void HeldReplay::run(const std::vector<bool>& held) {
    time_ = 0;
    reruns_.operations.clear();
    reruns_.first.assign(static_cast<std::size_t>(model_.firstRerunStage()) + 1, 0);
    std::fill(runAt_.begin(), runAt_.end(), -1);
    std::fill(source_.begin(), source_.end(), unread);
    for (std::int32_t t = model_.firstRerunStage(); t < model_.stages(); ++t)
        resolve(t, held);
    std::fill(change_.begin(), change_.end(), 0);
    for (std::uint32_t x = 0; x < model_.values(); ++x) {
        if (source_[x] == unread) continue;
        const std::int32_t from = source_[x] == fromForward ? model_.value(x).firstCopyLives : source_[x];
        change_[static_cast<std::size_t>(from) + 1] += model_.value(x).bytes;
        change_[static_cast<std::size_t>(lastUse_[x]) + 1] -= model_.value(x).bytes;
    }
    peak_ = 0;
    double live = 0;
    for (std::int32_t t = 0; t < model_.stages(); ++t) {
        live += change_[static_cast<std::size_t>(t)];
        peak_ = std::max(peak_, model_.stage(t).base + live + stagePeak(t));
    }
}

// The most that the stage's reruns and its step add to what is live when it begins.
double HeldReplay::stagePeak(std::int32_t t) {
    constexpr std::uint32_t byTheStep = UINT32_MAX;
    const auto list = reruns_.at(t);
    const double made = model_.stage(t).made;
    if (list.empty()) return made;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        for (const std::uint32_t x : model_.inputs(list[i]))
            lastIn_[x] = i;
    }
    for (const std::uint32_t x : model_.reads(t))
        lastIn_[x] = byTheStep;
    double live = 0, most = 0;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        const auto& o = model_.operation(list[i]);
        double unwanted = 0;
        for (std::uint32_t x = o.firstValue; x < o.endValue; ++x) {
            if (source_[x] == fromForward && lastUse_[x] >= t) continue;  // there already
            live += model_.value(x).bytes;
            if (source_[x] != t) unwanted += model_.value(x).bytes;
        }
        most = std::max(most, live + o.workspace);
        live -= unwanted;
        for (const std::uint32_t x : model_.inputs(list[i])) {
            if (lastIn_[x] == i && lastUse_[x] == t) live -= model_.value(x).bytes;
        }
    }
    return std::max(most, live + made);
}

}  // namespace reforward
