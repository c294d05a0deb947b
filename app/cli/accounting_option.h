// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "core/graph/graph.h"
#include "core/plan/accounting.h"

namespace reforward::cli {

/// --accounting step|pytorch: how memory is counted in all figures of the command.
void addAccounting(CLI::App& command, std::string& name);

/// What a person is told of figures under an accounting: its name, and what it leaves out.
std::string accountingWords(const Graph& graph, Accounting accounting);

}  // namespace reforward::cli
