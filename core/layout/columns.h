// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/adjacency.h"
#include "core/layout/spacing.h"

namespace reforward {

/// How rows wrap into columns, left to right: column c holds the rows firstRow[c] .. firstRow[c + 1] - 1.
struct Columns {
    std::vector<std::uint32_t> firstRow;
    std::vector<std::uint32_t> ofRow;

    std::uint32_t count() const { return static_cast<std::uint32_t>(firstRow.size()) - 1; }
    std::uint32_t rows() const { return firstRow.back(); }
};

/// Cuts the rows so that the whole has about this width over height, preferably where few edges cross
/// and so that columns are about equally high. Pictures that are low anyway stay one column.
Columns chooseColumns(const LayoutInput& input, const Adjacency& adjacency,
                      const std::vector<std::uint32_t>& ranks, double aspect);

/// Whether an edge stays inside of a column as a line from row to row (else it runs through channels).
inline bool isLocal(const Columns& columns, std::uint32_t fromRow, std::uint32_t toRow) {
    return columns.ofRow[fromRow] == columns.ofRow[toRow] && toRow - fromRow <= spacing::longestLocal;
}

}  // namespace reforward
