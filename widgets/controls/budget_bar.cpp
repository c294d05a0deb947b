// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/budget_bar.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/base/format.h"
#include "widgets/controls/budget_options.h"
#include "widgets/controls/budget_slider.h"
#include "widgets/controls/buttons.h"
#include "widgets/controls/memory_bar.h"
#include "widgets/controls/status_chip.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr int foldBelow = 1560;  // px of width below which the choices go into a button
constexpr int leastSlider = 240;
constexpr int leastWidth = 640;
constexpr int fieldWidth = 92, unitWidth = 68;
constexpr int leastMemory = 140;  // px of the third column of its three

struct UnitFacts {
    const char* name;
    int decimals;
    double step;
};

UnitFacts factsOf(BudgetBar::Unit unit) {
    switch (unit) {
        case BudgetBar::Unit::gib:
            return {"GiB", 2, 0.05};
        case BudgetBar::Unit::mib:
            return {"MiB", 1, 10};
        case BudgetBar::Unit::percent:
            break;
    }
    return {"%", 1, 1};
}

template <class Widget>
Widget* control(QWidget* parent, const QString& name) {
    Widget* made = std::make_unique<Widget>(parent).release();
    made->setFixedHeight(metrics::budgetRow);
    made->setAccessibleName(name);
    made->setToolTip(name);
    return made;
}

void fill(QComboBox& box, const std::vector<BarChoice>& choices) {
    const QVariant current = box.currentData();
    box.clear();
    for (const BarChoice& choice : choices) {
        box.addItem(choice.title, choice.name);
        box.setItemData(box.count() - 1, choice.sentence, Qt::ToolTipRole);
    }
    box.setCurrentIndex(std::max(0, box.findData(current)));
    // The list may be wider than the box, whose text elides.
    box.view()->setMinimumWidth(box.view()->sizeHintForColumn(0) + 2 * metrics::sideMargin);
}

QLabel* labelFor(QWidget* parent, const QString& words, QWidget* widget) {
    QLabel* label = std::make_unique<QLabel>(words, parent).release();
    label->setBuddy(widget);
    return label;
}

}  // namespace

class BudgetBar::Private {
  public:
    double unitBytes() const {
        switch (unit) {
            case Unit::gib:
                return 0x1p30;
            case Unit::mib:
                return 0x1p20;
            case Unit::percent:
                break;
        }
        return static_cast<double>(baseline.count()) / 100;
    }
    void showBudget();
    void setUp(BudgetBar* bar);
    void setUpChoices(BudgetBar* bar);
    void setUpOptions(BudgetBar* bar);
    void setUpDevice(BudgetBar* bar);
    void connectBudget(BudgetBar* bar);
    void showLargest();
    void fold(BudgetBar* bar, bool folded);

    Theme theme = reforward::theme(ThemeKind::light);
    Bytes baseline, floor, budget;
    Unit unit = Unit::gib;
    std::vector<Bytes> peaks;
    QDoubleSpinBox* field;
    QComboBox* unitBox;
    QToolButton *down, *up;
    QLabel* share;
    BudgetSlider* slider;
    StatusChip* chip;
    std::vector<std::pair<QLabel*, QWidget*>> choices;  ///< strategy, cost, batch: in the bar or its options
    QHBoxLayout* choicesPlace;
    QToolButton* options;
    BudgetOptions* popup;
    QComboBox *strategy, *costs, *optimizer, *precision, *device;
    QSpinBox* batch;
    QDoubleSpinBox* overhead;
    MemoryBar* memory;
    QToolButton* largest;
    bool searching = false;
    bool folded = false;
};

BudgetBar::BudgetBar(QWidget* parent) : QWidget(parent), d_(std::make_unique<Private>()) {
    setFixedHeight(metrics::budgetBar);
    setAccessibleName(tr("Budget"));
    d_->setUp(this);
    setTheme(d_->theme);
    setUnit(Unit::gib);
}

BudgetBar::~BudgetBar() = default;

