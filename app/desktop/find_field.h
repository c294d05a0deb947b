// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineEdit>

#include "core/graph/graph.h"
#include "widgets/style/theme.h"

namespace reforward {

/// The next planned vertex after `from` in the order whose label, id, operator or module contains `text`
/// (case ignored), around the end; noIndex where there is none. From noIndex: the first one.
VertexId findVertex(const Graph& graph, const QString& text, VertexId from);

/// "Find a vertex" in the tool bar: Return goes to the next match.
class FindField : public QLineEdit {
    Q_OBJECT

  public:
    explicit FindField(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Shown at the right end while empty.
    void setShortcutHint(const QString& keys) { hint_ = keys; }

  signals:
    void findRequested(const QString& text);
    void left();  ///< Escape: the focus goes back to the canvas

  protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    Theme theme_;
    QAction* icon_;
    QString hint_;
};

}  // namespace reforward
