// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace reforward {

namespace {

constexpr double leftMargin = 44, rightMargin = 12, topMargin = 36, bottomMargin = 22;
constexpr double leastTickDistance = 18;

/// The least of 1, 2, 5 times a power of ten that is not less.
double niceStep(double least) {
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1 - 1e-9)) return factor * power;
    }
    return 10 * power;
}

}  // namespace

double TimelineScale::xOf(std::size_t slot) const {
    if (slotCount == 0) return plot.left();
    return plot.left() + plot.width() * static_cast<double>(slot) / static_cast<double>(slotCount);
}

std::size_t TimelineScale::slotAt(double x) const {
    if (slotCount == 0 || plot.width() <= 0) return 0;
    const double slot = std::floor((x - plot.left()) / plot.width() * static_cast<double>(slotCount));
    return static_cast<std::size_t>(std::clamp(slot, 0.0, static_cast<double>(slotCount - 1)));
}

double TimelineScale::yOf(double bytes) const {
    return plot.bottom() - plot.height() * bytes / top;
}

QString TimelineScale::figure(std::int64_t bytes) const {
    return QString::number(static_cast<double>(bytes) / unit, 'f', unit > 0x1p20 ? 2 : unit > 1 ? 1 : 0);
}

TimelineScale timelineScale(QSize size, std::size_t slotCount, std::int64_t most) {
    struct Unit {
        double bytes;
        const char* name;
    };
    constexpr std::array units{Unit{0x1p30, "GiB"}, Unit{0x1p20, "MiB"}, Unit{0x1p10, "KiB"}, Unit{1, "B"}};

    TimelineScale scale;
    scale.slotCount = slotCount;
    scale.plot = QRectF(leftMargin, topMargin, std::max(0.0, size.width() - leftMargin - rightMargin),
                        std::max(0.0, size.height() - topMargin - bottomMargin));
    const double bytes = static_cast<double>(std::max<std::int64_t>(most, 1));
    for (const Unit& unit : units) {
        scale.unit = unit.bytes;
        scale.unitName = unit.name;
        if (bytes >= unit.bytes) break;
    }
    const double ticks = std::max(1.0, std::floor(scale.plot.height() / leastTickDistance));
    scale.tickStep = niceStep(bytes / scale.unit / ticks) * scale.unit;
    if (scale.unit <= 1) scale.tickStep = std::max(1.0, scale.tickStep);
    scale.top = std::ceil(bytes * 1.02 / scale.tickStep) * scale.tickStep;
    return scale;
}

std::vector<TimelineColumn> timelineColumns(const TimelineScale& scale, double devicePixelRatio,
                                            const std::vector<std::int64_t>& totals) {
    std::vector<TimelineColumn> columns;
    const auto onDevice = [devicePixelRatio](double x) {
        return std::round(x * devicePixelRatio) / devicePixelRatio;
    };
    for (std::size_t slot = 0; slot < scale.slotCount; ++slot) {
        const double left = onDevice(scale.xOf(slot));
        const double right = onDevice(scale.xOf(slot + 1));
        if (!columns.empty() && left < columns.back().right) {
            // Less than a pixel of its own.
            if (totals[slot] > totals[columns.back().slot]) columns.back().slot = slot;
            columns.back().right = std::max(columns.back().right, right);
        } else {
            columns.push_back({left, std::max(right, left + 1 / devicePixelRatio), slot});
        }
    }
    return columns;
}

}  // namespace reforward
