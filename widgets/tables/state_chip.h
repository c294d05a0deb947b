// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>

#include "widgets/style/theme.h"

namespace reforward {

/// A toggle with the swatch of a state and how many vertices are in it.
class StateChip : public QAbstractButton {
    Q_OBJECT

  public:
    StateChip(VertexState state, QWidget* parent);

    VertexState vertexState() const { return state_; }
    void setCount(std::size_t count);
    void setTheme(const Theme& theme);

    QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    VertexState state_;
    Theme theme_ = theme(ThemeKind::light);
};

}  // namespace reforward
