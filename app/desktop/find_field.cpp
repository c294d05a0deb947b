// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/find_field.h"

#include <QAction>
#include <QKeyEvent>
#include <QPainter>

#include "widgets/style/icons.h"
#include "widgets/style/labels.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

VertexId findVertex(const Graph& graph, const QString& text, VertexId from) {
    if (text.trimmed().isEmpty()) return noIndex;
    const QString wanted = text.trimmed();
    const auto matches = [&](VertexId v) {
        const auto has = [&](const std::string& part) {
            return QString::fromStdString(part).contains(wanted, Qt::CaseInsensitive);
        };
        return vertexLabel(graph, v).contains(wanted, Qt::CaseInsensitive) || has(graph.id(v)) ||
               has(graph.op(v)) || has(graph.module(v));
    };
    const std::size_t count = graph.vertexCount();
    const std::size_t start = from == noIndex ? 0 : graph.position(from) + 1;
    for (std::size_t i = 0; i < count; ++i) {
        const VertexId v = graph.order()[(start + i) % count];
        if (!graph.fixed(v) && matches(v)) return v;
    }
    return noIndex;
}

FindField::FindField(QWidget* parent) : QLineEdit(parent), icon_(new QAction(this)) {
    setPlaceholderText(tr("Find a vertex"));
    setAccessibleName(tr("Find a vertex"));
    setFixedSize(300, metrics::control);
    addAction(icon_, QLineEdit::LeadingPosition);
    connect(this, &QLineEdit::returnPressed, this, [this] { emit findRequested(text()); });
}

void FindField::setTheme(const Theme& theme) {
    theme_ = theme;
    icon_->setIcon(themedIcon("search", theme));
    update();
}

void FindField::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    if (!text().isEmpty() || hint_.isEmpty()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(roleFont(TextRole::label));
    const int words = painter.fontMetrics().horizontalAdvance(hint_);
    const QRectF frame(width() - words - 18.5, (height() - 16) / 2.0, words + 10, 16);
    painter.setPen(theme_.border);
    painter.drawRoundedRect(frame.translated(0, 0.5), 2, 2);
    painter.setPen(isEnabled() ? theme_.secondaryText : theme_.disabledText);
    painter.drawText(frame, Qt::AlignCenter, hint_);
}

void FindField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        clear();
        emit left();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

}  // namespace reforward
