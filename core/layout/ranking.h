// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/adjacency.h"

namespace reforward {

/// The row of each node: the longest path from a source, except that a row takes no more boxes than fit
/// the aspect (the next ones go a row down) and that a source stands just above its first consumer.
/// Rows are numbered 0 .. without holes; every edge goes down.
std::vector<std::uint32_t> rankNodes(const LayoutInput& input, const Adjacency& adjacency, double aspect);

/// Renumbers rows so that none is empty.
void closeHoles(std::vector<std::uint32_t>& ranks);

}  // namespace reforward
