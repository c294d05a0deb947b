// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>
#include <QPixmap>
#include <array>
#include <span>
#include <unordered_map>
#include <vector>

#include "widgets/canvas/paint_request.h"
#include "widgets/style/theme.h"

namespace reforward {

/// A box to be painted: where, and as what.
struct BoxLook {
    std::uint32_t box = 0;
    VertexState state = VertexState::kept;
    Emphasis emphasis = Emphasis::full;
    QRectF rect;  ///< in px of the painter
};

/// Paints boxes without their labels. On a screen a box of each state and size is drawn once and then copied:
/// hatches and dashes are far too slow to draw 2,000 times a frame.
class BoxPainter {
  public:
    /// `themes` by emphasis.
    void paint(QPainter& painter, std::span<const BoxLook> boxes, const PaintRequest& request, Detail detail,
               std::span<const Theme> themes);
    /// For another theme.
    void forget() { sprites_.clear(); }

  private:
    void paintFlat(QPainter& painter, std::span<const BoxLook> boxes, std::span<const Theme> themes);
    const QPixmap& sprite(const BoxLook& look, Detail detail, std::span<const Theme> themes);

    double scale_ = 0, ratio_ = 0;
    std::unordered_map<std::uint64_t, QPixmap> sprites_;  ///< of this scale and ratio
    std::array<std::vector<QRectF>, 12> flat_;            ///< by emphasis and state; kept for its memory
};

}  // namespace reforward
