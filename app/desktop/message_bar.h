// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "core/base/error.h"
#include "widgets/style/theme.h"

class QLabel;
class QToolButton;

namespace reforward {

/// A fault in place, over the panes: what is so, where, and what to do. Stays until it is closed or its
/// cause is gone.
class MessageBar : public QWidget {
    Q_OBJECT

  public:
    explicit MessageBar(QWidget* parent = nullptr);

    void showError(const Error& error);
    void clear();
    /// As shown, without markup; "" while hidden.
    QString text() const { return text_; }
    void setTheme(const Theme& theme);

  signals:
    void dismissed();

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    Theme theme_;
    QString text_;
    QLabel *icon_, *label_;
    QToolButton* close_;
};

}  // namespace reforward
