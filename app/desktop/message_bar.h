// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "core/base/error.h"
#include "widgets/style/theme.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace reforward {

/// A fault in place, over the panes: what is so, where, and what to do; or an offer, with a button that names
/// its effect. Stays until it is closed or its cause is gone.
class MessageBar : public QWidget {
    Q_OBJECT

  public:
    explicit MessageBar(QWidget* parent = nullptr);

    void showError(const Error& error);
    /// The button closes the bar and emits accepted().
    void showOffer(const QString& sentence, const QString& button);
    void clear();
    /// As shown, without markup; "" while hidden.
    QString text() const { return text_; }
    void setTheme(const Theme& theme);

  signals:
    void dismissed();
    void accepted();

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    void showColours();
    const ChipColours& colours() const { return offer_ ? theme_.chipDone : theme_.chipNoPlan; }

    Theme theme_;
    bool offer_ = false;
    QString text_;
    QLabel *icon_, *label_;
    QPushButton* accept_;
    QToolButton* close_;
};

}  // namespace reforward
