// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolButton>

#include "widgets/style/theme.h"

namespace reforward {

/// A toggle with the swatch of a state and how many vertices are in it.
class StateChip : public QToolButton {
    Q_OBJECT

  public:
    StateChip(VertexState state, QWidget* parent);

    VertexState vertexState() const { return state_; }
    void setCount(std::size_t count);
    void setTheme(const Theme& theme);

  private:
    VertexState state_;
};

}  // namespace reforward
