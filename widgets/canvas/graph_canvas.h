// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>
#include <functional>
#include <memory>
#include <span>

#include "core/plan/plan.h"
#include "widgets/canvas/canvas_content.h"
#include "widgets/canvas/canvas_marks.h"
#include "widgets/canvas/canvas_view.h"
#include "widgets/canvas/paint_request.h"
#include "widgets/style/theme.h"

namespace reforward {

class CanvasLegend;
class CanvasMinimap;
class GraphPainter;
class LayoutMotion;

/// A graph with the states of a plan. Vertices are named by their VertexId everywhere; fixed ones are not
/// shown, naming one does nothing. A vertex in a collapsed module is shown by that module's box. Modules are
/// named by their number in the content's ModuleTree.
///
/// Mouse: a click selects a vertex, a module or an edge, on empty ground nothing; on a module's square it
/// expands or collapses it, as does a double click on its box or title; dragging empty ground, with the
/// middle button or with space held pans; the wheel zooms at the cursor (or scrolls, see setWheelZooms; Ctrl
/// does the other). Keyboard: arrows walk along edges, F fits, 1 shows actual size, + and - zoom, Return
/// activates a vertex and expands or collapses a module, Escape clears the selection. Right click:
/// customContextMenuRequested.
class GraphCanvas : public QWidget {
    Q_OBJECT

  public:
    explicit GraphCanvas(QWidget* parent = nullptr);
    ~GraphCanvas() override;

    void setTheme(const Theme& theme);
    /// Another graph: selection and marks go, the view fits. Null: an empty canvas. The layout is that of
    /// content->layoutInput.
    void setContent(CanvasContentPtr content, GraphLayoutPtr layout);
    /// The same graph with other modules expanded: plan, selection and marks stay. `pivot`: the module that
    /// was expanded or collapsed, which keeps its place in the widget while all else moves; without one (or
    /// from or to every vertex by itself) the view fits.
    void rearrange(CanvasContentPtr content, GraphLayoutPtr layout, std::optional<std::uint32_t> pivot);
    /// Recolours, nothing is rebuilt. Null: all vertices are shown as kept, as without any plan.
    void setPlan(PlanPtr plan);
    /// States to show instead of the plan's, one a vertex (the schedule player, a thumbnail); empty: the
    /// plan's.
    void setStates(std::vector<VertexState> states);

    const CanvasContentPtr& content() const { return content_; }
    const PlanPtr& plan() const { return plan_; }
    const CanvasMarks& marks() const { return marks_; }
    std::optional<VertexId> selectedVertex() const { return marks_.selected; }
    /// Does not emit selected(): that is for what the user does in this canvas.
    void setSelected(std::optional<VertexId> v);
    void setSelectedModule(std::optional<std::uint32_t> module);
    void setHovered(std::optional<VertexId> v);
    void setHoveredModule(std::optional<std::uint32_t> module);
    void setBinding(std::optional<VertexId> v);
    void setRunning(std::optional<VertexId> v);
    void setDiffering(std::vector<bool> differing);
    void setDimmed(std::vector<bool> dimmed);
    void setPinned(std::vector<bool> pinned);
    /// One more line of a vertex's tooltip, "" for none: "A recomputed, B kept".
    void setTipNote(std::function<QString(VertexId)> note) { tipNote_ = std::move(note); }

    CanvasView view() const { return view_; }
    /// Does not emit viewChanged(): synchronised panes would answer each other.
    void setView(const CanvasView& view);
    void fit();
    void actualSize();
    void zoomIn();
    void zoomOut();
    /// Pans (in 150 ms, at once where the system asks for less motion) so that v is in the middle.
    void centreOn(VertexId v);
    /// Pans as little as needed for v to be seen.
    void reveal(VertexId v);
    /// False: the wheel scrolls and Ctrl with it zooms.
    void setWheelZooms(bool zooms) { wheelZooms_ = zooms; }
    void setAnimated(bool animated) { animated_ = animated; }
    /// Off for thumbnails and narrow panes; small canvases hide them in any case.
    void setOverlaysVisible(bool visible);

    /// In px of the widget; empty where the vertex is not shown.
    QRectF vertexRect(VertexId v) const;
    std::optional<VertexId> vertexAt(QPointF position) const;
    /// Of a module's box or frame; empty where it is neither.
    QRectF moduleRect(std::uint32_t module) const;
    /// The module whose box or title is there.
    std::optional<std::uint32_t> moduleAt(QPointF position) const;

    QSize sizeHint() const override { return {900, 520}; }
    QSize minimumSizeHint() const override { return {320, 200}; }

  signals:
    void selected(std::optional<reforward::VertexId> vertex);
    void edgeSelected(reforward::VertexId from, reforward::VertexId to);
    void hovered(std::optional<reforward::VertexId> vertex);
    void activated(reforward::VertexId vertex);  ///< double click or Return
    void moduleSelected(std::uint32_t module);
    void moduleHovered(std::optional<std::uint32_t> module);
    /// The user wants it expanded if it is collapsed, else collapsed: whoever lays out answers by
    /// rearrange().
    void moduleToggled(std::uint32_t module);
    void viewChanged(const reforward::CanvasView& view);
    void escapePressed();  ///< with nothing selected: for whatever else Escape cancels

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

  private:
    /// Of the left button: pressed on something, or panning.
    enum class Drag { none, pressed, panning };

    void changeView(const CanvasView& view);
    void panTo(QPointF centre);
    void hoverAt(QPointF position);
    void select(std::optional<VertexId> v);
    void selectModule(std::uint32_t module);
    void selectBox(std::uint32_t box);
    void takeContent(CanvasContentPtr content, GraphLayoutPtr layout);
    void moveTo(double time);
    void stopMoving();
    std::optional<std::uint32_t> boxToWalkFrom() const;
    std::optional<std::uint32_t> disclosureAt(QPointF position) const;
    Projection projection() const;
    void selectAt(QPointF position);
    void walk(Qt::Key key);
    std::span<const VertexState> shownStates() const;
    void statesChanged();
    void marksChanged();
    bool shown(std::optional<VertexId> v) const;
    void placeOverlays();
    void showTip();
    void zoomAtMiddle(double factor);
    void describe();
    CanvasView fittedView() const;
    double overlayColumn() const;
    QPointF seenFrom(const QRectF& start, QSizeF size) const;

    Theme theme_;
    CanvasContentPtr content_;
    GraphLayoutPtr layout_;
    PlanPtr plan_;
    std::vector<VertexState> givenStates_;
    std::function<QString(VertexId)> tipNote_;
    std::unique_ptr<GraphPainter> painter_;
    CanvasMarks marks_;
    CanvasView view_;
    CanvasLegend* legend_;
    CanvasMinimap* minimap_;
    QTimer tipTimer_;
    QVariantAnimation pan_, motionTime_;
    std::unique_ptr<LayoutMotion> motion_;  ///< null while nothing moves
    GraphLayoutPtr shownLayout_;            ///< layout_, or one on the way to it
    std::optional<std::uint32_t> pivot_;
    QPointF pivotFrom_, pivotTo_;  ///< of the pivot's top left corner, in px of the widget
    Drag drag_ = Drag::none;
    QPointF pressedAt_, lastAt_;
    bool spaceHeld_ = false, wheelZooms_ = true, animated_, overlays_ = true;
    bool fitted_ = true;  ///< the user has not moved the view: resizing fits again
};

}  // namespace reforward
