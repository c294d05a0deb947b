// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "app/cli/terminal.h"

namespace reforward::cli {

/// The work of one command, run once all options are read. Returns the exit code; what goes wrong is
/// thrown as Error and becomes one line and its kind's exit code in main().
using Work = std::function<int(Terminal& terminal, const Control& control)>;

/// What a command line asks for.
struct Invocation {
    OutputOptions output;
    Work work;
};

/// Adds a command with --json, -q and -v; `work` is what the invocation does when it was asked for.
CLI::App* addCommand(CLI::App& program, Invocation& invocation, const std::string& name,
                     const std::string& sentence, Work work);

// One file a command.
void addInfo(CLI::App& program, Invocation& invocation);
void addConvert(CLI::App& program, Invocation& invocation);
void addSolve(CLI::App& program, Invocation& invocation);
void addLeast(CLI::App& program, Invocation& invocation);
void addSweep(CLI::App& program, Invocation& invocation);
void addCompare(CLI::App& program, Invocation& invocation);
void addCheck(CLI::App& program, Invocation& invocation);
void addBatch(CLI::App& program, Invocation& invocation);
void addRender(CLI::App& program, Invocation& invocation);

}  // namespace reforward::cli
