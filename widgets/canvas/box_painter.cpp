// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/box_painter.h"

#include <algorithm>

#include "widgets/style/patterns.h"

namespace reforward {

namespace {

constexpr std::size_t stateCount = 4;

void drawBox(QPainter& painter, const QRectF& rect, const BoxLook& look, Detail detail, double scale,
             std::span<const Theme> themes) {
    // Borders do not get thinner than can be told apart, nor hatches narrower.
    const double lines = std::clamp(scale, 0.75, 8.0);
    const Hatch hatch = detail == Detail::labels
                            ? Hatch{wideHatch.width * std::max(1.0, scale) / lines,
                                    wideHatch.period * std::max(1.0, scale) / lines}
                            : Hatch{narrowHatch.width / lines, narrowHatch.period / lines};
    drawStateBox(painter, rect, look.state, themes[static_cast<std::size_t>(look.emphasis)], hatch, lines);
}

}  // namespace

void BoxPainter::paint(QPainter& painter, std::span<const BoxLook> boxes, const PaintRequest& request,
                       Detail detail, std::span<const Theme> themes) {
    const Projection& projection = request.projection;
    if (detail == Detail::flat && !request.vector) {
        paintFlat(painter, boxes, themes);
        return;
    }
    if (projection.scale != scale_ || projection.devicePixelRatio != ratio_) {
        scale_ = projection.scale, ratio_ = projection.devicePixelRatio;
        sprites_.clear();
    }
    for (const BoxLook& look : boxes) {
        if (request.vector) {
            drawBox(painter, look.rect, look, detail, scale_, themes);
        } else {
            painter.drawPixmap(look.rect.topLeft(), sprite(look, detail, themes));
        }
    }
}

void BoxPainter::paintFlat(QPainter& painter, std::span<const BoxLook> boxes, std::span<const Theme> themes) {
    for (auto& rects : flat_)
        rects.clear();
    for (const BoxLook& look : boxes) {
        auto& rects = flat_[static_cast<std::size_t>(look.emphasis) * stateCount +
                            static_cast<std::size_t>(look.state)];
        rects.push_back(look.rect);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < flat_.size(); ++i) {
        if (flat_[i].empty()) continue;
        const auto state = static_cast<VertexState>(i % stateCount);
        painter.setBrush(themes[i / stateCount].state(state).flat);
        painter.drawRects(flat_[i].data(), static_cast<int>(flat_[i].size()));
    }
    painter.restore();
}

const QPixmap& BoxPainter::sprite(const BoxLook& look, Detail detail, std::span<const Theme> themes) {
    const auto width = static_cast<std::uint64_t>(qRound(look.rect.width() * ratio_));
    const auto height = static_cast<std::uint64_t>(qRound(look.rect.height() * ratio_));
    const std::uint64_t key = (width & 0xffffff) | (height & 0xffffff) << 24 |
                              static_cast<std::uint64_t>(look.state) << 48 |
                              static_cast<std::uint64_t>(look.emphasis) << 56;
    const auto found = sprites_.find(key);
    if (found != sprites_.end()) return found->second;

    QPixmap pixmap(std::max(1, static_cast<int>(width)), std::max(1, static_cast<int>(height)));
    pixmap.setDevicePixelRatio(ratio_);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawBox(painter, QRectF(QPointF(), look.rect.size()), look, detail, scale_, themes);
    painter.end();
    return sprites_.emplace(key, std::move(pixmap)).first->second;
}

}  // namespace reforward
