// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/cli/terminal.h"

namespace reforward::cli {

/// Columns aligned for a terminal: the first one to the left, the others to the right, widths in
/// characters of UTF-8. A row may be shorter than the head: its last cell then runs on over the rest.
class TextTable {
  public:
    explicit TextTable(std::vector<std::string> head) : rows_{std::move(head)} {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    void print(Terminal& terminal) const;

  private:
    std::vector<std::vector<std::string>> rows_;
};

/// "label               text": one figure of a report.
std::string labelled(std::string_view label, std::string_view text);

}  // namespace reforward::cli
