// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/docks.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <array>

namespace reforward {

namespace {

/// Raised when docks come or go, so that an older saved state is not forced on them.
constexpr int stateVersion = 1;

struct DockSpec {
    DockId id;
    const char* name;
    const char* title;
};
constexpr std::array specs{DockSpec{DockId::frontier, "frontier", "Frontier"},
                           DockSpec{DockId::inspector, "inspector", "Inspector"},
                           DockSpec{DockId::timeline, "timeline", "Memory timeline"},
                           DockSpec{DockId::operators, "operators", "Operators"},
                           DockSpec{DockId::steps, "steps", "Steps"},
                           DockSpec{DockId::strategies, "strategies", "Strategies"}};

// Of visual.md at 1600 x 1000, and of narrow windows at 1280 x 800.
constexpr int rightWidth = 400, rightWidthNarrow = 320, frontierHeight = 328;
constexpr int bottomHeight = 248, bottomHeightLow = 212, timelineWidth = 700;
constexpr int narrowWindow = 1400, lowWindow = 900;

}  // namespace

Docks::Docks(QMainWindow& window) : QObject(&window), window_(window) {
    // The right column runs down to the status bar.
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    window.setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
    for (const DockSpec& spec : specs) {
        auto* const dock = new QDockWidget(tr(spec.title), &window);
        dock->setObjectName(QString("dock-") + spec.name);
        dock->setAllowedAreas(Qt::AllDockWidgetAreas);
        docks_.push_back(dock);
    }
}

void Docks::setWidget(DockId id, QWidget* widget) {
    dock(id)->setWidget(widget);
}

void Docks::start(const QByteArray& saved) {
    hidden_ = true;
    beforeHiding_ = saved;
    for (QDockWidget* each : docks_) {
        window_.addDockWidget(Qt::RightDockWidgetArea, each);
        each->hide();
    }
}

void Docks::arrangeDefault() {
    const bool narrow = window_.width() < narrowWindow, low = window_.height() < lowWindow;
    for (QDockWidget* each : docks_) {
        each->setFloating(false);
        window_.removeDockWidget(each);
    }
    window_.addDockWidget(Qt::RightDockWidgetArea, dock(DockId::frontier));
    window_.addDockWidget(Qt::RightDockWidgetArea, dock(DockId::inspector));
    window_.splitDockWidget(dock(DockId::frontier), dock(DockId::inspector), Qt::Vertical);
    window_.addDockWidget(Qt::BottomDockWidgetArea, dock(DockId::timeline));
    window_.addDockWidget(Qt::BottomDockWidgetArea, dock(DockId::operators));
    if (narrow) {
        window_.tabifyDockWidget(dock(DockId::timeline), dock(DockId::operators));
    } else {
        window_.splitDockWidget(dock(DockId::timeline), dock(DockId::operators), Qt::Horizontal);
    }
    window_.tabifyDockWidget(dock(DockId::operators), dock(DockId::steps));
    window_.tabifyDockWidget(dock(DockId::steps), dock(DockId::strategies));
    for (QDockWidget* each : docks_)
        each->show();
    dock(narrow ? DockId::timeline : DockId::operators)->raise();

    const int right = narrow ? rightWidthNarrow : rightWidth;
    const int bottom = low ? bottomHeightLow : bottomHeight;
    window_.resizeDocks({dock(DockId::frontier), dock(DockId::inspector)}, {right, right}, Qt::Horizontal);
    window_.resizeDocks({dock(DockId::frontier), dock(DockId::inspector)},
                        {frontierHeight, std::max(160, window_.height() - frontierHeight - 172)},
                        Qt::Vertical);
    window_.resizeDocks({dock(DockId::timeline), dock(DockId::operators)}, {bottom, bottom}, Qt::Vertical);
    if (!narrow) {
        window_.resizeDocks({dock(DockId::timeline), dock(DockId::operators)},
                            {timelineWidth, std::max(280, window_.width() - right - timelineWidth)},
                            Qt::Horizontal);
    }
}

void Docks::arrangeComparison() {
    for (QDockWidget* each : docks_) {
        each->setFloating(false);
        window_.removeDockWidget(each);
    }
    window_.addDockWidget(Qt::BottomDockWidgetArea, dock(DockId::timeline));
    window_.addDockWidget(Qt::BottomDockWidgetArea, dock(DockId::strategies));
    window_.splitDockWidget(dock(DockId::timeline), dock(DockId::strategies), Qt::Horizontal);
    dock(DockId::timeline)->show();
    dock(DockId::strategies)->show();
    const int half = window_.width() / 2;
    window_.resizeDocks({dock(DockId::timeline), dock(DockId::strategies)}, {half, half}, Qt::Horizontal);
    const int bottom = bottomHeight + 40;
    window_.resizeDocks({dock(DockId::timeline), dock(DockId::strategies)}, {bottom, bottom}, Qt::Vertical);
}

void Docks::beginComparison() {
    if (comparing_) return;
    beforeComparison_ = hidden_ ? beforeHiding_ : window_.saveState(stateVersion);
    comparing_ = true;
    if (!hidden_) arrangeComparison();
}

void Docks::endComparison() {
    if (!comparing_) return;
    comparing_ = false;
    if (hidden_) {
        beforeHiding_ = beforeComparison_;
    } else {
        restoreOrDefault(beforeComparison_);
    }
}

void Docks::setHidden(bool hidden) {
    if (hidden == hidden_) return;
    hidden_ = hidden;
    if (hidden) {
        beforeHiding_ = window_.saveState(stateVersion);
        for (QDockWidget* each : docks_)
            each->hide();
    } else if (comparing_) {
        arrangeComparison();
    } else {
        restoreOrDefault(beforeHiding_);
    }
}

QByteArray Docks::state() const {
    if (comparing_) return beforeComparison_;
    return hidden_ ? beforeHiding_ : window_.saveState(stateVersion);
}

void Docks::restoreOrDefault(const QByteArray& state) {
    if (state.isEmpty() || !window_.restoreState(state, stateVersion)) arrangeDefault();
}

void Docks::addToggles(QMenu& menu) const {
    for (QDockWidget* each : docks_)
        menu.addAction(each->toggleViewAction());
}

}  // namespace reforward
