// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>

#include "widgets/style/theme.h"

namespace reforward {

/// A row of the welcome page: a picture or icon, lines of text left and right; clicked as a whole.
class WelcomeCard : public QAbstractButton {
    Q_OBJECT

  public:
    struct Line {
        QString left, right;
        bool strong = false;  ///< a title
        bool loud = false;    ///< text in the text colour, else quiet
        bool warn = false;    ///< something is wrong with it
    };

    WelcomeCard(QList<Line> lines, QWidget* parent);

    /// Either an icon by name (16 px), or a picture of 160 x 104.
    void setIconName(const QString& name);
    void setPicture(const QPixmap& picture);
    void setTheme(const Theme& theme);

    QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QList<Line> lines_;
    QString iconName_;
    QPixmap picture_;
    bool withPicture_ = false;
    Theme theme_ = theme(ThemeKind::light);
};

}  // namespace reforward
