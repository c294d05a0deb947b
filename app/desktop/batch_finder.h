// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>

#include "app/desktop/job_lane.h"
#include "core/frontier/largest_batch.h"
#include "core/import/import.h"

namespace reforward {

/// What is asked: the largest batch of a file at which the strategy fits the memory at the price.
struct BatchRequest {
    std::string path;
    ImportOptions options;
    const Strategy* strategy = nullptr;
    Training training;
    Bytes memory;
    double overhead = 0;  ///< as a share of one forward
};

using LargestBatchPtr = std::shared_ptr<const LargestBatch>;

/// Searches for the largest batch on a worker thread. For the GUI thread.
class BatchFinder : public QObject {
    Q_OBJECT

  public:
    explicit BatchFinder(QObject* parent = nullptr);

    void request(BatchRequest request);
    /// Ends with the largest so far.
    void cancel() { lane_.cancel(); }
    /// Ends, and no more signals come of it.
    void discard() { lane_.discard(); }
    bool busy() const { return lane_.busy(); }

  signals:
    void found(const LargestBatchPtr& answer);
    void failed(const Error& error);
    void busyChanged(bool busy);
    void progressed(double fraction, const QString& phase);

  private:
    JobLane lane_;
};

}  // namespace reforward
