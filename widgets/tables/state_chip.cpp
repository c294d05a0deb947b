// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/state_chip.h"

#include "core/base/format.h"
#include "widgets/style/labels.h"
#include "widgets/style/metrics.h"
#include "widgets/style/patterns.h"
#include "widgets/style/type.h"

namespace reforward {

StateChip::StateChip(VertexState state, QWidget* parent) : QToolButton(parent), state_(state) {
    setCheckable(true);
    setChecked(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIconSize({15, 12});
    setFixedHeight(metrics::dockControl);
    setFont(roleFont(TextRole::table));
    setFocusPolicy(Qt::TabFocus);
    setCount(0);
}

void StateChip::setCount(std::size_t count) {
    const QString number = QString::fromStdString(formatCount(static_cast<long long>(count)));
    setText(number);
    setToolTip(tr("Show or hide: %1, %2").arg(stateLabel(state_), number));
    setAccessibleName(tr("%1, %2 vertices").arg(stateLabel(state_), number));
}

void StateChip::setTheme(const Theme& theme) {
    setIcon(QIcon(stateSwatch(state_, theme, devicePixelRatioF())));
}

}  // namespace reforward
