// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QJsonObject;

namespace reforward::tests {

/// What a plan file really does to its graph file.
struct PlanReplay {
    QString fault;  ///< the first broken rule; empty for a valid plan
    qint64 peak = 0;
    double forwardTime = 0, recomputeTime = 0, backwardTime = 0;
};

/// The step model of formats.md section 2 once more, from the two files alone and without a line of core:
/// plans are held against it. Reads node-link JSON with string ids and links that name no output.
PlanReplay replayPlan(const QJsonObject& graph, const QJsonObject& plan);

}  // namespace reforward::tests
