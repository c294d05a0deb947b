// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>
#include <QSize>
#include <QString>
#include <cstdint>
#include <vector>

namespace reforward {

/// Where slots (of time) and bytes are drawn in a timeline of some size. All px are at 100%.
struct TimelineScale {
    QRectF plot;  ///< of the bands
    std::size_t slotCount = 0;
    double top = 1;       ///< bytes at the upper edge of the plot
    double tickStep = 1;  ///< bytes
    double unit = 1;      ///< bytes of the axis's unit
    const char* unitName = "B";

    double xOf(std::size_t slot) const;  ///< of its left edge
    std::size_t slotAt(double x) const;  ///< clamped
    double yOf(double bytes) const;
    /// "4.34": in the axis's unit.
    QString figure(std::int64_t bytes) const;
};

/// The scale that shows `most` bytes in a widget of this size.
TimelineScale timelineScale(QSize size, std::size_t slotCount, std::int64_t most);

/// What one column of device pixels shows, or one slot where slots are wider: the slot with the most bytes.
struct TimelineColumn {
    double left = 0, right = 0;  ///< on device pixels
    std::size_t slot = 0;
};

/// `total(slot)` are the bytes that decide between the slots of a column.
std::vector<TimelineColumn> timelineColumns(const TimelineScale& scale, double devicePixelRatio,
                                            const std::vector<std::int64_t>& totals);

}  // namespace reforward
