// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/module_painter.h"

#include <QCoreApplication>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "core/base/format.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

// In px at 100%.
constexpr double inset = 10, square = 11, squareGap = 7, gap = 10;
constexpr double leastName = 96;  ///< px of a name below which the figure gives way
constexpr double stackShift = 3, barHeight = 10, leastBar = 4;

QFont sized(QFont font, double pixels) {
    font.setPixelSize(std::max(1, static_cast<int>(pixels)));
    return font;
}

QFont weighted(TextRole role, const QFont& base, QFont::Weight weight) {
    QFont font = roleFont(role, base);
    font.setWeight(weight);
    return font;
}

QString countText(std::size_t vertices) {
    return QCoreApplication::translate("Module", "%1 vertices")
        .arg(QString::fromStdString(formatCount(static_cast<long long>(vertices))));
}

void drawSquare(QPainter& painter, const QRectF& rect, bool collapsed, const Theme& theme) {
    if (rect.isNull()) return;
    painter.setPen(QPen(theme.secondaryText, std::max(1.0, rect.width() / square)));
    painter.setBrush(theme.base);
    painter.drawRect(rect);
    const double arm = rect.width() * 0.26;
    const QPointF c = rect.center();
    painter.drawLine(c - QPointF(arm, 0), c + QPointF(arm, 0));
    if (collapsed) painter.drawLine(c - QPointF(0, arm), c + QPointF(0, arm));
}

double barOf(double scale) {
    return std::max(leastBar, barHeight * scale);
}

/// From the top of a box of this height to its text: the rest is shared out above, below and between.
double textTop(double height, double text, double scale) {
    return std::max(1.0, (height - barOf(scale) - text) / 3);
}

double bytesOf(const Graph& graph, VertexId v) {
    return static_cast<double>(graph.outputBytes(v).count());
}

}  // namespace

/// One line of text: which fonts, and how high; 0 for no text.
struct ModulePainter::Line {
    QFont name, rest;
    double height = 0;
    bool caption = false;  ///< the name only
};

StateShares sharesOf(const Graph& graph, std::span<const VertexId> vertices,
                     std::span<const VertexState> states) {
    StateShares shares;
    for (const VertexId v : vertices) {
        switch (v < states.size() ? states[v] : VertexState::kept) {
            case VertexState::recomputed:
                shares.recomputed += bytesOf(graph, v);
                break;
            case VertexState::dropped:
                shares.dropped += bytesOf(graph, v);
                break;
            default:
                shares.kept += bytesOf(graph, v);
        }
    }
    return shares;
}

ModulePainter::ModulePainter(const CanvasContent& content, const QFont& base)
    : content_(content), base_(base) {}

/// The largest line that fits into this height (px of the painter); labels with `air` px to spare.
ModulePainter::Line ModulePainter::lineAt(double height, double scale, double air) const {
    Line line;
    const int label = QFontInfo(roleFont(TextRole::label, base_)).pixelSize();
    line.name = sized(weighted(TextRole::label, base_, QFont::DemiBold), std::max(1.0, scale) * label);
    line.rest = sized(roleFont(TextRole::label, base_), std::max(1.0, scale) * label);
    line.height = QFontMetricsF(line.name).height();
    if (line.height + air <= height) return line;
    line.name = weighted(TextRole::caption, base_, QFont::DemiBold);
    line.rest = roleFont(TextRole::caption, base_);
    // Room for capitals; what hangs below the line may reach into the gap.
    line.height = QFontMetricsF(line.name).ascent();
    line.caption = true;
    if (line.height > height) line.height = 0;
    return line;
}

ModulePainter::Line ModulePainter::boxLine(double scale) const {
    constexpr double pads = 3, air = 2;
    return lineAt(metrics::moduleHeight * scale - barOf(scale) - pads, scale, air);
}

ModulePainter::Line ModulePainter::titleLine(double scale) const {
    return lineAt(LayoutFrame::title * scale, scale, 0);
}

QRectF ModulePainter::disclosure(const QRectF& rect, bool frame, double scale) const {
    const Line line = frame ? titleLine(scale) : boxLine(scale);
    if (line.height == 0 || line.caption) return {};
    const double side = std::round(square * std::clamp(scale, 0.8, 4.0) / 2) * 2 + 1;
    double middle = LayoutFrame::title * scale / 2;
    if (!frame) middle = textTop(rect.height(), line.height, scale) + line.height / 2;
    return {std::floor(rect.left() + inset * scale) + 0.5, std::floor(rect.top() + middle - side / 2) + 0.5,
            side, side};
}

