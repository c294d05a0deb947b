// SPDX-License-Identifier: Apache-2.0
// reforward-cli: reads the command line, runs one command, and turns what goes wrong into one line on
// stderr and the exit code of its kind (core/base/error.h).
#include <cstdio>
#include <exception>

#include "app/cli/interrupt.h"
#include "app/cli/invocation.h"
#include "core/base/error.h"

namespace reforward::cli {

namespace {

constexpr int internalError = 1;

void describe(CLI::App& program) {
    program.require_subcommand(1);
    program.set_version_flag("--version", "reforward-cli " REFORWARD_VERSION);
    program.set_help_all_flag("--help-all", "Print this help and that of every command");
    program.footer(
        "A budget is bytes (1734000000), with a unit (2GiB, 1.5GB) or a share of the baseline peak (60%).\n"
        "Exit: 0 done; 2 wrong usage; 3 unreadable or invalid input; 4 no plan fits the budget;\n"
        "5 a check failed; 6 the strategy does not apply to this graph; 130 interrupted.");
}

/// False, with the exit code set, where there is nothing left to do: help was shown or usage is wrong.
bool parse(CLI::App& program, int argc, char** argv, int& exitCode) {
    try {
        program.parse(argc, argv);
        return true;
    } catch (const CLI::Success& asked) {
        exitCode = program.exit(asked);
    } catch (const CLI::ParseError& wrong) {
        const auto chosen = program.get_subcommands();
        const std::string help = chosen.empty() ? "" : " " + chosen.front()->get_name();
        Terminal({}).error(std::string(wrong.what()) + "; see reforward-cli" + help + " --help");
        exitCode = static_cast<int>(ErrorKind::usage);
    }
    return false;
}

int perform(const Invocation& invocation) {
    Terminal terminal(invocation.output);
    try {
        const Interrupt interrupt;
        const Control control(interrupt.token(), [&terminal](double fraction, std::string_view phase) {
            terminal.showProgress(fraction, phase);
        });
        const int exitCode = invocation.work(terminal, control);
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            throw Error(ErrorKind::input, "standard output cannot be written");
        return exitCode;
    } catch (const Error& error) {
        terminal.error(error.what());
        return static_cast<int>(error.kind());
    } catch (const std::bad_alloc&) {
        terminal.error("out of memory");
    } catch (const std::exception& error) {
        terminal.error(std::string("internal error: ") + error.what());
    }
    return internalError;
}

int run(int argc, char** argv) {
    CLI::App program("Plans which values of a training step to keep and which to compute again.",
                     "reforward-cli");
    Invocation invocation;
    describe(program);
    for (const auto add :
         {addInfo, addConvert, addSolve, addLeast, addSweep, addCompare, addBatch, addCheck, addRender}) {
        add(program, invocation);
    }
    int exitCode = 0;
    if (!parse(program, argc, argv, exitCode)) return exitCode;
    return perform(invocation);
}

}  // namespace

}  // namespace reforward::cli

int main(int argc, char** argv) {
    return reforward::cli::run(argc, argv);
}
