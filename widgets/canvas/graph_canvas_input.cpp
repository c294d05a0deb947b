// SPDX-License-Identifier: Apache-2.0

// What the mouse and the keyboard do in a canvas.

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>

#include "widgets/canvas/graph_canvas.h"
#include "widgets/canvas/graph_painter.h"
#include "widgets/canvas/walk.h"

namespace reforward {

namespace {

constexpr double edgeTolerance = 4;        // px of the widget
constexpr double wheelZoomPerStep = 1.15;  // one notch: 120 eighths of a degree

std::optional<WalkDirection> direction(int key) {
    switch (key) {
        case Qt::Key_Up:
            return WalkDirection::up;
        case Qt::Key_Down:
            return WalkDirection::down;
        case Qt::Key_Left:
            return WalkDirection::left;
        case Qt::Key_Right:
            return WalkDirection::right;
        default:
            return std::nullopt;
    }
}

}  // namespace

void GraphCanvas::select(std::optional<VertexId> v) {
    if (marks_.selected == v && !marks_.selectedEdge) return;
    setSelected(v);
    emit selected(marks_.selected);
}

void GraphCanvas::selectAt(QPointF position) {
    const auto v = vertexAt(position);
    if (v || !painter_) {
        select(v);
        return;
    }
    const auto edge = painter_->edgeAt(view_.toLayout(position, size()), edgeTolerance / view_.scale);
    select(std::nullopt);
    if (!edge) return;
    marks_.selectedEdge = edge;
    marksChanged();
    const auto [from, to] = content_->layoutInput.edges[*edge];
    emit edgeSelected(content_->vertexOfBox[from], content_->vertexOfBox[to]);
}

void GraphCanvas::hoverAt(QPointF position) {
    const auto v = vertexAt(position);
    if (v == marks_.hovered) return;
    setHovered(v);
    QToolTip::hideText();
    if (v) {
        tipTimer_.start();
    } else {
        tipTimer_.stop();
    }
    emit hovered(marks_.hovered);
}

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
    pan_.stop();
    tipTimer_.stop();
    pressedAt_ = lastAt_ = event->position();
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && spaceHeld_)) {
        drag_ = Drag::panning;
        setCursor(Qt::ClosedHandCursor);
    } else if (event->button() == Qt::LeftButton) {
        drag_ = Drag::pressed;
    } else if (event->button() == Qt::RightButton) {
        // The menu that follows is about what lies under the cursor.
        if (const auto v = vertexAt(event->position())) select(v);
    }
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF position = event->position();
    if (drag_ == Drag::none) {
        hoverAt(position);
        return;
    }
    const bool far = (position - pressedAt_).manhattanLength() >= QApplication::startDragDistance();
    if (drag_ == Drag::pressed && far && !vertexAt(pressedAt_)) {
        drag_ = Drag::panning;
        setCursor(Qt::ClosedHandCursor);
    }
    if (drag_ != Drag::panning) return;
    CanvasView view = view_;
    view.centre -= (position - lastAt_) / view.scale;
    lastAt_ = position;
    changeView(view);
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    const bool click = drag_ == Drag::pressed && event->button() == Qt::LeftButton;
    drag_ = Drag::none;
    setCursor(spaceHeld_ ? Qt::OpenHandCursor : Qt::ArrowCursor);
    if (click) selectAt(event->position());
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (const auto v = vertexAt(event->position())) emit activated(*v);
}

void GraphCanvas::wheelEvent(QWheelEvent* event) {
    pan_.stop();
    event->accept();
    const bool control = event->modifiers() & Qt::ControlModifier;
    if (control != wheelZooms_) {
        const double factor = std::pow(wheelZoomPerStep, event->angleDelta().y() / 120.0);
        changeView(view_.zoomed(factor, event->position(), size()));
        hoverAt(event->position());
        return;
    }
    const QPointF pixels =
        event->pixelDelta().isNull() ? QPointF(event->angleDelta()) / 2.0 : QPointF(event->pixelDelta());
    CanvasView view = view_;
    view.centre -= (event->modifiers() & Qt::ShiftModifier ? pixels.transposed() : pixels) / view.scale;
    changeView(view);
}

void GraphCanvas::walk(Qt::Key key) {
    const auto way = direction(key);
    if (!way || !content_ || content_->boxCount() == 0) return;
    std::uint32_t box = 0;
    if (marks_.selected) {
        const auto next = reforward::walk(*content_, *layout_, content_->boxOfVertex[*marks_.selected], *way);
        if (!next) return;
        box = *next;
    }
    select(content_->vertexOfBox[box]);
    reveal(content_->vertexOfBox[box]);
}

void GraphCanvas::keyPressEvent(QKeyEvent* event) {
    // With a modifier they are commands of the window (Alt+Left is back).
    const auto modifiers = event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    if (modifiers != Qt::NoModifier) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Left:
        case Qt::Key_Right:
            return walk(static_cast<Qt::Key>(event->key()));
        case Qt::Key_F:
            return fit();
        case Qt::Key_1:
            return actualSize();
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoomIn();
        case Qt::Key_Minus:
            return zoomOut();
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (marks_.selected) emit activated(*marks_.selected);
            return;
        case Qt::Key_Escape:
            if (marks_.selected || marks_.selectedEdge) {
                select(std::nullopt);
            } else {
                emit escapePressed();
            }
            return;
        case Qt::Key_Space:
            spaceHeld_ = true;
            if (drag_ == Drag::none) setCursor(Qt::OpenHandCursor);
            return;
        default:
            QWidget::keyPressEvent(event);
    }
}

void GraphCanvas::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space) {
        QWidget::keyReleaseEvent(event);
        return;
    }
    if (event->isAutoRepeat()) return;
    spaceHeld_ = false;
    if (drag_ == Drag::none) setCursor(Qt::ArrowCursor);
}

void GraphCanvas::leaveEvent(QEvent*) {
    tipTimer_.stop();
    if (!marks_.hovered) return;
    setHovered(std::nullopt);
    emit hovered(std::nullopt);
}

bool GraphCanvas::event(QEvent* event) {
    switch (event->type()) {
        case QEvent::FocusOut:
            // The release of a held space will not come here any more.
            spaceHeld_ = false;
            setCursor(Qt::ArrowCursor);
            break;
        case QEvent::ToolTip:
            return true;  // tooltips come by our own clock
        case QEvent::FontChange:
        case QEvent::ApplicationFontChange:
            if (content_) {
                painter_ = std::make_unique<GraphPainter>(content_, layout_, QApplication::font());
                painter_->setTheme(theme_);
            }
            placeOverlays();
            break;
        default:
            break;
    }
    return QWidget::event(event);
}

}  // namespace reforward
