// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <vector>

class QDockWidget;
class QMainWindow;
class QMenu;

namespace reforward {

/// The panels around the canvas.
enum class DockId { frontier, inspector, timeline, operators, steps, strategies };

/// The docks of the window and their arrangements: at first, while comparing, none on the welcome page.
class Docks : public QObject {
    Q_OBJECT

  public:
    explicit Docks(QMainWindow& window);

    /// Begins hidden; `saved` (or, where it is empty or of another version, the default) comes when shown.
    void start(const QByteArray& saved);
    /// Puts a widget into its dock. Call once for each before arranging.
    void setWidget(DockId id, QWidget* widget);
    QDockWidget* dock(DockId id) const { return docks_[static_cast<std::size_t>(id)]; }

    /// Frontier over inspector at the right; below the canvas the timeline beside the tables.
    void arrangeDefault();
    /// Timeline and strategies below the panes, all else closed; the arrangement before is kept for
    /// endComparison().
    void beginComparison();
    void endComparison();
    /// Hidden with the arrangement kept, for the welcome page.
    void setHidden(bool hidden);
    bool hidden() const { return hidden_; }

    /// As QMainWindow's, of the arrangement outside comparisons.
    QByteArray state() const;
    void addToggles(QMenu& menu) const;

  private:
    void arrangeComparison();
    void restoreOrDefault(const QByteArray& state);

    QMainWindow& window_;
    std::vector<QDockWidget*> docks_;
    QByteArray beforeComparison_, beforeHiding_;
    bool comparing_ = false, hidden_ = false;
};

}  // namespace reforward
