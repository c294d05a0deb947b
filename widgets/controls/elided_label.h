// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QWidget>

namespace reforward {

/// One line of text that elides in the middle (the whole text is then its tooltip). As a link it is
/// underlined, takes the focus and reports clicks, Enter and Space.
class ElidedLabel : public QWidget {
    Q_OBJECT

  public:
    explicit ElidedLabel(const QString& text, QWidget* parent = nullptr);

    void setText(const QString& text);
    const QString& text() const { return text_; }
    void setColour(const QColor& colour);
    void setLink(bool link, const QColor& focusColour);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void activated();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QString text_;
    QColor colour_, focusColour_;
    bool link_ = false;
};

}  // namespace reforward
