// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "widgets/style/theme.h"

class QHBoxLayout;
class QLabel;

namespace reforward {

class Commands;

/// The strip over two panes: sync, differences only, how many vertices differ, previous and next one.
class CompareStrip : public QWidget {
    Q_OBJECT

  public:
    explicit CompareStrip(const Commands& commands, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `differing` of `vertices` differ.
    void setCount(std::size_t differing, std::size_t vertices);
    QString countText() const;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    void addState(QHBoxLayout& row, VertexState state);
    void addRule(QHBoxLayout& row);

    Theme theme_;
    QLabel *title_, *sentence_, *outline_, *count_;
    std::vector<std::pair<VertexState, QLabel*>> swatches_;
    std::vector<QWidget*> rules_;
};

}  // namespace reforward
