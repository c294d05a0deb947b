// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/job_lane.h"

#include <QMetaObject>

namespace reforward {

void JobLane::Job::post(std::function<void()> deliver) const {
    QMetaObject::invokeMethod(
        lane_,
        [lane = lane_, generation = generation_, deliver = std::move(deliver)] {
            lane->deliver(generation, deliver);
        },
        Qt::QueuedConnection);
}

JobLane::JobLane(QObject* parent) : QObject(parent) {}

JobLane::~JobLane() {
    discard();
    // Joined before the QObject goes, so nothing can post to a dead lane.
    if (thread_.joinable()) {
        thread_.request_stop();
        thread_.join();
    }
}

void JobLane::request(Work work, Failed failed) {
    ++generation_;
    {
        const std::lock_guard lock(mutex_);
        stopRunning_.request_stop();
        waiting_ = Request{generation_, std::move(work), std::move(failed)};
    }
    if (!thread_.joinable()) {
        thread_ = std::jthread([this](const std::stop_token& stop) { loop(stop); });
    }
    wake_.notify_one();
    setBusy(true);
}

void JobLane::stopAndForget() {
    bool waited = false;
    {
        const std::lock_guard lock(mutex_);
        stopRunning_.request_stop();
        waited = waiting_.has_value();
        waiting_.reset();
    }
    if (waited) setBusy(false);
}

void JobLane::cancel() {
    stopAndForget();
}

void JobLane::discard() {
    ++generation_;
    stopAndForget();
    setBusy(false);
}

std::uint64_t JobLane::startedCount() const {
    const std::lock_guard lock(mutex_);
    return started_;
}

void JobLane::loop(const std::stop_token& stop) {
    while (true) {
        Request request;
        std::stop_token token;
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, stop, [this] { return waiting_.has_value(); })) return;
            request = std::move(*waiting_);
            waiting_.reset();
            stopRunning_ = std::stop_source();
            token = stopRunning_.get_token();
            ++started_;
        }
        run(std::move(request), std::move(token));
    }
}

void JobLane::run(Request request, std::stop_token token) {
    const Job job(this, request.generation, makeControl(request.generation, std::move(token)));
    try {
        request.work(job);
        job.post([this] { setBusy(false); });
    } catch (...) {
        job.post([this, failed = std::move(request.failed), error = std::current_exception()] {
            setBusy(false);
            failed(error);
        });
    }
}

Control JobLane::makeControl(std::uint64_t generation, std::stop_token token) {
    constexpr std::chrono::milliseconds pause(50);
    auto last = std::make_shared<Control::Clock::time_point>(Control::Clock::now() - pause);
    auto lastMutex = std::make_shared<std::mutex>();
    return Control(std::move(token), [this, generation, pause, last, lastMutex](double fraction,
                                                                                std::string_view phase) {
        {
            const std::lock_guard lock(*lastMutex);
            const auto now = Control::Clock::now();
            if (now - *last < pause) return;
            *last = now;
        }
        QMetaObject::invokeMethod(
            this,
            [this, generation, fraction, text = QString::fromUtf8(phase.data(), qsizetype(phase.size()))] {
                if (generation == generation_) emit progressed(fraction, text);
            },
            Qt::QueuedConnection);
    });
}

void JobLane::deliver(std::uint64_t generation, const std::function<void()>& function) {
    if (generation == generation_) function();
}

void JobLane::setBusy(bool busy) {
    if (busy_ == busy) return;
    busy_ = busy;
    emit busyChanged(busy);
}

}  // namespace reforward
