// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/plan/plan.h"
#include "widgets/style/theme.h"

namespace reforward {

/// The tooltip of a vertex as rich text: its whole name, state, exact bytes, cost, and with a plan how often
/// it runs. `note` is one more line (of a comparison), "" for none.
QString vertexTip(const Graph& graph, VertexId v, const Plan* plan, const Theme& theme, const QString& note);

/// The same in one line of plain text, for assistive tools.
QString vertexSentence(const Graph& graph, VertexId v, const Plan* plan);

}  // namespace reforward