void ModulePainter::paintLine(QPainter& painter, const QRectF& rect, const Line& line, const QString& name,
                              const QString& figure, std::size_t vertices, bool frame, double scale,
                              const Theme& theme) const {
    if (line.height == 0) return;
    const double side = std::max(4.0, inset * scale);
    const QRectF mark = disclosure(rect, frame, scale);
    const double left = mark.isNull() ? rect.left() + side : mark.right() + squareGap * std::min(scale, 2.0);
    const double right = rect.right() - side;
    const QFontMetricsF names(line.name), rests(line.rest);
    const double space = gap * std::clamp(scale, 0.6, 2.0);
    const double whole = names.horizontalAdvance(name);
    const double figureWidth = rests.horizontalAdvance(figure);
    const QString count = countText(vertices);
    const double countWidth = rests.horizontalAdvance(count);
    const double room = right - left;
    const bool withFigure = room - space - figureWidth >= std::min(whole, leastName);
    const double nameRoom = withFigure ? room - space - figureWidth : room;
    const bool withCount = !line.caption && withFigure && whole + space + countWidth <= nameRoom;
    const QString shown =
        whole <= nameRoom ? name : names.elidedText(name, Qt::ElideMiddle, std::max(0.0, nameRoom));

    const double top = rect.top() + (frame ? (LayoutFrame::title * scale - line.height) / 2
                                           : textTop(rect.height(), line.height, scale));
    const auto draw = [&](const QFont& font, const QColor& colour, double x, const QString& text) {
        const QFontMetricsF measure(font);
        const double baseline = std::round(top + measure.ascent());
        if (frame) {
            // Lines into the frame run below the text.
            painter.fillRect(QRectF(x - 3, top, measure.horizontalAdvance(text) + 6, line.height),
                             theme.window);
        }
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(QPointF(std::round(x), baseline), text);
    };
    draw(line.name, theme.text, left, shown);
    if (withCount) draw(line.rest, theme.secondaryText, left + whole + space, count);
    if (withFigure) draw(line.rest, theme.text, right - figureWidth, figure);
}

void ModulePainter::paintBoxes(QPainter& painter, std::span<const ModuleLook> boxes,
                               const PaintRequest& request, std::span<const Theme> themes) const {
    const double scale = request.projection.scale;
    const Line line = boxLine(scale);
    const double lines = std::clamp(scale, 0.75, 4.0);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ModuleLook& look : boxes) {
        const Theme& theme = themes[static_cast<std::size_t>(look.emphasis)];
        const StateShares shares = sharesOf(*content_.graph, content_.vertices(look.index), request.states);
        const QRectF& r = look.rect;
        const bool tiny = r.height() < 10;
        if (tiny && !request.vector) {
            drawStateBar(painter, r, shares, theme, true);
            continue;
        }
        const double width = theme.hairline * lines, half = width / 2;
        const double radius = metrics::radius * scale, shift = std::max(2.0, stackShift * scale);
        const QRectF outline = r.adjusted(half, half, -half, -half);
        painter.setPen(QPen(theme.edge, width));
        painter.setBrush(theme.base);
        painter.drawRoundedRect(outline.translated(shift, shift), radius, radius);
        painter.drawRoundedRect(outline, radius, radius);

        const double side = std::max(3.0, inset * scale);
        if (line.height == 0) {
            drawStateBar(painter, r.adjusted(side, r.height() / 4, -side, -r.height() / 4), shares, theme,
                         !request.vector && r.height() < 20, lines);
            continue;
        }
        const double bar = barOf(scale), pad = textTop(r.height(), line.height, scale);
        drawStateBar(painter, QRectF(r.left() + side, r.bottom() - pad - bar, r.width() - 2 * side, bar),
                     shares, theme, !request.vector && line.caption, lines);
        drawSquare(painter, disclosure(r, false, scale), true, theme);
        paintLine(painter, r, line, content_.names[look.index], content_.figures[look.index],
                  content_.vertices(look.index).size(), false, scale, theme);
    }
    painter.restore();
}

void ModulePainter::paintFrames(QPainter& painter, std::span<const ModuleLook> frames,
                                const PaintRequest& request, std::span<const Theme> themes) const {
    const double lines = std::clamp(request.projection.scale, 0.75, 4.0);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ModuleLook& look : frames) {
        const Theme& theme = themes[static_cast<std::size_t>(look.emphasis)];
        const double width = theme.hairline * lines, half = width / 2;
        const double radius = (metrics::radius + 1) * request.projection.scale;
        painter.setPen(QPen(theme.border, width));
        painter.setBrush(theme.window);
        painter.drawRoundedRect(look.rect.adjusted(half, half, -half, -half), radius, radius);
    }
    painter.restore();
}

void ModulePainter::paintTitles(QPainter& painter, std::span<const ModuleLook> frames,
                                const PaintRequest& request, std::span<const Theme> themes) const {
    const double scale = request.projection.scale;
    const Line line = titleLine(scale);
    if (line.height == 0) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ModuleLook& look : frames) {
        const Theme& theme = themes[static_cast<std::size_t>(look.emphasis)];
        drawSquare(painter, disclosure(look.rect, true, scale), false, theme);
        paintLine(painter, look.rect, line, content_.frameNames[look.index],
                  content_.frameFigures[look.index],
                  content_.tree->vertices(content_.moduleOfFrame[look.index]).size(), true, scale, theme);
    }
    painter.restore();
}

}  // namespace reforward
