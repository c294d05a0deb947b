// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/batch_finder.h"

#include "app/desktop/failure.h"
#include "core/import/model_source.h"

namespace reforward {

namespace {

/// Of planning for one batch: some ten of them are a search.
constexpr double mostSecondsForEach = 5;

BatchQuestion questionOf(const BatchRequest& request, const Control& control) {
    BatchQuestion question;
    question.graphAt = [options = request.options, source = ModelSource::open(request.path, control)](
                           std::int64_t batch, const Control& running) {
        ImportOptions at = options;
        at.batch = batch;
        return source->graph(at, running);
    };
    question.problemAt = [](const std::shared_ptr<OverheadBound>& bound, Bytes budget) {
        Problem problem;
        problem.graph = bound->graph();
        problem.bound = bound;
        problem.budget = budget;
        return problem;
    };
    question.strategy = request.strategy;
    question.training = request.training;
    question.memory = request.memory;
    question.overhead = request.overhead;
    question.secondsForEach = std::min(mostSecondsForEach, request.strategy->info().defaultTimeLimit);
    return question;
}

}  // namespace

BatchFinder::BatchFinder(QObject* parent) : QObject(parent) {
    connect(&lane_, &JobLane::busyChanged, this, &BatchFinder::busyChanged);
    connect(&lane_, &JobLane::progressed, this, &BatchFinder::progressed);
}

void BatchFinder::request(BatchRequest request) {
    lane_.request(
        [this, request = std::move(request)](const JobLane::Job& job) {
            const BatchQuestion question = questionOf(request, job.control());
            auto answer = std::make_shared<const LargestBatch>(largestBatch(question, job.control()));
            job.post([this, answer] { emit found(answer); });
        },
        [this](const std::exception_ptr& thrown) {
            const Error error = toError(thrown);
            if (error.kind() != ErrorKind::interrupted) emit failed(error);
        });
}

}  // namespace reforward
