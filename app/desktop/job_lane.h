// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/base/control.h"

namespace reforward {

/// One worker thread on which long work runs, one job at a time; the newest request wins. A request asks
/// the running job to stop and replaces the waiting one, so any number of requests leaves one job running
/// and one waiting. Results are posted to the GUI thread; those of a job that has been superseded are
/// dropped there. All members but those of Job are for the GUI thread.
class JobLane : public QObject {
    Q_OBJECT

  public:
    /// What a job sees, on the worker thread.
    class Job {
      public:
        const Control& control() const { return control_; }
        /// Runs `deliver` on the GUI thread, unless a newer request has come by then.
        void post(std::function<void()> deliver) const;

      private:
        friend class JobLane;
        Job(JobLane* lane, std::uint64_t generation, Control control)
            : lane_(lane), generation_(generation), control_(std::move(control)) {}

        JobLane* lane_;
        std::uint64_t generation_;
        Control control_;
    };
    using Work = std::function<void(const Job&)>;
    using Failed = std::function<void(const std::exception_ptr&)>;

    explicit JobLane(QObject* parent = nullptr);
    /// Stops the running job and waits for it.
    ~JobLane() override;

    /// `failed` is called on the GUI thread with what the work threw.
    void request(Work work, Failed failed);
    /// The running job is asked to stop and still delivers what it has; a waiting one is forgotten.
    void cancel();
    /// As cancel(), but nothing of them is delivered any more.
    void discard();

    /// A job runs or waits.
    bool busy() const { return busy_; }
    /// Jobs that have begun to run since the lane was made.
    std::uint64_t startedCount() const;

  signals:
    void busyChanged(bool busy);
    /// fraction in 0..1, or negative where unknown; at most some 20 a second.
    void progressed(double fraction, const QString& phase);

  private:
    struct Request {
        std::uint64_t generation;
        Work work;
        Failed failed;
    };

    void loop(const std::stop_token& stop);
    void run(Request request, std::stop_token token);
    void deliver(std::uint64_t generation, const std::function<void()>& function);
    void setBusy(bool busy);
    void stopAndForget();
    Control makeControl(std::uint64_t generation, std::stop_token token);

    std::uint64_t generation_ = 0;  ///< of the newest request; GUI thread only
    bool busy_ = false;             ///< GUI thread only

    mutable std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<Request> waiting_;  ///< guarded by mutex_
    std::stop_source stopRunning_;    ///< guarded by mutex_
    std::uint64_t started_ = 0;       ///< guarded by mutex_
    std::jthread thread_;
};

}  // namespace reforward
