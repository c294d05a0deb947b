// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/welcome_page.h"

#include <QCheckBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/controls/buttons.h"
#include "widgets/controls/elided_label.h"
#include "widgets/controls/welcome_card.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr int widest = 1120, columnGap = 48, margin = 24;

}  // namespace

class WelcomePage::Private {
  public:
    /// A framed list of cards with hairlines between.
    struct CardList {
        QFrame* frame = nullptr;
        QVBoxLayout* box = nullptr;
        std::vector<WelcomeCard*> cards;
    };

    QLabel* label(const QString& text, TextRole role, bool quiet) {
        QLabel* made = std::make_unique<QLabel>(text, content).release();
        made->setFont(roleFont(role));
        (quiet ? quietLabels : labels).push_back(made);
        return made;
    }
    CardList makeList() {
        CardList list;
        list.frame = std::make_unique<QFrame>(content).release();
        list.frame->setAutoFillBackground(true);
        list.box = std::make_unique<QVBoxLayout>(list.frame).release();
        list.box->setContentsMargins(1, 1, 1, 1);
        list.box->setSpacing(1);
        return list;
    }
    void clear(CardList& list) {
        for (WelcomeCard* card : list.cards) {
            list.box->removeWidget(card);
            card->hide();
            card->deleteLater();
        }
        list.cards.clear();
    }
    void add(CardList& list, WelcomeCard* card) {
        card->setTheme(theme);
        list.box->addWidget(card);
        list.cards.push_back(card);
        card->show();
    }
    void setUp(WelcomePage* page);

    Theme theme = reforward::theme(ThemeKind::light);
    QScrollArea* scroll;
    QWidget* content;
    std::vector<QLabel*> labels, quietLabels;
    QPushButton* open;
    QLabel* noRecent;
    ElidedLabel* clearRecent;
    CardList recent, samples;
    QFrame* rule;
    QCheckBox* atStart;
};

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent), d_(std::make_unique<Private>()) {
    setAccessibleName(tr("Welcome"));
    d_->setUp(this);
    setRecent({});
    setTheme(d_->theme);
}

WelcomePage::~WelcomePage() = default;

void WelcomePage::Private::setUp(WelcomePage* page) {
    scroll = std::make_unique<QScrollArea>(page).release();
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    QVBoxLayout* outer = std::make_unique<QVBoxLayout>(page).release();
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
    QWidget* ground = std::make_unique<QWidget>().release();
    content = std::make_unique<QWidget>(ground).release();
    content->setMaximumWidth(widest);
    scroll->setWidget(ground);
    QHBoxLayout* centre = std::make_unique<QHBoxLayout>(ground).release();
    centre->setContentsMargins(margin, margin, margin, margin);
    centre->addStretch(1);
    centre->addWidget(content, 100);
    centre->addStretch(1);

    QVBoxLayout* box = std::make_unique<QVBoxLayout>(content).release();
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(metrics::rhythm);
    box->addStretch(2);
    box->addWidget(label(QStringLiteral("Reforward"), TextRole::welcomeTitle, false));
    QLabel* question =
        label(WelcomePage::tr(
                  "Does this network train in that memory, at what price, and which values have to be kept?"),
              TextRole::control, true);
    question->setWordWrap(true);
    box->addWidget(question);
    box->addSpacing(2 * metrics::rhythm);

    open = std::make_unique<QPushButton>(content).release();
    open->setText(QStringLiteral(" ") + WelcomePage::tr("Open a model"));  // set off from its icon
    open->setAccessibleName(WelcomePage::tr("Open a model"));
    open->setDefault(true);
    open->setFixedHeight(metrics::welcomeControl);
    open->setMinimumWidth(150);
    QObject::connect(open, &QPushButton::clicked, page, &WelcomePage::openRequested);
    QHBoxLayout* actions = std::make_unique<QHBoxLayout>().release();
    actions->setSpacing(2 * metrics::rhythm);
    actions->addWidget(open);
    QLabel* drop =
        label(WelcomePage::tr("or drop a file anywhere in this window: ONNX, graph JSON, GraphML, DOT"),
              TextRole::table, true);
    drop->setMinimumWidth(0);
    drop->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    actions->addWidget(drop, 1);
    box->addLayout(actions);
    box->addSpacing(4 * metrics::rhythm);

    recent = makeList();
    samples = makeList();
    clearRecent = std::make_unique<ElidedLabel>(WelcomePage::tr("Clear list"), content).release();
    clearRecent->setFont(roleFont(TextRole::table));
    clearRecent->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    QObject::connect(clearRecent, &ElidedLabel::activated, page, &WelcomePage::clearRecentRequested);
    noRecent = label(WelcomePage::tr("Files that you open are listed here."), TextRole::table, true);

    const auto column = [&](const QString& title, QWidget* remark, CardList& list, QWidget* empty) {
        QVBoxLayout* made = std::make_unique<QVBoxLayout>().release();
        made->setSpacing(metrics::rhythm);
        QHBoxLayout* head = std::make_unique<QHBoxLayout>().release();
        head->addWidget(label(title, TextRole::heading, false), 1);
        head->addWidget(remark, 0, Qt::AlignBottom);
        made->addLayout(head);
        made->addWidget(list.frame);
        if (empty != nullptr) made->addWidget(empty);
        made->addStretch(1);
        return made;
    };
    QHBoxLayout* columns = std::make_unique<QHBoxLayout>().release();
    columns->setSpacing(columnGap);
    columns->addLayout(column(WelcomePage::tr("Recent"), clearRecent, recent, noRecent), 520);
    columns->addLayout(
        column(WelcomePage::tr("Samples"),
               label(WelcomePage::tr("one click opens the model with a plan"), TextRole::table, true),
               samples, nullptr),
        552);
    box->addLayout(columns);
    box->addSpacing(4 * metrics::rhythm);

    rule = std::make_unique<QFrame>(content).release();
    rule->setFixedHeight(1);
    rule->setAutoFillBackground(true);
    box->addWidget(rule);
    atStart = std::make_unique<QCheckBox>(WelcomePage::tr("Show this page at start"), content).release();
    atStart->setChecked(true);
    atStart->setFont(roleFont(TextRole::table));
    QObject::connect(atStart, &QCheckBox::toggled, page, &WelcomePage::shownAtStartChanged);
    box->addWidget(atStart, 0, Qt::AlignRight);
    box->addStretch(3);
}

