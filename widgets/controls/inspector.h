// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>
#include <memory>
#include <optional>

#include "core/bounds/floor.h"
#include "core/graph/module_tree.h"
#include "core/plan/plan.h"
#include "widgets/style/theme.h"

namespace reforward {

/// Everything about the selected vertex or module under the current plan.
class Inspector : public QScrollArea {
    Q_OBJECT

  public:
    explicit Inspector(QWidget* parent = nullptr);
    ~Inspector() override;

    /// `costUnit`: "units", "ms"; the unit of the costs of this graph.
    void setGraph(std::shared_ptr<const Graph> graph, const Floor& floor, const QString& costUnit);
    void setPlan(PlanPtr plan);
    /// noIndex: nothing is selected.
    void setVertex(VertexId vertex);
    VertexId vertex() const;
    /// Instead of a vertex; a null tree: none. setVertex() of a vertex ends it.
    void setModule(std::shared_ptr<const ModuleTree> tree, std::uint32_t module);
    /// Instead of the plan's figures show the working set where the vertex sets the floor.
    void setFloorShown(bool shown);

    QSize minimumSizeHint() const override { return {240, 160}; }

    void setTheme(const Theme& theme);

  signals:
    void vertexLinkActivated(reforward::VertexId vertex);

  private:
    class Private;
    std::unique_ptr<Private> d_;
};

}  // namespace reforward
