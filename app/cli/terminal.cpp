// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "core/base/error.h"

namespace reforward::cli {

namespace {

constexpr std::chrono::milliseconds progressPause{100};

void write(std::FILE* to, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), to);
}

}  // namespace

Terminal::Terminal(OutputOptions options)
    : options_(options), progressWanted_(!options.quiet && ::isatty(STDERR_FILENO) == 1) {}

Terminal::~Terminal() {
    const std::lock_guard lock(mutex_);
    clearProgress();
}

void Terminal::line(std::string_view text) {
    if (options_.json) return;
    const std::lock_guard lock(mutex_);
    clearProgress();
    write(stdout, text);
    write(stdout, "\n");
}

void Terminal::json(const nlohmann::ordered_json& result) {
    const std::lock_guard lock(mutex_);
    clearProgress();
    // Names come from files: what is no UTF-8 is shown as such, not an error at the last moment.
    write(stdout, result.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    write(stdout, "\n");
}

void Terminal::note(std::string_view text) {
    if (!options_.quiet) toErrors(text);
}

void Terminal::detail(std::string_view text) {
    if (options_.verbose && !options_.quiet) toErrors(text);
}

void Terminal::error(std::string_view text) {
    toErrors(text);
}

void Terminal::showProgress(double fraction, std::string_view phase) {
    if (!progressWanted_) return;
    const std::lock_guard lock(mutex_);
    const auto now = Control::Clock::now();
    if (now - progressDrawn_ < progressPause) return;
    progressDrawn_ = now;
    std::string text;
    if (fraction >= 0) text = std::to_string(std::lround(100 * std::min(fraction, 1.0))) + "% ";
    text += phase;
    clearProgress();
    write(stderr, text);
    std::fflush(stderr);
    progressWidth_ = text.size();
}

void Terminal::toErrors(std::string_view text) {
    const std::lock_guard lock(mutex_);
    clearProgress();
    // The result so far stands before what is said of it, also where both go to one terminal.
    std::fflush(stdout);
    write(stderr, "reforward-cli: ");
    write(stderr, text);
    write(stderr, "\n");
}

void Terminal::clearProgress() {
    if (progressWidth_ == 0) return;
    write(stderr, "\r" + std::string(progressWidth_, ' ') + "\r");
    progressWidth_ = 0;
}

}  // namespace reforward::cli
