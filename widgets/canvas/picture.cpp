// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/picture.h"

#include <QBuffer>
#include <QFontMetricsF>
#include <QImage>
#include <QPageSize>
#include <QPaintEngine>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/file.h"
#include "widgets/canvas/graph_painter.h"
#include "widgets/canvas/layout_bounds.h"
#include "widgets/canvas/legend.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr double margin = 24, gap = 24, titleHeight = 28;
constexpr double smallestScale = 0.01, largestScale = 16;

/// Boxes of modules are higher than those of vertices.
bool hasModules(const GraphLayout& layout) {
    return std::ranges::any_of(layout.boxes, [](const LayoutInput::Box& box) {
        return box.width == metrics::moduleWidth && box.height == metrics::moduleHeight;
    });
}

LegendRows legendRows(const GraphLayout& layout, const CanvasMarks& marks) {
    const auto any = [](const std::vector<bool>& flags) {
        return std::ranges::find(flags, true) != flags.end();
    };
    LegendRows rows;
    rows.longSkip = std::ranges::any_of(layout.edges, &LayoutEdge::skip);
    rows.selected = marks.selected.has_value() || marks.selectedModule.has_value();
    rows.module = hasModules(layout);
    rows.running = marks.running.has_value();
    rows.binding = marks.binding.has_value();
    rows.pinned = any(marks.pinned);
    rows.differing = any(marks.differing);
    return rows;
}

/// Where the parts of a picture lie, in px of the layout. Title, legend and margins are `extras` times as
/// large as at 100%.
struct Parts {
    QSizeF size;
    QPointF graph;  ///< of the layout's (0, 0)
    QPointF legend, title;
    LegendRows rows;
};

Parts arrange(const GraphLayout& layout, const PictureOptions& options, double extras) {
    Parts parts;
    parts.rows = legendRows(layout, options.marks);
    const QRectF bounds = layoutBounds(layout);
    const double top = (margin + (options.title.empty() ? 0 : titleHeight)) * extras;
    parts.title = QPointF(margin, margin) * extras;
    parts.graph = QPointF(margin * extras, top) - bounds.topLeft();
    QSizeF inner = bounds.size();
    if (options.legend) {
        const QSizeF legend = legendSize(parts.rows, pictureFont()) * extras;
        parts.legend = {(margin + gap) * extras + bounds.width(), top};
        inner = {inner.width() + gap * extras + legend.width(), std::max(inner.height(), legend.height())};
    }
    if (!options.title.empty()) {
        const QFontMetricsF metrics(roleFont(TextRole::heading, pictureFont()));
        const double width = metrics.horizontalAdvance(QString::fromStdString(options.title)) * extras;
        inner.setWidth(std::max(inner.width(), width));
    }
    parts.size = {std::ceil(inner.width() + 2 * margin * extras),
                  std::ceil(inner.height() + top + margin * extras)};
    return parts;
}

/// A PNG smaller than 100% keeps its title and legend readable.
double extrasAt(double scale, bool vector) {
    return vector ? 1 : std::max(1.0, 1 / scale);
}

/// The largest scale up to the one asked for at which a PNG keeps within its limit.
double fittingScale(const GraphLayout& layout, const PictureOptions& options) {
    const auto fits = [&](double scale) {
        const QSizeF size = arrange(layout, options, extrasAt(scale, false)).size * scale;
        return std::max(size.width(), size.height()) <= maximumPictureSide;
    };
    if (fits(options.scale)) return options.scale;
    double low = 0, high = options.scale;
    constexpr int steps = 40;
    for (int i = 0; i < steps; ++i) {
        const double middle = (low + high) / 2;
        (fits(middle) ? low : high) = middle;
    }
    return low;
}

/// How and where a picture is painted.
struct Target {
    QPointF origin;       ///< of the picture, in px of the painter
    double scale = 1;     ///< px of the painter for one of the layout
    double extras = 1;    ///< see Parts
    bool vector = false;  ///< else in the detail that the scale allows
};

void paintAll(QPainter& painter, const CanvasContentPtr& content, const GraphLayoutPtr& layout,
              const Plan* plan, const Theme& theme, const PictureOptions& options, const Target& target) {
    const Parts parts = arrange(*layout, options, target.extras);
    GraphPainter graph(content, layout, pictureFont());
    graph.setTheme(theme);
    PaintRequest request;
    request.projection.scale = target.scale;
    request.projection.origin = target.origin + parts.graph * target.scale;
    request.projection.snap = !target.vector;
    request.projection.devicePixelRatio = painter.device()->devicePixelRatioF();
    request.clip = QRectF(target.origin, parts.size * target.scale);
    if (plan != nullptr) request.states = plan->predicted.states;
    request.marks = &options.marks;
    request.vector = target.vector;
    graph.paint(painter, request);

    painter.translate(target.origin);
    painter.scale(target.scale * target.extras, target.scale * target.extras);
    if (!options.title.empty()) {
        const QFont font = roleFont(TextRole::heading, pictureFont());
        painter.setFont(font);
        painter.setPen(theme.text);
        painter.drawText(parts.title / target.extras + QPointF(0, QFontMetricsF(font).ascent()),
                         QString::fromStdString(options.title));
    }
    if (options.legend) {
        painter.translate(parts.legend / target.extras);
        drawLegend(painter, parts.rows, theme, pictureFont());
    }
}

