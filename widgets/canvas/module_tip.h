// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <span>

#include "core/graph/module_tree.h"
#include "core/plan/simulator.h"
#include "widgets/style/theme.h"

namespace reforward {

/// The tooltip of a module as rich text: its path, how many vertices with what bytes and cost, and how many
/// of them and of the bytes are kept, recomputed and dropped. Without states (by vertex) the last is left
/// out.
QString moduleTip(const Graph& graph, const ModuleTree& tree, std::uint32_t module,
                  std::span<const VertexState> states, const Theme& theme);

/// The same in one line of plain text, for assistive tools.
QString moduleSentence(const Graph& graph, const ModuleTree& tree, std::uint32_t module,
                       std::span<const VertexState> states);

}  // namespace reforward
