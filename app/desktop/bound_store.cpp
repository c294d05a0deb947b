// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/bound_store.h"

#include <algorithm>
#include <thread>

#include "core/frontier/bound_curve.h"
#include "core/plan/gap.h"

namespace reforward {

namespace {

constexpr int gatherMilliseconds = 100, lookMilliseconds = 300;
constexpr double improveSeconds = 60;
// Between two proofs, so that whoever waits for the bound comes in.
constexpr std::chrono::milliseconds giveWay(1);

}  // namespace

BoundStore::BoundStore(QObject* parent) : QObject(parent) {
    gather_.setSingleShot(true);
    gather_.setInterval(gatherMilliseconds);
    improving_.setInterval(lookMilliseconds);
    connect(&gather_, &QTimer::timeout, this, &BoundStore::changed);
    connect(&improving_, &QTimer::timeout, this, &BoundStore::lookAgain);
    connect(&lane_, &JobLane::busyChanged, this, [this](bool busy) {
        if (busy) return;
        lookAgain();
        setStage(Stage::none);
    });
}

BoundStore::~BoundStore() {
    lane_.disconnect(this);
}

void BoundStore::setBound(std::shared_ptr<OverheadBound> bound) {
    lane_.discard();
    bound_ = std::move(bound);
    proved_.clear();
    improved_.clear();
    first_ = Bytes();
    seen_ = 0;
    emit changed();
}

void BoundStore::prove(Bytes first, const std::vector<Bytes>& others, bool improve) {
    if (!bound_) return;
    std::vector<Bytes> open;
    std::ranges::copy_if(others, std::back_inserter(open),
                         [&](Bytes budget) { return !proved_.contains(budget); });
    const bool asked = proved_.contains(first);
    improve = improve && !improved_.contains(first);
    if (asked && open.empty() && !improve) return;
    first_ = first;
    seen_ = bound_->known(first);
    setStage(asked ? Stage::others : Stage::first);
    lane_.request(
        [this, bound = bound_, first, asked, open, improve](const JobLane::Job& job) {
            const Control& control = job.control();
            const auto proved = [&](Bytes budget) {
                if (!control.shouldStop()) job.post([this, budget] { take(budget); });
                std::this_thread::sleep_for(giveWay);
            };
            if (!asked) {
                bound->atLeast(first, control);
                proved(first);
                job.post([this] { setStage(Stage::others); });
            }
            proveBounds(*bound, open, control, proved);
            if (control.shouldStop()) return;
            job.post([this, open] {
                // Those left out lie between two that are bounded alike.
                proved_.insert(open.begin(), open.end());
                setStage(Stage::improving);
            });
            if (!improve) return;
            bound->improve(first, control.withTimeLimit(improveSeconds));
            if (!control.cancelled()) job.post([this, first] { improved_.insert(first); });
        },
        [](const std::exception_ptr&) {});
}

void BoundStore::cancel() {
    if (lane_.busy()) improved_.insert(first_);
    lane_.cancel();
}

void BoundStore::yield() {
    if (stage_ == Stage::improving) lane_.cancel();
}

std::optional<double> BoundStore::at(Bytes budget) const {
    if (!bound_) return std::nullopt;
    const double time = bound_->known(budget);
    if (time > 0) return boundRatio(*bound_->graph(), time);
    // Zero is an answer where it was asked for, here or for less memory.
    const auto after = proved_.upper_bound(budget);
    if (after == proved_.begin()) return std::nullopt;
    const Bytes below = *std::prev(after);
    if (below == budget || bound_->known(below) == 0) return 0;
    return std::nullopt;
}

void BoundStore::take(Bytes budget) {
    proved_.insert(budget);
    // What is on screen is waited for.
    if (budget == first_) {
        lookAgain();
        if (seen_ == 0) emit changed();
    } else if (!gather_.isActive()) {
        gather_.start();
    }
}

void BoundStore::lookAgain() {
    if (!bound_) return;
    const double known = bound_->known(first_);
    if (known == seen_) return;
    seen_ = known;
    emit changed();
}

void BoundStore::setStage(Stage stage) {
    if (stage_ == stage) return;
    const bool wasBusy = busy(), wasSettled = settled();
    stage_ = stage;
    if (stage == Stage::improving) {
        improving_.start();
    } else {
        improving_.stop();
    }
    if (busy() != wasBusy) emit busyChanged(busy());
    if (settled() && !wasSettled) emit changed();
}

}  // namespace reforward
