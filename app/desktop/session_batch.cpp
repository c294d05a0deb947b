// SPDX-License-Identifier: Apache-2.0
// Training as a whole: the part of Session that knows the device, the optimizer and the largest batch.
#include "app/desktop/session.h"
#include "core/base/bytes.h"
#include "core/training/devices.h"

namespace reforward {

namespace {

Bytes memoryOf(const std::string& device) {
    const Device* const named = findDevice(device);
    return named ? named->memory : parseBytes(device);
}

}  // namespace

std::optional<Bytes> Session::deviceMemory() const {
    if (device_.empty()) return std::nullopt;
    return memoryOf(device_);
}

void Session::setDevice(const std::string& device) {
    if (device == device_) return;
    device_ = device;
    emit trainingChanged();
}

void Session::setTraining(const Training& training) {
    training_ = training;
    emit trainingChanged();
}

void Session::useDevice() {
    const auto memory = deviceMemory();
    if (!model_ || !memory) return;
    const Bytes left = memoryForPlan(*model_->graph, training_, *memory) - model_->inputsBeside();
    if (left > Bytes()) setBudget(std::min(left, model_->baselinePeak()), true);
}

void Session::findLargestBatch(double overhead) {
    const auto memory = deviceMemory();
    if (!model_ || !memory || panes_.empty()) return;
    const Strategy* const strategy = findStrategy(panes_.back().strategy);
    if (!strategy) return;
    finder_.request({model_->path, model_->options, strategy, training_, *memory, overhead});
}

void Session::openAt(const LargestBatchPtr& answer) {
    if (!model_) return;
    OpenRequest request;
    request.path = model_->path;
    request.options = model_->options;
    request.options.batch = answer->batch;
    request.budget = std::to_string(answer->plan->budget->count());
    request.known = answer->plan;  // of the step model, in which it was looked for
    load(std::move(request), true);
}

}  // namespace reforward