bool endsWith(std::string_view text, std::string_view suffix) {
    return text.size() >= suffix.size() &&
           std::ranges::equal(text.substr(text.size() - suffix.size()), suffix, [](char a, char b) {
               return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
           });
}

QString documentTitle(const PictureOptions& options) {
    return options.title.empty() ? QStringLiteral("Reforward") : QString::fromStdString(options.title);
}

[[noreturn]] void fail(ErrorKind kind, const std::string& path, std::string reason, std::string advice) {
    throw Error(kind, {path, {}, std::move(reason), std::move(advice)});
}

}  // namespace

QSizeF pictureSize(const GraphLayout& layout, const PictureOptions& options) {
    return arrange(layout, options, 1).size;
}

void renderGraph(QPainter& painter, const CanvasContentPtr& content, const GraphLayoutPtr& layout,
                 const Plan* plan, const Theme& theme, const PictureOptions& options) {
    painter.save();
    Target target;
    const QTransform transform = painter.worldTransform();
    target.vector = painter.paintEngine()->type() != QPaintEngine::Raster ||
                    transform.type() > QTransform::TxScale || transform.m11() != transform.m22();
    if (!target.vector) {
        // On pixels the painter's scale says how much detail there is.
        target.origin = transform.map(QPointF());
        target.scale = transform.m11();
        painter.resetTransform();
    }
    paintAll(painter, content, layout, plan, theme, options, target);
    painter.restore();
}

PictureInfo savePicture(const std::string& path, const CanvasContentPtr& content,
                        const GraphLayoutPtr& layout, const Plan* plan, const Theme& theme,
                        const PictureOptions& options) {
    const bool svg = endsWith(path, ".svg"), pdf = endsWith(path, ".pdf"), png = endsWith(path, ".png");
    if (!svg && !pdf && !png) {
        fail(ErrorKind::usage, path, "pictures are written as SVG, PDF or PNG",
             "end the file's name in .svg, .pdf or .png");
    }
    if (!(options.scale >= smallestScale && options.scale <= largestScale)) {
        fail(ErrorKind::usage, path, "the scale is not in 0.01..16", "give one in that range");
    }
    PictureInfo info;
    info.scale = png ? fittingScale(*layout, options) : options.scale;
    const QSizeF size = arrange(*layout, options, extrasAt(info.scale, !png)).size;
    const QSizeF scaled = size * info.scale;
    info.width = static_cast<int>(std::ceil(scaled.width() - 1e-6));
    info.height = static_cast<int>(std::ceil(scaled.height() - 1e-6));

    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (png) {
        QImage image(info.width, info.height, QImage::Format_RGB32);
        if (image.isNull()) {
            fail(ErrorKind::input, path, "there is not enough memory for a picture of this size",
                 "choose a smaller scale or SVG");
        }
        image.fill(theme.canvas);
        QPainter painter(&image);
        paintAll(painter, content, layout, plan, theme, options,
                 {.origin = {}, .scale = info.scale, .extras = extrasAt(info.scale, false), .vector = false});
        painter.end();
        constexpr double dotsPerMetre = 96 / 0.0254;
        image.setDotsPerMeterX(qRound(dotsPerMetre * info.scale));
        image.setDotsPerMeterY(qRound(dotsPerMetre * info.scale));
        image.setText(QStringLiteral("Scale"), QString::number(info.scale));
        if (!image.save(&buffer, "PNG")) fail(ErrorKind::input, path, "the PNG cannot be encoded", {});
    } else if (svg) {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setResolution(96);
        generator.setSize({info.width, info.height});
        generator.setViewBox(QRectF(QPointF(), size));
        // QSvgGenerator writes the title as it is.
        generator.setTitle(documentTitle(options).toHtmlEscaped());
        QPainter painter(&generator);
        renderGraph(painter, content, layout, plan, theme, options);
    } else {
        QPdfWriter writer(&buffer);
        writer.setResolution(96);
        writer.setPageSize(QPageSize(scaled * 72 / 96, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        writer.setTitle(documentTitle(options));
        QPainter painter(&writer);
        painter.scale(info.scale, info.scale);
        renderGraph(painter, content, layout, plan, theme, options);
    }
    writeFile(path, {buffer.data().constData(), static_cast<std::size_t>(buffer.data().size())});
    return info;
}

}  // namespace reforward
