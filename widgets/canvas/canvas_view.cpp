// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_view.h"

#include <algorithm>

namespace reforward {

namespace {

QPointF middle(QSizeF size) {
    return {size.width() / 2, size.height() / 2};
}

}  // namespace

QPointF CanvasView::toWidget(QPointF layout, QSizeF size) const {
    return (layout - centre) * scale + middle(size);
}

QPointF CanvasView::toLayout(QPointF widget, QSizeF size) const {
    return (widget - middle(size)) / scale + centre;
}

QRectF CanvasView::visible(QSizeF size) const {
    return {toLayout({0, 0}, size), size / scale};
}

CanvasView CanvasView::zoomed(double factor, QPointF widget, QSizeF size) const {
    CanvasView view = *this;
    view.scale = std::clamp(scale * factor, minimumScale, maximumScale);
    view.centre = toLayout(widget, size) - (widget - middle(size)) / view.scale;
    return view;
}

}  // namespace reforward
