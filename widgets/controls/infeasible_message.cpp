// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/infeasible_message.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>
#include <array>

#include "widgets/controls/buttons.h"
#include "widgets/controls/infeasible_words.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr int shadow = 8, bar = 4, textLeft = 52, pad = 16;
constexpr int widest = 712 + 2 * shadow;

}  // namespace

class InfeasibleMessage::Private {
  public:
    struct FigureLabels {
        QLabel *title, *value, *remark;
    };

    QLabel* label(QWidget* parent, TextRole role, Qt::TextFormat format = Qt::PlainText) {
        QLabel* made = std::make_unique<QLabel>(parent).release();
        made->setFont(roleFont(role));
        made->setTextFormat(format);
        return made;
    }
    QVBoxLayout* figure(QWidget* parent, FigureLabels& labels) {
        labels = {label(parent, TextRole::table), label(parent, TextRole::messageFigure),
                  label(parent, TextRole::table)};
        QVBoxLayout* column = std::make_unique<QVBoxLayout>().release();
        column->setSpacing(2);
        for (QLabel* each : {labels.title, labels.value, labels.remark})
            column->addWidget(each);
        return column;
    }

    Theme theme = reforward::theme(ThemeKind::light);
    Content content;
    InfeasibleWords words;
    QLabel *icon, *heading, *sentence;
    std::array<FigureLabels, 4> figures;
    std::vector<QFrame*> rules;
    QPushButton *use, *go;
};

InfeasibleMessage::InfeasibleMessage(QWidget* parent) : QWidget(parent), d_(std::make_unique<Private>()) {
    setFocusPolicy(Qt::StrongFocus);
    d_->icon = std::make_unique<QLabel>(this).release();
    d_->heading = d_->label(this, TextRole::heading);
    d_->sentence = d_->label(this, TextRole::control, Qt::RichText);
    d_->sentence->setWordWrap(true);
    d_->use = std::make_unique<QPushButton>(this).release();
    d_->use->setDefault(true);
    d_->go = std::make_unique<QPushButton>(this).release();
    for (QPushButton* button : {d_->use, d_->go})
        button->setFixedHeight(metrics::toolButton);

    QHBoxLayout* figures = std::make_unique<QHBoxLayout>().release();
    figures->setSpacing(pad);
    for (std::size_t i = 0; i < d_->figures.size(); ++i) {
        if (i > 0) {
            QFrame* rule = std::make_unique<QFrame>(this).release();
            rule->setFixedWidth(1);
            rule->setAutoFillBackground(true);
            d_->rules.push_back(rule);
            figures->addWidget(rule);
        }
        figures->addLayout(d_->figure(this, d_->figures[i]), 1);
    }
    QHBoxLayout* buttons = std::make_unique<QHBoxLayout>().release();
    buttons->setSpacing(metrics::controlGap);
    buttons->addWidget(d_->use);
    buttons->addWidget(d_->go);
    buttons->addStretch(1);

    QVBoxLayout* text = std::make_unique<QVBoxLayout>().release();
    text->setSpacing(metrics::rhythm);
    text->addWidget(d_->heading);
    text->addWidget(d_->sentence);
    text->addSpacing(metrics::unit);
    text->addLayout(figures);
    text->addSpacing(metrics::rhythm);
    text->addLayout(buttons);
    QHBoxLayout* all = std::make_unique<QHBoxLayout>(this).release();
    all->setContentsMargins(shadow + bar + pad, shadow + pad, shadow + pad, shadow + pad);
    all->setSpacing(pad);
    all->addWidget(d_->icon, 0, Qt::AlignTop);
    all->addLayout(text, 1);

    connect(d_->use, &QPushButton::clicked, this, [this] { emit useBudget(d_->content.smallest->peak()); });
    connect(d_->go, &QPushButton::clicked, this, [this] { emit goToVertex(d_->content.floor.vertex); });
    setTheme(d_->theme);
}

InfeasibleMessage::~InfeasibleMessage() = default;

