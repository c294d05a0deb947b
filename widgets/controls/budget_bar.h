// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "widgets/style/theme.h"

namespace reforward {

class BudgetSlider;
class MemoryBar;
class StatusChip;

/// A choice of a combo box: what is emitted, what is read, and a sentence.
struct BarChoice {
    QString name, title, sentence;
};

/// The bar under the tool bar: budget as a number with its unit, steps to the next plan, share of keep-all,
/// the slider, the chip; the device with what training takes of it as a whole, and the search for the largest
/// batch; strategy, cost model and batch, which a narrow bar folds into its options; optimizer and precision
/// in the options always. Setters emit nothing; signals come from people.
class BudgetBar : public QWidget {
    Q_OBJECT

  public:
    enum class Unit { gib, mib, percent };

    explicit BudgetBar(QWidget* parent = nullptr);
    ~BudgetBar() override;

    void setGraphFigures(Bytes baseline, Bytes floor);
    void setBudget(Bytes budget);
    Bytes budget() const;
    void setUnit(Unit unit);
    /// Peaks of the plans of the current strategy: ticks, and where the step buttons lead.
    void setPlanPeaks(const std::vector<Bytes>& peaks);
    void setStrategies(const std::vector<BarChoice>& strategies);
    void setStrategy(const QString& name);
    QString strategy() const;
    void setCostModels(const std::vector<BarChoice>& models);
    void setCostModel(const QString& name);
    /// Nothing: the model states no batch; the field is then disabled.
    void setBatch(std::optional<std::int64_t> batch);

    void setDevices(const std::vector<BarChoice>& choices);
    void setDevice(const QString& name);
    void setOptimizers(const std::vector<BarChoice>& choices);
    void setOptimizer(const QString& name);
    void setPrecisions(const std::vector<BarChoice>& choices);
    /// Nothing: the file states no types, so the choice is disabled.
    void setPrecision(const std::optional<QString>& name);
    /// A search for the largest batch runs: its button then stops it.
    void setSearchingBatch(bool searching);
    /// What the largest batch may cost, as a share of one forward.
    double overheadLimit() const;

    MemoryBar* memory() const;
    StatusChip* chip() const;
    BudgetSlider* slider() const;

    /// The peak of the next known plan below (-1) or above (1) the budget; nothing where there is none.
    std::optional<Bytes> nextPlan(int direction) const;

    void setTheme(const Theme& theme);

    /// That of the folded bar and less, so that the window can become narrow enough to fold it.
    QSize minimumSizeHint() const override;

  signals:
    void budgetChanged(reforward::Bytes budget, bool dragging);
    void strategyChosen(const QString& name);
    void costModelChosen(const QString& name);
    void batchChosen(qint64 batch);
    void deviceChosen(const QString& name);
    void optimizerChosen(const QString& name);
    void precisionChosen(const QString& name);
    void largestBatchRequested(double overheadLimit);
    /// A step button or key; `budgetChanged` follows where a next plan is known.
    void stepPlan(int direction);
    void cancelRequested();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    class Private;
    std::unique_ptr<Private> d_;
};

}  // namespace reforward
