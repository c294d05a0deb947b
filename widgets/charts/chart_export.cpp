// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/chart_export.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QFileInfo>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "core/base/error.h"
#include "core/base/file.h"
#include "widgets/charts/frontier_plot.h"

namespace reforward {

namespace {

constexpr double pngScale = 2;

void paint(QPaintDevice& device, QCustomPlot& plot, QSize size, double scale) {
    QCPPainter painter;
    if (!painter.begin(&device)) throw Error(ErrorKind::input, "the picture cannot be painted");
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    painter.fillRect(QRect(QPoint(), size), plot.palette().color(QPalette::Base));
    plot.toPainter(&painter, size.width(), size.height());
    painter.end();
}

QByteArray svg(QCustomPlot& plot, QSize size) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(QObject::tr("Memory against extra forward"));
    paint(generator, plot, size, 1);
    return bytes;
}

QByteArray pdf(QCustomPlot& plot, QSize size) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    constexpr double pixelsAnInch = 96;
    writer.setResolution(static_cast<int>(pixelsAnInch));
    writer.setPageSize(QPageSize(QSizeF(size) / pixelsAnInch, QPageSize::Inch));
    writer.setPageMargins({});
    paint(writer, plot, size, 1);
    return bytes;
}

QByteArray png(QCustomPlot& plot, QSize size) {
    QImage image((QSizeF(size) * pngScale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(plot.palette().color(QPalette::Base));
    paint(image, plot, size, pngScale);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG")) {
        throw Error(ErrorKind::input, "the picture cannot be encoded");
    }
    return bytes;
}

}  // namespace

void savePlot(const QString& path, QCustomPlot& plot, QSize size) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    if (suffix == QLatin1String("svg")) {
        bytes = svg(plot, size);
    } else if (suffix == QLatin1String("pdf")) {
        bytes = pdf(plot, size);
    } else if (suffix == QLatin1String("png")) {
        bytes = png(plot, size);
    } else {
        throw Error(ErrorKind::usage, {path.toStdString(),
                                       {},
                                       "a chart is written as .svg, .pdf or .png",
                                       "name the file with one of these suffixes"});
    }
    writeFile(path.toStdString(),
              std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

void saveFrontierChart(const QString& path, const FrontierData& data, const Theme& theme, QSize size) {
    QCustomPlot plot;
    QPalette palette = plot.palette();
    palette.setColor(QPalette::Base, theme.base);
    plot.setPalette(palette);
    plot.resize(size);
    plot.setViewport(QRect(QPoint(), size));
    FrontierPlot drawing(plot);
    drawing.draw(data, theme, {}, false);
    savePlot(path, plot, size);
}

}  // namespace reforward
