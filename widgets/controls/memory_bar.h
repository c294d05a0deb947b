// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>

#include "core/plan/training_memory.h"
#include "widgets/style/theme.h"

namespace reforward {

/// Whether training as a whole fits a device: a line of words ("4.81 GiB with parameters, fits") over a bar
/// with one part each for parameters, their gradients, the optimizer and the plan's peak. All figures are in
/// the tooltip.
class MemoryBar : public QWidget {
    Q_OBJECT

  public:
    explicit MemoryBar(QWidget* parent = nullptr);

    /// `device`: "24 GiB card"; `available`: its memory, nothing where none is chosen.
    void setMemory(const TrainingMemory& memory, Optimizer optimizer, std::optional<Bytes> available,
                   const QString& device);
    void clear();
    /// The words; "" before anything is set.
    const QString& text() const { return text_; }
    bool fits() const { return !available_ || (memory_ && memory_->total() <= *available_); }

    void setTheme(const Theme& theme);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QString tip(Optimizer optimizer, const QString& device) const;

    Theme theme_;
    std::optional<TrainingMemory> memory_;
    std::optional<Bytes> available_;
    QString text_;
};

}  // namespace reforward
