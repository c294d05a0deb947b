// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/icons.h"

#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

namespace reforward {

namespace {

const QString folder = QStringLiteral(":/reforward/icons/");

QByteArray drawing(const QString& name) {
    QFile file(folder + name + QStringLiteral(".svg"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void render(QPainter* painter, const QRectF& rect, QByteArray svg, const QColor& colour) {
    svg.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(svg);
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    renderer.render(painter, rect);
}

QPixmap pixmapOf(const QByteArray& svg, const QColor& colour, QSize devicePixels) {
    if (devicePixels.isEmpty()) return {};  // a button without room
    QPixmap pixmap(devicePixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    render(&painter, QRectF(QPointF(), QSizeF(devicePixels)), svg, colour);
    return pixmap;
}

/// Draws the vector form at whatever size is asked for, so that no size or pixel ratio is blurred.
class IconEngine : public QIconEngine {
  public:
    IconEngine(QByteArray svg, QColor normal, QColor disabled)
        : svg_(std::move(svg)), normal_(normal), disabled_(disabled) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        render(painter, rect, svg_, colour(mode));
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        return pixmapOf(svg_, colour(mode), size);
    }
    QIconEngine* clone() const override { return std::make_unique<IconEngine>(*this).release(); }
    bool isNull() override { return svg_.isEmpty(); }

  private:
    QColor colour(QIcon::Mode mode) const { return mode == QIcon::Disabled ? disabled_ : normal_; }

    QByteArray svg_;
    QColor normal_, disabled_;
};

QIcon makeIcon(const QString& name, const QColor& normal, const QColor& disabled) {
    QByteArray svg = drawing(name);
    if (svg.isEmpty()) return {};
    // QIcon takes the engine over.
    return QIcon(std::make_unique<IconEngine>(std::move(svg), normal, disabled).release());
}

}  // namespace

QStringList iconNames() {
    QStringList names = QDir(folder).entryList({QStringLiteral("*.svg")}, QDir::Files, QDir::Name);
    for (QString& name : names)
        name.chop(4);
    return names;
}

QIcon themedIcon(const QString& name, const Theme& theme) {
    return makeIcon(name, theme.text, theme.disabledText);
}

QIcon colouredIcon(const QString& name, const QColor& colour) {
    return makeIcon(name, colour, colour);
}

QPixmap iconPixmap(const QString& name, const QColor& colour, double size, double devicePixelRatio) {
    const int side = qRound(size * devicePixelRatio);
    QPixmap pixmap = pixmapOf(drawing(name), colour, {side, side});
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

}  // namespace reforward
