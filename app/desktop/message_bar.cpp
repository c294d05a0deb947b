// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/message_bar.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "widgets/controls/buttons.h"
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
    : QWidget(parent),
      icon_(new QLabel),
      label_(new QLabel),
      accept_(new QPushButton),
      close_(new QToolButton) {
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
    row->addWidget(accept_, 0, Qt::AlignTop);
    row->addWidget(close_, 0, Qt::AlignTop);
    accept_->setFixedHeight(metrics::dockControl);
    connect(accept_, &QPushButton::clicked, this, [this] {
        clear();
        emit accepted();
    });
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
    offer_ = false;
    accept_->hide();
    showColours();
    show();
}

void MessageBar::showOffer(const QString& sentence, const QString& button) {
    offer_ = true;
    text_ = sentence;
    label_->setText(sentence.toHtmlEscaped());
    setToolTip({});
    setAccessibleName(text_);
    accept_->setText(button);
    accept_->show();
    showColours();
    show();
}

void MessageBar::clear() {
    text_.clear();
    hide();
}

void MessageBar::setTheme(const Theme& theme) {
    theme_ = theme;
    showColours();
}

void MessageBar::showColours() {
    const QColor words = colours().text;
    icon_->setPixmap(iconPixmap(offer_ ? "tick" : "warning", words, metrics::icon, devicePixelRatioF()));
    close_->setIcon(colouredIcon("close", words));
    QPalette palette = label_->palette();
    palette.setColor(QPalette::WindowText, words);
    label_->setPalette(palette);
    styleButton(*accept_, theme_, true);
    update();
}

void MessageBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colours().ground);
    painter.fillRect(QRect(0, 0, 3, height()), colours().border);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colours().border);
}

}  // namespace reforward
