// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>

namespace reforward {

/// Handed to every long piece of work: whether to stop, and where to say how far it is.
/// Copyable; stopping is thread safe. The progress function is called on the working thread.
class Control {
  public:
    using Clock = std::chrono::steady_clock;
    /// fraction in 0..1, or negative where unknown; phase is a few words for people.
    using ProgressFunction = std::function<void(double fraction, std::string_view phase)>;

    Control() = default;
    explicit Control(std::stop_token token, ProgressFunction progress = {})
        : token_(std::move(token)), progress_(std::move(progress)) {}

    /// A copy that also stops `seconds` from now (never later than this one does).
    Control withTimeLimit(double seconds) const;

    /// True once the user stopped the work. Work that has no result then throws Error (interrupted).
    bool cancelled() const { return token_.stop_requested(); }
    /// True once cancelled or out of time. Cheap enough for inner loops (a clock read).
    bool shouldStop() const { return cancelled() || (deadline_ && Clock::now() >= *deadline_); }
    /// Seconds left, infinity without a limit; never negative.
    double secondsLeft() const;
    void throwIfCancelled() const;

    void progress(double fraction, std::string_view phase) const {
        if (progress_) progress_(fraction, phase);
    }
    const std::stop_token& token() const { return token_; }

  private:
    std::stop_token token_;
    std::optional<Clock::time_point> deadline_;
    ProgressFunction progress_;
};

/// Wall time since construction.
class Stopwatch {
  public:
    double seconds() const { return std::chrono::duration<double>(Control::Clock::now() - start_).count(); }
    double milliseconds() const { return seconds() * 1e3; }

  private:
    Control::Clock::time_point start_ = Control::Clock::now();
};

}  // namespace reforward
