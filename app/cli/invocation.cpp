// SPDX-License-Identifier: Apache-2.0
#include "app/cli/invocation.h"

namespace reforward::cli {

CLI::App* addCommand(CLI::App& program, Invocation& invocation, const std::string& name,
                     const std::string& sentence, Work work) {
    CLI::App* command = program.add_subcommand(name, sentence);
    command->add_flag("--json", invocation.output.json, "machine readable on stdout, nothing else there");
    command->add_flag("-q,--quiet", invocation.output.quiet, "no notes and no progress on stderr");
    command->add_flag("-v,--verbose", invocation.output.verbose, "more on stderr: each better plan, times");
    command->callback([&invocation, work = std::move(work)] { invocation.work = work; });
    return command;
}

}  // namespace reforward::cli
