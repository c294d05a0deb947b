// SPDX-License-Identifier: Apache-2.0
#include "app/cli/accounting_option.h"

#include "core/base/format.h"

namespace reforward::cli {

void addAccounting(CLI::App& command, std::string& name) {
    command
        .add_option(
            "--accounting", name,
            "step: the step model (default); pytorch: memory as that framework allocates and frees it")
        ->check(CLI::IsMember({"step", "pytorch"}));
}

std::string accountingWords(const Graph& graph, Accounting accounting) {
    std::string words(accountingName(accounting));
    if (accounting == Accounting::pytorch) {
        words += ", without network inputs (" + formatBytes(graph.fixedBytes()) +
                 "), parameters, their gradients and the seeds";
    }
    return words;
}

}  // namespace reforward::cli
