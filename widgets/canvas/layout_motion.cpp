// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/layout_motion.h"

#include "widgets/canvas/box_index.h"

namespace reforward {

namespace {

QRectF between(const QRectF& a, const QRectF& b, double t) {
    const auto mix = [t](double x, double y) { return x + (y - x) * t; };
    return {mix(a.x(), b.x()), mix(a.y(), b.y()), mix(a.width(), b.width()), mix(a.height(), b.height())};
}

QPointF mapped(QPointF p, const QRectF& from, const QRectF& to) {
    return {to.x() + (p.x() - from.x()) * to.width() / std::max(from.width(), 1e-9),
            to.y() + (p.y() - from.y()) * to.height() / std::max(from.height(), 1e-9)};
}

QRectF mapped(const QRectF& rect, const QRectF& from, const QRectF& to) {
    return {mapped(rect.topLeft(), from, to), mapped(rect.bottomRight(), from, to)};
}

QRectF rectOf(const LayoutFrame& frame) {
    return {frame.left, frame.top, frame.width, frame.height};
}

}  // namespace

QRectF moduleRect(const CanvasContent& content, const GraphLayout& layout, std::uint32_t module) {
    if (const std::uint32_t frame = content.frameOfModule(module); frame != noIndex)
        return rectOf(layout.frames[frame]);
    const std::uint32_t box = content.boxOfModule(module);
    if (box == noIndex || content.moduleOf(box) != module) return {};
    return boxRect(layout, box);
}

LayoutMotion::LayoutMotion(const CanvasContent& before, const GraphLayout& from, CanvasContentPtr after,
                           GraphLayoutPtr to)
    : after_(std::move(after)), to_(std::move(to)) {
    // Out of the box that it was in before: as it lies in that module's frame now.
    const auto outOf = [&](std::uint32_t box, const QRectF& end) {
        const QRectF start = boxRect(from, box);
        const std::uint32_t module = before.moduleOf(box);
        const QRectF frame = module == noIndex ? QRectF() : moduleRect(*after_, *to_, module);
        if (!frame.isNull()) return mapped(end, frame, start);
        QRectF moved = end;
        moved.moveCenter(start.center());
        return moved;
    };
    for (std::uint32_t box = 0; box < after_->boxCount(); ++box) {
        const QRectF end = boxRect(*to_, box);
        const std::uint32_t module = after_->moduleOf(box);
        const QRectF same = module == noIndex ? QRectF() : moduleRect(before, from, module);
        const std::uint32_t former = before.boxOfVertex[after_->vertices(box).front()];
        if (!same.isNull()) {
            boxes_.push_back(same);
        } else if (module == noIndex && before.moduleOf(former) == noIndex) {
            boxes_.push_back(boxRect(from, former));
        } else {
            boxes_.push_back(outOf(former, end));
        }
    }
    for (std::size_t f = 0; f < to_->frames.size(); ++f) {
        const std::uint32_t module = after_->moduleOfFrame[f];
        const QRectF end = rectOf(to_->frames[f]), same = moduleRect(before, from, module);
        frames_.push_back(
            !same.isNull() ? same : outOf(before.boxOfVertex[after_->tree->vertices(module).front()], end));
    }
}

GraphLayoutPtr LayoutMotion::at(double time) const {
    if (time >= 1) return to_;
    auto now = std::make_shared<GraphLayout>(*to_);
    const auto rectNow = [&](std::uint32_t box) { return between(boxes_[box], boxRect(*to_, box), time); };
    for (std::uint32_t box = 0; box < boxes_.size(); ++box) {
        const QRectF rect = rectNow(box);
        now->centres[box] = {rect.center().x(), rect.center().y()};
        now->boxes[box].width = rect.width();
        now->boxes[box].height = rect.height();
    }
    for (std::size_t f = 0; f < frames_.size(); ++f) {
        const QRectF rect = between(frames_[f], rectOf(to_->frames[f]), time);
        now->frames[f] = {rect.x(), rect.y(), rect.width(), rect.height()};
    }
    // An edge's ends stay at their boxes, what lies between moves by parts of both.
    for (LayoutEdge& edge : now->edges) {
        if (edge.points.size() < 2) continue;
        const auto displacement = [&](std::uint32_t box, const LayoutPoint& p) {
            const QPointF end(p.x, p.y);
            return mapped(end, boxRect(*to_, box), rectNow(box)) - end;
        };
        const QPointF first = displacement(edge.from, edge.points.front());
        const QPointF last = displacement(edge.to, edge.points.back());
        const auto steps = static_cast<double>(edge.points.size() - 1);
        for (std::size_t i = 0; i < edge.points.size(); ++i) {
            const QPointF d = first + (last - first) * (static_cast<double>(i) / steps);
            edge.points[i].x += d.x();
            edge.points[i].y += d.y();
        }
    }
    return now;
}

}  // namespace reforward
