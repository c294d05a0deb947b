// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/message_bar.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"

namespace reforward {

namespace {

/// The reason as a sentence of its own.
QString sentence(const std::string& text) {
    QString words = QString::fromStdString(text);
    if (words.isEmpty()) return words;
    words[0] = words[0].toUpper();
    if (!words.endsWith('.')) words += '.';
    return words;
}

}  // namespace

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent), icon_(new QLabel), label_(new QLabel), close_(new QToolButton) {
    setObjectName("message-bar");
    label_->setWordWrap(true);
    label_->setTextFormat(Qt::RichText);
    label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    close_->setAutoRaise(true);
    close_->setToolTip(tr("Closes this message"));
    close_->setAccessibleName(tr("Close the message"));
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::sideMargin + 3, 6, metrics::sideMargin, 6);
    row->setSpacing(metrics::controlGap);
    row->addWidget(icon_, 0, Qt::AlignTop);
    row->addWidget(label_, 1);
    row->addWidget(close_, 0, Qt::AlignTop);
    connect(close_, &QToolButton::clicked, this, [this] {
        clear();
        emit dismissed();
    });
    hide();
}

void MessageBar::showError(const Error& error) {
    const Error::Context& context = error.context();
    const QString file = QFileInfo(QString::fromStdString(context.file)).fileName();
    QString head = file;
    if (!context.node.empty()) {
        head += (head.isEmpty() ? QString() : QString(", ")) + QString::fromStdString(context.node);
    }
    QString body = sentence(context.reason);
    if (!context.advice.empty()) body += ' ' + sentence(context.advice);
    text_ = head.isEmpty() ? body : head + ": " + body;
    label_->setText(head.isEmpty()
                        ? body.toHtmlEscaped()
                        : QString("<b>%1</b>&nbsp; %2").arg(head.toHtmlEscaped(), body.toHtmlEscaped()));
    setToolTip(QString::fromStdString(context.file));
    setAccessibleName(text_);
    show();
}

void MessageBar::clear() {
    text_.clear();
    hide();
}

void MessageBar::setTheme(const Theme& theme) {
    theme_ = theme;
    icon_->setPixmap(iconPixmap("warning", theme.chipNoPlan.text, metrics::icon, devicePixelRatioF()));
    close_->setIcon(colouredIcon("close", theme.chipNoPlan.text));
    QPalette colours = label_->palette();
    colours.setColor(QPalette::WindowText, theme.chipNoPlan.text);
    label_->setPalette(colours);
    update();
}

void MessageBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme_.chipNoPlan.ground);
    painter.fillRect(QRect(0, 0, 3, height()), theme_.chipNoPlan.border);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme_.chipNoPlan.border);
}

}  // namespace reforward