void BudgetBar::Private::setUp(BudgetBar* bar) {
    QLabel* title = std::make_unique<QLabel>(BudgetBar::tr("Budget"), bar).release();
    title->setFont(roleFont(TextRole::budgetValue));
    field = control<QDoubleSpinBox>(bar, BudgetBar::tr("Memory budget"));
    field->setFont(roleFont(TextRole::budgetValue));
    field->setAlignment(Qt::AlignRight);
    field->setKeyboardTracking(false);
    field->setLocale(QLocale::c());
    field->setFixedWidth(fieldWidth);
    title->setBuddy(field);
    unitBox = control<QComboBox>(bar, BudgetBar::tr("Unit of the budget"));
    unitBox->addItems({QStringLiteral("GiB"), QStringLiteral("MiB"), QStringLiteral("%")});
    unitBox->setFixedWidth(unitWidth);
    down = control<QToolButton>(bar, BudgetBar::tr("Next smaller plan ([)"));
    up = control<QToolButton>(bar, BudgetBar::tr("Next larger plan (])"));
    for (QToolButton* button : {down, up})
        button->setFixedWidth(metrics::toolButton);
    share = std::make_unique<QLabel>(bar).release();
    slider = std::make_unique<BudgetSlider>(bar).release();
    slider->setMinimumWidth(leastSlider);
    chip = std::make_unique<StatusChip>(bar).release();
    setUpChoices(bar);
    setUpOptions(bar);
    setUpDevice(bar);
    QLabel* deviceTitle = std::make_unique<QLabel>(BudgetBar::tr("Device"), bar).release();
    deviceTitle->setBuddy(device);

    QGridLayout* grid = std::make_unique<QGridLayout>(bar).release();
    grid->setContentsMargins(metrics::sideMargin, 8, metrics::sideMargin, 8);
    grid->setHorizontalSpacing(metrics::controlGap);
    grid->setVerticalSpacing(metrics::unit);
    grid->addWidget(title, 0, 0);
    grid->addWidget(field, 0, 1);
    grid->addWidget(unitBox, 0, 2);
    grid->addWidget(down, 0, 3);
    grid->addWidget(up, 0, 4);
    grid->addWidget(share, 0, 5, 1, 2);
    grid->addWidget(deviceTitle, 1, 0);
    grid->addWidget(device, 1, 1, 1, 2);
    grid->addWidget(memory, 1, 3, 1, 3);
    grid->addWidget(largest, 1, 6);
    grid->setColumnMinimumWidth(5, leastMemory);
    grid->setColumnMinimumWidth(7, metrics::unit);
    grid->addWidget(slider, 0, 8, 2, 1, Qt::AlignVCenter);
    grid->setColumnMinimumWidth(9, metrics::unit);
    grid->addWidget(chip, 0, 10, Qt::AlignRight);
    choicesPlace = std::make_unique<QHBoxLayout>().release();
    choicesPlace->setSpacing(metrics::controlGap);
    choicesPlace->addStretch(1);
    for (const auto& [label, widget] : choices) {
        choicesPlace->addWidget(label);
        choicesPlace->addWidget(widget);
    }
    choicesPlace->addWidget(options);
    grid->addLayout(choicesPlace, 1, 10);
    grid->setColumnStretch(8, 1);
    connectBudget(bar);
}

void BudgetBar::Private::connectBudget(BudgetBar* bar) {
    QObject::connect(field, &QDoubleSpinBox::valueChanged, bar, [this, bar](double value) {
        // A share is rounded down, as everywhere (60% is the floor of 0.6 times the baseline).
        budget =
            unit == Unit::percent ? baseline.share(value / 100) : Bytes(std::llround(value * unitBytes()));
        slider->setBudget(budget);
        showBudget();
        emit bar->budgetChanged(budget, false);
    });
    QObject::connect(unitBox, &QComboBox::activated, bar,
                     [bar](int index) { bar->setUnit(static_cast<Unit>(index)); });
    QObject::connect(slider, &BudgetSlider::budgetChanged, bar, [this, bar](Bytes moved, bool dragging) {
        budget = moved;
        showBudget();
        emit bar->budgetChanged(budget, dragging);
    });
    const auto step = [this, bar](int direction) {
        emit bar->stepPlan(direction);
        if (const std::optional<Bytes> next = bar->nextPlan(direction)) {
            bar->setBudget(*next);
            emit bar->budgetChanged(*next, false);
        }
    };
    QObject::connect(slider, &BudgetSlider::stepPlan, bar, step);
    QObject::connect(down, &QToolButton::clicked, bar, [step] { step(-1); });
    QObject::connect(up, &QToolButton::clicked, bar, [step] { step(1); });
    QObject::connect(chip, &StatusChip::cancelRequested, bar, &BudgetBar::cancelRequested);
}

