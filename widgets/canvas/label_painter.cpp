// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/label_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr double gap = 4;           ///< between name and figure
constexpr double leastName = 64;    ///< px of a name below which the figure gives way
constexpr double verticalRoom = 1;  ///< px between the text's height and the box's

}  // namespace

LabelPainter::LabelPainter(const CanvasContent& content, const QFont& base)
    : content_(content),
      nameFont_(roleFont(TextRole::labelName, base)),
      figureFont_(roleFont(TextRole::label, base)),
      basePixels_(QFontInfo(figureFont_).pixelSize()) {}

double LabelPainter::smallestScale(double boxHeight) const {
    QFont font = figureFont_;
    font.setPixelSize(basePixels_);
    return (QFontMetricsF(font).height() + verticalRoom) / boxHeight;
}

void LabelPainter::setScale(double scale) {
    if (scale == scale_) return;
    scale_ = scale;
    labels_.clear();
    const int pixels = std::max(basePixels_, static_cast<int>(basePixels_ * scale));
    nameFont_.setPixelSize(pixels);
    figureFont_.setPixelSize(pixels);
    const QFontMetricsF metrics(figureFont_);
    height_ = metrics.height(), ascent_ = metrics.ascent(), capHeight_ = metrics.capHeight();
}

double LabelPainter::inset() const {
    return std::max(5.0, metrics::vertexInset * scale_);
}

const LabelPainter::Label& LabelPainter::label(const BoxLook& look) {
    const auto [at, fresh] = labels_.try_emplace(look.box);
    Label& label = at->second;
    if (!fresh) return label;

    const QFontMetricsF nameMetrics(nameFont_), figureMetrics(figureFont_);
    const QString& name = content_.names[look.box];
    const QString& figure = content_.figures[look.box];
    const double room = look.rect.width() - 2 * inset();
    label.figureWidth = figureMetrics.horizontalAdvance(figure);
    const double whole = nameMetrics.horizontalAdvance(name);
    const double nameRoom = room - label.figureWidth - gap;
    label.figureShown = nameRoom >= std::min(whole, leastName);
    const double available = label.figureShown ? nameRoom : room;
    label.name = whole <= available ? name : nameMetrics.elidedText(name, Qt::ElideMiddle, available);
    label.nameWidth = std::min(available, nameMetrics.horizontalAdvance(label.name));

    const auto layOut = [](QStaticText& text, const QString& content, const QFont& font) {
        text.setTextFormat(Qt::PlainText);
        text.setText(content);
        text.prepare({}, font);
    };
    layOut(label.nameText, label.name, nameFont_);
    layOut(label.figureText, figure, figureFont_);
    return label;
}

void LabelPainter::paint(QPainter& painter, std::span<const BoxLook> boxes, const PaintRequest& request,
                         std::span<const Theme> themes) {
    setScale(request.projection.scale);
    const Projection& projection = request.projection;
    shown_.clear();
    for (const BoxLook& look : boxes)
        shown_.push_back(&label(look));
    const auto colours = [&](const BoxLook& look) -> const StateColours& {
        return themes[static_cast<std::size_t>(look.emphasis)].state(look.state);
    };
    const auto top = [&](const BoxLook& look) {
        return projection.snapped(look.rect.center().y() - height_ / 2);
    };
    const auto nameLeft = [&](const BoxLook& look) { return projection.snapped(look.rect.left() + inset()); };
    const auto figureLeft = [&](const BoxLook& look, const Label& text) {
        return projection.snapped(look.rect.right() - inset() - text.figureWidth);
    };

    // Plain plates between the hatch and the text: as high as capitals and little wider than the text, so
    // that the hatch shows all round.
    const double above = projection.snapped(capHeight_ / 2 + 2), side = projection.snapped(2);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const BoxLook& look = boxes[i];
        if (look.state != VertexState::recomputed) continue;
        const double middle = projection.snapped(look.rect.center().y());
        const auto plate = [&](double left, double width) {
            const QRectF rect(left - side, middle - above, projection.snapped(width) + 2 * side, 2 * above);
            painter.fillRect(rect, colours(look).fill);
        };
        plate(nameLeft(look), shown_[i]->nameWidth);
        if (shown_[i]->figureShown) plate(figureLeft(look, *shown_[i]), shown_[i]->figureWidth);
    }
    for (const bool figures : {false, true}) {
        painter.setFont(figures ? figureFont_ : nameFont_);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const BoxLook& look = boxes[i];
            const Label& text = *shown_[i];
            if (figures && !text.figureShown) continue;
            painter.setPen(colours(look).text);
            const QPointF at(figures ? figureLeft(look, text) : nameLeft(look), top(look));
            if (request.vector) {
                // As text, not as glyphs: searchable, and small.
                painter.drawText(at + QPointF(0, ascent_), figures ? content_.figures[look.box] : text.name);
            } else {
                painter.drawStaticText(at, figures ? text.figureText : text.nameText);
            }
        }
    }
}

}  // namespace reforward