void InfeasibleMessage::setContent(const Content& content) {
    d_->content = content;
    d_->words = infeasibleWords(content);
    const InfeasibleWords& words = d_->words;
    d_->heading->setText(words.heading);
    d_->sentence->setText(words.sentence);
    const std::array all{&words.budget, &words.floor, &words.smallest, &words.baseline};
    for (std::size_t i = 0; i < all.size(); ++i) {
        d_->figures[i].title->setText(all[i]->title);
        d_->figures[i].value->setText(all[i]->value);
        d_->figures[i].remark->setText(all[i]->remark);
    }
    d_->use->setText(words.useButton);
    d_->use->setVisible(!words.useButton.isEmpty());
    d_->go->setText(QStringLiteral(" ") + words.goButton);  // set off from its icon
    d_->go->setAccessibleName(words.goButton);
    d_->go->setVisible(!words.goButton.isEmpty());
    setAccessibleName(words.heading);
    setAccessibleDescription(words.sentence);
    updateGeometry();
}

const InfeasibleMessage::Content& InfeasibleMessage::content() const {
    return d_->content;
}

void InfeasibleMessage::placeIn(const QRect& area, const QRect& avoid) {
    const int wide = std::min(widest, area.width());
    resize(wide,
           std::min(layout()->hasHeightForWidth() ? layout()->heightForWidth(wide) : sizeHint().height(),
                    area.height()));
    // Near the top left as people read; else the first place that leaves the vertex in sight.
    const int left = area.left() + std::max(0, std::min(120, area.width() - width()));
    const int right = area.right() + 1 - width();
    const int top = area.top() + std::min(80, std::max(0, area.height() - height()));
    const int bottom = area.bottom() + 1 - height();
    const std::array places{QPoint(left, top),         QPoint(area.left(), top),
                            QPoint(right, top),        QPoint(left, bottom),
                            QPoint(right, bottom),     QPoint(area.left(), area.top()),
                            QPoint(right, area.top()), QPoint(area.left(), bottom)};
    QPoint place = places[0];
    for (const QPoint candidate : places) {
        const QRect rect(candidate, size());
        if (!avoid.isValid() || !rect.intersects(avoid)) {
            place = candidate;
            break;
        }
    }
    move(place);
}

QString InfeasibleMessage::heading() const {
    return d_->words.heading;
}

QString InfeasibleMessage::sentence() const {
    return d_->words.sentence;
}

void InfeasibleMessage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        emit dismissed();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void InfeasibleMessage::setTheme(const Theme& theme) {
    d_->theme = theme;
    const auto colour = [this](QLabel* label, const QColor& c) {
        QPalette p = palette();
        p.setColor(QPalette::WindowText, c);
        label->setPalette(p);
    };
    d_->icon->setPixmap(iconPixmap(QStringLiteral("warning"), theme.bindingRing, 24, devicePixelRatioF()));
    colour(d_->heading, theme.text);
    colour(d_->sentence, theme.text);
    for (std::size_t i = 0; i < d_->figures.size(); ++i) {
        colour(d_->figures[i].title, theme.secondaryText);
        colour(d_->figures[i].value, i == 0 ? theme.budgetLabel : theme.text);
        colour(d_->figures[i].remark, theme.secondaryText);
    }
    for (QFrame* rule : d_->rules) {
        QPalette p = palette();
        p.setColor(QPalette::Window, theme.softLine);
        rule->setPalette(p);
    }
    styleButton(*d_->use, theme, true);
    styleButton(*d_->go, theme, false);
    d_->go->setIcon(themedIcon(QStringLiteral("arrow-right"), theme));
    update();
}

void InfeasibleMessage::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(shadow + 0.5, shadow - 1.5, -shadow - 0.5, -shadow - 2.5);
    if (box.width() < 2 * bar || box.height() < 2 * bar) return;
    QColor dark = palette().color(QPalette::Shadow);
    for (int spread = shadow; spread > 0; --spread) {
        dark.setAlphaF(0.022F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(dark);
        painter.drawRoundedRect(box.adjusted(-spread, -spread + 2, spread, spread + 2),
                                metrics::radius + spread, metrics::radius + spread);
    }
    painter.setBrush(d_->theme.base);
    painter.setPen(QPen(d_->theme.chipNoPlan.border, d_->theme.hairline));
    painter.drawRoundedRect(box, metrics::radius, metrics::radius);
    painter.setClipRect(QRectF(box.left() - 1, box.top() - 1, bar + 1, box.height() + 2));
    painter.setPen(Qt::NoPen);
    painter.setBrush(d_->theme.bindingRing);
    painter.drawRoundedRect(box.adjusted(-0.5, -0.5, 0.5, 0.5), metrics::radius, metrics::radius);
}

}  // namespace reforward