void BudgetBar::Private::setUpChoices(BudgetBar* bar) {
    strategy = control<QComboBox>(bar, BudgetBar::tr("Strategy"));
    strategy->setMinimumContentsLength(14);
    costs = control<QComboBox>(bar, BudgetBar::tr("Cost model"));
    costs->setMinimumContentsLength(6);
    batch = control<QSpinBox>(bar, BudgetBar::tr("Batch size"));
    batch->setRange(1, 1'000'000);
    batch->setKeyboardTracking(false);
    batch->setMinimumWidth(68);
    const auto add = [&](const QString& words, QWidget* widget) {
        choices.emplace_back(labelFor(bar, words, widget), widget);
    };
    add(BudgetBar::tr("Strategy"), strategy);
    add(BudgetBar::tr("Cost"), costs);
    add(BudgetBar::tr("Batch"), batch);
    for (QComboBox* box : {strategy, costs})
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);

    QObject::connect(strategy, &QComboBox::activated, bar, [this, bar](int index) {
        emit bar->strategyChosen(strategy->itemData(index).toString());
    });
    QObject::connect(costs, &QComboBox::activated, bar, [this, bar](int index) {
        emit bar->costModelChosen(costs->itemData(index).toString());
    });
    QObject::connect(batch, &QSpinBox::valueChanged, bar, [bar](int value) { emit bar->batchChosen(value); });
}

void BudgetBar::Private::setUpOptions(BudgetBar* bar) {
    options = control<QToolButton>(bar, BudgetBar::tr("Optimizer, precision and other options"));
    options->setText(BudgetBar::tr("Options"));
    options->setToolButtonStyle(Qt::ToolButtonIconOnly);
    popup = std::make_unique<BudgetOptions>(bar).release();
    optimizer = control<QComboBox>(popup, BudgetBar::tr("Optimizer"));
    precision = control<QComboBox>(popup, BudgetBar::tr("Precision"));
    overhead = control<QDoubleSpinBox>(popup, BudgetBar::tr("Extra forward of the largest batch, at most"));
    overhead->setDecimals(0);
    overhead->setRange(0, 1000);
    overhead->setSuffix(QStringLiteral("%"));
    overhead->setValue(20);
    const auto add = [&](const QString& words, QWidget* widget) {
        popup->addRow(labelFor(popup, words, widget), widget);
    };
    add(BudgetBar::tr("Optimizer"), optimizer);
    add(BudgetBar::tr("Precision"), precision);
    add(BudgetBar::tr("Largest batch: extra forward"), overhead);

    QObject::connect(options, &QToolButton::clicked, bar, [this] { popup->showUnder(*options); });
    QObject::connect(optimizer, &QComboBox::activated, bar, [this, bar](int index) {
        emit bar->optimizerChosen(optimizer->itemData(index).toString());
    });
    QObject::connect(precision, &QComboBox::activated, bar, [this, bar](int index) {
        emit bar->precisionChosen(precision->itemData(index).toString());
    });
}

void BudgetBar::Private::setUpDevice(BudgetBar* bar) {
    device = control<QComboBox>(bar, BudgetBar::tr("Device"));
    device->setFixedWidth(fieldWidth + metrics::controlGap + unitWidth);  // under the two
    memory = std::make_unique<MemoryBar>(bar).release();
    largest = control<QToolButton>(bar, BudgetBar::tr("Largest batch"));
    largest->setToolButtonStyle(Qt::ToolButtonTextOnly);
    showLargest();
    QObject::connect(device, &QComboBox::activated, bar, [this, bar](int index) {
        device->setToolTip(device->itemData(index, Qt::ToolTipRole).toString());
        emit bar->deviceChosen(device->itemData(index).toString());
    });
    QObject::connect(largest, &QToolButton::clicked, bar, [this, bar] {
        if (searching) {
            emit bar->cancelRequested();
        } else {
            emit bar->largestBatchRequested(bar->overheadLimit());
        }
    });
}

