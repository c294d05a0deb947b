// SPDX-License-Identifier: Apache-2.0
#include "app/cli/text_table.h"

#include <algorithm>

namespace reforward::cli {

namespace {

std::size_t widthOf(std::string_view text) {
    // Bytes 10xxxxxx continue a character.
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padding(std::size_t width, std::string_view text) {
    const std::size_t used = widthOf(text);
    return std::string(width > used ? width - used : 0, ' ');
}

}  // namespace

void TextTable::print(Terminal& terminal) const {
    std::vector<std::size_t> widths(rows_.front().size(), 0);
    for (const auto& row : rows_) {
        // The last cell of a short row runs on and sets no width.
        const std::size_t columns = row.size() < widths.size() ? row.size() - 1 : row.size();
        for (std::size_t c = 0; c < columns; ++c)
            widths[c] = std::max(widths[c], widthOf(row[c]));
    }
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const bool runsOn = row.size() < widths.size() && c + 1 == row.size();
            if (c > 0) line += "  ";
            if (c == 0) {
                line += row[c] + padding(widths[c], row[c]);
            } else {
                line += runsOn ? row[c] : padding(widths[c], row[c]) + row[c];
            }
        }
        terminal.line(line);
    }
}

std::string labelled(std::string_view label, std::string_view text) {
    constexpr std::size_t labelWidth = 18;
    return std::string(label) + padding(labelWidth, label) + std::string(text);
}

}  // namespace reforward::cli
