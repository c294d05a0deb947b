// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <array>
#include <vector>

#include "widgets/canvas/box_index.h"
#include "widgets/canvas/box_painter.h"
#include "widgets/canvas/canvas_content.h"
#include "widgets/canvas/edge_painter.h"
#include "widgets/canvas/label_painter.h"
#include "widgets/canvas/module_painter.h"
#include "widgets/canvas/paint_request.h"

class QPainter;

namespace reforward {

/// Paints a laid out graph: the one routine behind the canvas and every exported picture. Made once a graph;
/// a plan only changes the states of the next request. Keeps sprites and laid out texts between frames.
class GraphPainter {
  public:
    /// `base`: the font whose size stands for 13 px.
    GraphPainter(CanvasContentPtr content, GraphLayoutPtr layout, const QFont& base);

    void setTheme(const Theme& theme);
    /// The same boxes, frames and edges at other places, as while they move; texts stay laid out.
    void setLayout(GraphLayoutPtr layout);
    /// The ground is painted too.
    void paint(QPainter& painter, const PaintRequest& request);

    /// In px of the layout.
    std::optional<std::uint32_t> boxAt(QPointF point) const { return index_->at(point); }
    std::optional<std::uint32_t> edgeAt(QPointF point, double tolerance) const {
        return edges_->at(point, tolerance);
    }
    /// The innermost frame whose title is there.
    std::optional<std::uint32_t> titleAt(QPointF point) const;
    /// The module whose expanding or collapsing square is within some px of a place (px of the painter).
    std::optional<std::uint32_t> disclosureAt(QPointF point, const Projection& projection) const;
    Detail detailAt(double scale) const;
    /// What boxes and edges cover: within the layout's size, often less.
    const QRectF& bounds() const { return bounds_; }

  private:
    void paintGround(QPainter& painter, const PaintRequest& request);
    void collectBoxes(const PaintRequest& request);
    void collectFrames(const PaintRequest& request);
    void collectNeighbours(const CanvasMarks& marks);
    void collectEdgeLooks(const CanvasMarks& marks);
    void paintMarks(QPainter& painter, const PaintRequest& request);
    void paintBoxMarks(QPainter& painter, const PaintRequest& request, std::uint32_t box, const QRectF& rect);
    Emphasis emphasis(std::uint32_t box, const CanvasMarks& marks) const;
    std::uint32_t boxOf(const std::optional<VertexId>& v, const std::optional<std::uint32_t>& module) const;

    CanvasContentPtr content_;
    GraphLayoutPtr layout_;
    std::array<Theme, 3> themes_;  ///< by emphasis
    std::optional<BoxIndex> index_;
    std::optional<EdgePainter> edges_;
    BoxPainter boxes_;
    LabelPainter labels_;
    ModulePainter modules_;
    double labelScale_;
    QRectF bounds_;

    // Kept between frames for their memory.
    std::vector<std::uint32_t> visible_;
    std::vector<BoxLook> looks_, labelled_;
    std::vector<ModuleLook> moduleLooks_, frameLooks_;
    std::vector<EdgePainter::Look> edgeLooks_;
    std::vector<std::uint8_t> near_;  ///< of a box: hovered or a neighbour of it
    QPixmap dots_;
};

}  // namespace reforward