void BudgetBar::Private::showLargest() {
    largest->setText(searching ? BudgetBar::tr("Stop search") : BudgetBar::tr("Largest batch"));
    largest->setToolTip(searching ? BudgetBar::tr("Stops; the largest batch found so far is offered")
                                  : BudgetBar::tr("Looks for the largest batch that trains on the device"));
}

/// The field, the share and the buttons, without a signal.
void BudgetBar::Private::showBudget() {
    const UnitFacts facts = factsOf(unit);
    const double bytes = unitBytes();
    const double most = bytes > 0 ? static_cast<double>(baseline.count()) / bytes : 0;
    {
        const QSignalBlocker quiet(field);
        field->setDecimals(facts.decimals);
        field->setSingleStep(facts.step);
        field->setRange(0, std::max(most * 4, 1.0));
        // What stands there already reads the same: keep the cursor of who is typing.
        const double value = bytes > 0 ? static_cast<double>(budget.count()) / bytes : 0;
        field->setValue(value);
    }
    QPalette palette = field->palette();
    const bool below = budget < floor && baseline.count() > 0;
    palette.setColor(QPalette::Text, below ? theme.chipNoPlan.text : theme.text);
    palette.setColor(QPalette::Base, below ? theme.chipNoPlan.ground : theme.base);
    field->setPalette(palette);
    const double ratio = baseline.count() > 0
                             ? static_cast<double>(budget.count()) / static_cast<double>(baseline.count())
                             : 0;
    share->setText(baseline.count() > 0
                       ? BudgetBar::tr("%1 of keep-all").arg(QString::fromStdString(formatPercent(ratio)))
                       : QString());
    share->setToolTip(BudgetBar::tr("%1 of %2")
                          .arg(QString::fromStdString(formatBytesExact(budget)),
                               QString::fromStdString(formatBytesExact(baseline))));
    const auto smaller =
        std::any_of(peaks.begin(), peaks.end(), [this](Bytes peak) { return peak < budget; });
    const auto larger = std::any_of(peaks.begin(), peaks.end(), [this](Bytes peak) { return peak > budget; });
    down->setEnabled(smaller);
    up->setEnabled(larger);
}