void WelcomePage::setRecent(const std::vector<RecentFile>& files) {
    d_->clear(d_->recent);
    for (const RecentFile& file : files) {
        WelcomeCard* card = std::make_unique<WelcomeCard>(
                                QList<WelcomeCard::Line>{{file.title, file.folder, true, true, false},
                                                         {file.missing ? tr("file not found") : file.detail,
                                                          file.when, false, false, file.missing}},
                                d_->recent.frame)
                                .release();
        card->setIconName(QStringLiteral("document"));
        card->setEnabled(!file.missing);
        card->setToolTip(file.path);
        connect(card, &WelcomeCard::clicked, this, [this, path = file.path] { emit recentChosen(path); });
        d_->add(d_->recent, card);
    }
    d_->recent.frame->setVisible(!files.empty());
    d_->clearRecent->setVisible(!files.empty());
    d_->noRecent->setVisible(files.empty());
}

void WelcomePage::setSamples(const std::vector<SampleModel>& samples) {
    d_->clear(d_->samples);
    for (const SampleModel& sample : samples) {
        QList<WelcomeCard::Line> lines{{sample.title, {}, true, true, false},
                                       {sample.figures, {}, false, false, false}};
        if (!sample.promise.isEmpty()) lines.append({sample.promise, {}, false, true, false});
        if (!sample.remark.isEmpty()) lines.append({sample.remark, {}, false, false, false});
        WelcomeCard* card = std::make_unique<WelcomeCard>(lines, d_->samples.frame).release();
        card->setPicture(sample.picture);
        connect(card, &WelcomeCard::clicked, this, [this, name = sample.name] { emit sampleChosen(name); });
        d_->add(d_->samples, card);
    }
    d_->samples.frame->setVisible(!samples.empty());
}

void WelcomePage::setShownAtStart(bool shown) {
    const QSignalBlocker quiet(d_->atStart);
    d_->atStart->setChecked(shown);
}

void WelcomePage::setTheme(const Theme& theme) {
    d_->theme = theme;
    QPalette ground = palette();
    ground.setColor(QPalette::Window, theme.base);
    ground.setColor(QPalette::WindowText, theme.text);
    d_->scroll->widget()->setPalette(ground);
    d_->scroll->widget()->setAutoFillBackground(true);
    const auto colour = [&](const std::vector<QLabel*>& labels, const QColor& c) {
        QPalette p = palette();
        p.setColor(QPalette::WindowText, c);
        for (QLabel* label : labels)
            label->setPalette(p);
    };
    colour(d_->labels, theme.text);
    colour(d_->quietLabels, theme.secondaryText);
    d_->clearRecent->setColour(theme.link);
    d_->clearRecent->setLink(true, theme.accent);
    QPalette lines = palette();
    lines.setColor(QPalette::Window, theme.border);
    for (QFrame* frame : {d_->recent.frame, d_->samples.frame, d_->rule})
        frame->setPalette(lines);
    for (Private::CardList* list : {&d_->recent, &d_->samples}) {
        for (WelcomeCard* card : list->cards)
            card->setTheme(theme);
    }
    styleButton(*d_->open, theme, true);
    d_->open->setIcon(colouredIcon(QStringLiteral("open"), theme.selectedText));
}

}  // namespace reforward
