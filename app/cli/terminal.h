// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/control.h"

namespace reforward::cli {

struct OutputOptions {
    bool json = false;
    bool quiet = false;
    bool verbose = false;
};

/// Where a command says things. Results go to stdout; notes, warnings and progress to stderr, so that
/// `--json` leaves nothing but the JSON on stdout. Notes and progress may come from any thread.
class Terminal {
  public:
    explicit Terminal(OutputOptions options);
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    const OutputOptions& options() const { return options_; }

    /// A line of the result, where the result is for people (not under --json).
    void line(std::string_view text);
    /// The result of --json.
    void json(const nlohmann::ordered_json& result);
    /// Something a person should know that is no result; silenced by -q.
    void note(std::string_view text);
    /// As note(), only with -v.
    void detail(std::string_view text);
    /// The one line of a failed command; never silenced.
    void error(std::string_view text);

    /// Draws the progress line on stderr; does nothing where that is no terminal, or with -q.
    void showProgress(double fraction, std::string_view phase);

  private:
    void toErrors(std::string_view text);
    void clearProgress();

    OutputOptions options_;
    bool progressWanted_ = false;
    std::mutex mutex_;
    std::size_t progressWidth_ = 0;  ///< characters of the progress line that stands on the terminal
    Control::Clock::time_point progressDrawn_{};
};

}  // namespace reforward::cli
