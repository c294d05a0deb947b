// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/control.h"

namespace reforward {

struct ProcessResult {
    enum class End { exited, crashed, timedOut, cancelled, notStarted };
    End end = End::notStarted;
    int exitCode = -1;   ///< where `exited`
    std::string output;  ///< all of its standard output
    std::string errors;  ///< all of its standard error, cut at 64 KiB
};

/// Runs a child process to its end: feeds `input`, collects what it writes. The child is killed when
/// `control` should stop; the call then returns within some 50 ms. Thread safe.
ProcessResult runProcess(const std::string& program, const std::vector<std::string>& arguments,
                         std::string_view input, const Control& control);

/// Where a helper program of ours lies: beside the running executable, else on PATH; empty if nowhere.
std::string findHelper(const std::string& name);

}  // namespace reforward
