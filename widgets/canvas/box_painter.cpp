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
    scale_ = projection.scale, ratio_ = projection.devicePixelRatio;
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
    // The detail follows from the scale, so size, ratio, state and emphasis tell all sprites apart.
    const auto ratioKey = static_cast<std::uint64_t>(qRound(ratio_ * 64)) & 0xfff;
    const auto scaleKey = static_cast<std::uint64_t>(qRound(scale_ * 1024)) & 0x3fff;
    const std::uint64_t key = (width & 0xffff) | (height & 0xffff) << 16 | ratioKey << 32 | scaleKey << 44 |
                              static_cast<std::uint64_t>(look.state) << 58 |
                              static_cast<std::uint64_t>(look.emphasis) << 60;
    const auto found = sprites_.constFind(key);
    if (found != sprites_.constEnd()) return *found;

    constexpr qsizetype limit = 256;  // a continuous zoom makes new sizes with every step
    if (sprites_.size() >= limit) sprites_.clear();
    QPixmap pixmap(std::max(1, static_cast<int>(width)), std::max(1, static_cast<int>(height)));
    pixmap.setDevicePixelRatio(ratio_);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawBox(painter, QRectF(QPointF(), look.rect.size()), look, detail, scale_, themes);
    painter.end();
    return *sprites_.insert(key, pixmap);
}

}  // namespace reforward