void BudgetBar::Private::fold(BudgetBar* bar, bool nowFolded) {
    if (folded == nowFolded) return;
    folded = nowFolded;
    popup->hide();
    if (folded) {
        popup->addFirst(choices);
    } else {
        popup->take(choices);
        int place = 1;
        for (const auto& [label, widget] : choices) {
            choicesPlace->insertWidget(place++, label);
            choicesPlace->insertWidget(place++, widget);
            label->show();
            widget->show();
        }
    }
    options->setToolButtonStyle(folded ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    chip->setShort(folded);
    // At once: the old widths do not fit a narrow bar.
    choicesPlace->invalidate();
    bar->layout()->invalidate();
    bar->layout()->activate();
    bar->updateGeometry();
}

void BudgetBar::setGraphFigures(Bytes baseline, Bytes floor) {
    d_->baseline = baseline;
    d_->floor = floor;
    d_->slider->setRange(floor, baseline);
    d_->slider->setBudget(d_->budget);
    d_->showBudget();
}

void BudgetBar::setBudget(Bytes budget) {
    d_->budget = budget;
    d_->slider->setBudget(budget);
    d_->showBudget();
}

Bytes BudgetBar::budget() const {
    return d_->budget;
}

void BudgetBar::setUnit(Unit unit) {
    d_->unit = unit;
    d_->unitBox->setCurrentIndex(static_cast<int>(unit));
    d_->showBudget();
}

void BudgetBar::setPlanPeaks(const std::vector<Bytes>& peaks) {
    d_->peaks = peaks;
    d_->slider->setTicks(peaks);
    d_->showBudget();
}

std::optional<Bytes> BudgetBar::nextPlan(int direction) const {
    std::optional<Bytes> next;
    for (const Bytes peak : d_->peaks) {
        if (direction < 0 && peak < d_->budget && (!next || peak > *next)) next = peak;
        if (direction > 0 && peak > d_->budget && (!next || peak < *next)) next = peak;
    }
    return next;
}

void BudgetBar::setStrategies(const std::vector<BarChoice>& strategies) {
    fill(*d_->strategy, strategies);
}

void BudgetBar::setStrategy(const QString& name) {
    d_->strategy->setCurrentIndex(d_->strategy->findData(name));
    d_->strategy->setToolTip(d_->strategy->currentData(Qt::ToolTipRole).toString());
}

QString BudgetBar::strategy() const {
    return d_->strategy->currentData().toString();
}

void BudgetBar::setCostModels(const std::vector<BarChoice>& models) {
    fill(*d_->costs, models);
}

void BudgetBar::setCostModel(const QString& name) {
    d_->costs->setCurrentIndex(d_->costs->findData(name));
}

void BudgetBar::setBatch(std::optional<std::int64_t> batch) {
    const QSignalBlocker quiet(d_->batch);
    d_->batch->setEnabled(batch.has_value());
    d_->largest->setEnabled(batch.has_value());
    d_->batch->setSpecialValueText(batch ? QString() : QStringLiteral("\u2013"));
    d_->batch->setValue(batch ? static_cast<int>(std::min<std::int64_t>(*batch, d_->batch->maximum())) : 1);
    d_->batch->setToolTip(batch ? tr("Batch size") : tr("The model states no batch size"));
}

void BudgetBar::setDevices(const std::vector<BarChoice>& choices) {
    fill(*d_->device, choices);
}

void BudgetBar::setDevice(const QString& name) {
    d_->device->setCurrentIndex(d_->device->findData(name));
    d_->device->setToolTip(d_->device->currentData(Qt::ToolTipRole).toString());
}

void BudgetBar::setOptimizers(const std::vector<BarChoice>& choices) {
    fill(*d_->optimizer, choices);
}

void BudgetBar::setOptimizer(const QString& name) {
    d_->optimizer->setCurrentIndex(d_->optimizer->findData(name));
}

void BudgetBar::setPrecisions(const std::vector<BarChoice>& choices) {
    fill(*d_->precision, choices);
}

void BudgetBar::setPrecision(const std::optional<QString>& name) {
    d_->precision->setEnabled(name.has_value());
    d_->precision->setToolTip(name ? tr("Precision") : tr("A graph file states bytes, not types"));
    d_->precision->setCurrentIndex(name ? std::max(0, d_->precision->findData(*name)) : 0);
}

void BudgetBar::setSearchingBatch(bool searching) {
    d_->searching = searching;
    d_->showLargest();
}

double BudgetBar::overheadLimit() const {
    return d_->overhead->value() / 100;
}

MemoryBar* BudgetBar::memory() const {
    return d_->memory;
}

StatusChip* BudgetBar::chip() const {
    return d_->chip;
}

BudgetSlider* BudgetBar::slider() const {
    return d_->slider;
}

QSize BudgetBar::minimumSizeHint() const {
    return {leastWidth, metrics::budgetBar};
}

void BudgetBar::resizeEvent(QResizeEvent*) {
    d_->fold(this, width() < foldBelow);
}

void BudgetBar::setTheme(const Theme& theme) {
    d_->theme = theme;
    d_->slider->setTheme(theme);
    d_->chip->setTheme(theme);
    d_->down->setIcon(themedIcon(QStringLiteral("step-back"), theme));
    d_->up->setIcon(themedIcon(QStringLiteral("step-forward"), theme));
    d_->options->setIcon(themedIcon(QStringLiteral("settings"), theme));
    for (QToolButton* button : {d_->down, d_->up, d_->options, d_->largest})
        styleButton(*button, theme, false);
    d_->memory->setTheme(theme);
    d_->popup->setTheme(theme);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.secondaryText);
    d_->share->setPalette(quiet);
    for (const auto& [label, widget] : d_->choices)
        label->setPalette(quiet);
    d_->showBudget();
}

}  // namespace reforward
