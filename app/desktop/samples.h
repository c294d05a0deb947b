// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QObject>
#include <vector>

#include "app/desktop/job_lane.h"
#include "core/strategies/strategy.h"
#include "widgets/controls/welcome_page.h"
#include "widgets/style/theme.h"

namespace reforward {

/// Where the sample models lie: beside the program, else in its source folder; "" where nowhere.
QString samplesFolder();

/// The cards of the sample models. Their figures and pictures are computed, on a worker thread, when the
/// page is first shown: a sample opens as any other file does. For the GUI thread.
class Samples : public QObject {
    Q_OBJECT

  public:
    /// `strategy` makes the plans of the pictures; null: none.
    explicit Samples(const Strategy* strategy, QObject* parent = nullptr);

    /// Computes the cards in this theme, unless that is done; cardsChanged() follows for each.
    void prepare(const Theme& theme);
    void stop() { lane_.discard(); }
    bool busy() const { return lane_.busy(); }
    const std::vector<SampleModel>& cards() const { return cards_; }
    /// The file of a card's name.
    QString path(const QString& name) const;

  signals:
    void cardsChanged();
    void busyChanged(bool busy);

  private:
    void take(std::size_t index, const QString& figures, const QString& promise, const QImage& picture);

    const Strategy* strategy_;
    JobLane lane_;
    std::vector<SampleModel> cards_;
    std::optional<ThemeKind> prepared_;
};

}  // namespace reforward
