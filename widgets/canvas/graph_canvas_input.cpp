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
    if (marks_.selected == v && !marks_.selectedEdge && !marks_.selectedModule) return;
    setSelected(v);
    emit selected(marks_.selected);
}

void GraphCanvas::selectModule(std::uint32_t module) {
    if (marks_.selectedModule == module) return;
    setSelectedModule(module);
    emit moduleSelected(module);
}

void GraphCanvas::selectBox(std::uint32_t box) {
    const std::uint32_t module = content_->moduleOf(box);
    if (module != noIndex) {
        selectModule(module);
    } else {
        select(content_->vertexOfBox[box]);
    }
}

void GraphCanvas::selectAt(QPointF position) {
    if (const auto module = moduleAt(position)) {
        selectModule(*module);
        return;
    }
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
    emit edgeSelected(content_->vertices(from).back(), content_->vertices(to).front());
}

void GraphCanvas::hoverAt(QPointF position) {
    const auto v = vertexAt(position);
    const auto module = v ? std::nullopt : moduleAt(position);
    if (v == marks_.hovered && module == marks_.hoveredModule) return;
    const bool otherVertex = v != marks_.hovered, otherModule = module != marks_.hoveredModule;
    module ? setHoveredModule(module) : setHovered(v);
    QToolTip::hideText();
    if (v || module) {
        tipTimer_.start();
    } else {
        tipTimer_.stop();
    }
    if (otherVertex) emit hovered(marks_.hovered);
    if (otherModule) emit moduleHovered(marks_.hoveredModule);
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
        if (const auto module = moduleAt(event->position())) selectModule(*module);
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
    if (drag_ == Drag::pressed && far && !vertexAt(pressedAt_) && !moduleAt(pressedAt_)) {
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
    if (!click) return;
    const auto module = disclosureAt(event->position());
    selectAt(event->position());
    if (module) emit moduleToggled(*module);
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    // On the square each of both clicks counts by itself.
    if (disclosureAt(event->position())) {
        drag_ = Drag::pressed;
        return;
    }
    if (const auto v = vertexAt(event->position())) emit activated(*v);
    if (const auto module = moduleAt(event->position())) emit moduleToggled(*module);
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
    if (const auto start = boxToWalkFrom()) {
        const auto next = reforward::walk(*content_, *layout_, *start, *way);
        if (!next) return;
        box = *next;
    }
    selectBox(box);
    reveal(content_->vertices(box).front());
}

/// The box of what is selected; of a frame the first one inside.
std::optional<std::uint32_t> GraphCanvas::boxToWalkFrom() const {
    if (marks_.selected) return content_->boxOfVertex[*marks_.selected];
    if (!marks_.selectedModule) return std::nullopt;
    return content_->boxOfVertex[content_->tree->vertices(*marks_.selectedModule).front()];
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
            if (marks_.selectedModule) {
                emit moduleToggled(*marks_.selectedModule);
            } else if (marks_.selected) {
                const std::uint32_t module = content_->moduleOf(content_->boxOfVertex[*marks_.selected]);
                module == noIndex ? emit activated(*marks_.selected) : emit moduleToggled(module);
            }
            return;
        case Qt::Key_Escape:
            if (marks_.selected || marks_.selectedEdge || marks_.selectedModule) {
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
    const bool vertex = marks_.hovered.has_value(), module = marks_.hoveredModule.has_value();
    if (!vertex && !module) return;
    setHovered(std::nullopt);
    if (vertex) emit hovered(std::nullopt);
    if (module) emit moduleHovered(std::nullopt);
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
                stopMoving();
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
