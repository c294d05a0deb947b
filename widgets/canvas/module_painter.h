// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QRectF>
#include <span>

#include "widgets/canvas/canvas_content.h"
#include "widgets/canvas/paint_request.h"
#include "widgets/style/patterns.h"
#include "widgets/style/theme.h"

class QPainter;

namespace reforward {

/// A collapsed module's box or an expanded one's frame: which, and where.
struct ModuleLook {
    std::uint32_t index = 0;  ///< box or frame
    Emphasis emphasis = Emphasis::full;
    QRectF rect;  ///< in px of the painter
};

/// Bytes of the vertices in each state; all kept without states.
StateShares sharesOf(const Graph& graph, std::span<const VertexId> vertices,
                     std::span<const VertexState> states);

/// Paints collapsed modules as stacks with a bar of their bytes, and frames with a title. Text does not get
/// smaller than the label font, or than the caption font where only the name is left; below that there is
/// none.
class ModulePainter {
  public:
    ModulePainter(const CanvasContent& content, const QFont& base);

    void paintBoxes(QPainter& painter, std::span<const ModuleLook> boxes, const PaintRequest& request,
                    std::span<const Theme> themes) const;
    void paintFrames(QPainter& painter, std::span<const ModuleLook> frames, const PaintRequest& request,
                     std::span<const Theme> themes) const;
    /// After the edges, which may run below them.
    void paintTitles(QPainter& painter, std::span<const ModuleLook> frames, const PaintRequest& request,
                     std::span<const Theme> themes) const;

    /// The square that expands or collapses; null where the scale leaves no room for it. `rect` of the box or
    /// frame.
    QRectF disclosure(const QRectF& rect, bool frame, double scale) const;

  private:
    struct Line;
    Line lineAt(double height, double scale, double air) const;
    Line boxLine(double scale) const;
    Line titleLine(double scale) const;
    void paintLine(QPainter& painter, const QRectF& rect, const Line& line, const QString& name,
                   const QString& figure, std::size_t vertices, bool frame, double scale,
                   const Theme& theme) const;

    const CanvasContent& content_;
    QFont base_;
};

}  // namespace reforward
