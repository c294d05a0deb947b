// SPDX-License-Identifier: Apache-2.0
// Opening: the part of Session that reads files, on the loader's thread, and adopts what they hold.
#include <algorithm>

#include "app/desktop/failure.h"
#include "app/desktop/session.h"
#include "core/base/budget.h"
#include "core/base/file.h"

namespace reforward {

namespace {
constexpr double firstShare = 0.6;  ///< of keep-all: the budget a model opens with
}

void Session::open(OpenRequest request) {
    load(std::move(request), false);
}

void Session::reload() {
    if (model_) reopen(model_->options, model_->accounting);
}

void Session::setBatch(std::int64_t batch) {
    if (!model_) return;
    ImportOptions options = model_->options;
    options.batch = batch;
    reopen(options, model_->accounting);
}

void Session::setCosts(const std::string& costs) {
    if (!model_ || model_->options.costs == costs) return;
    ImportOptions options = model_->options;
    options.costs = costs;
    reopen(options, model_->accounting);
}

void Session::setAccounting(Accounting accounting) {
    if (model_ && model_->accounting != accounting) reopen(model_->options, accounting);
}

void Session::setPrecision(const std::string& precision) {
    if (!model_ || model_->options.precision == precision) return;
    ImportOptions options = model_->options;
    options.precision = precision;
    reopen(options, model_->accounting);
}

void Session::reopen(const ImportOptions& options, Accounting accounting) {
    OpenRequest request;
    request.path = model_->path;
    request.options = options;
    request.accounting = accounting;
    load(std::move(request), true);
}

void Session::openPlan(const std::string& path) {
    if (!model_) return;
    loader_.request([this, model = model_, path](const JobLane::Job& job) { readPlanFile(job, model, path); },
                    [this](const std::exception_ptr& thrown) { emit failed(toError(thrown)); });
}

void Session::load(OpenRequest request, bool keepState) {
    loader_.request([this, request = std::move(request), former = keepState ? model_ : nullptr,
                     kept = expansion_](const JobLane::Job& job) { runLoad(job, request, former, kept); },
                    [this](const std::exception_ptr& thrown) {
                        onLoadFailed(toError(thrown));
                        // The failed request may have ended the layout of the model that stays.
                        if (model_ && !layout_) layOutFast();
                    });
}

void Session::onLoadFailed(const Error& error) {
    if (error.kind() != ErrorKind::interrupted) emit failed(error);
}

void Session::layOutFast() {
    loader_.request(
        [this, model = model_, expansion = expansion_](const JobLane::Job& job) {
            LayoutOptions options;
            options.engine = LayoutEngine::layered;
            layOutModel(job, *model, expansion, options);
        },
        [this](const std::exception_ptr& thrown) { onLoadFailed(toError(thrown)); });
}

void Session::runLoad(const JobLane::Job& job, const OpenRequest& request, const ModelPtr& former,
                      const Expansion& kept) {
    const ModelPtr model = loadModel(request.path, request.options, request.accounting, job.control());
    const Expansion expansion = expansionOf(*model->modules, former ? former->modules.get() : nullptr, kept);
    job.post([this, model, request, keepState = former != nullptr, expansion] {
        adopt(model, request, keepState, expansion);
    });
    if (!request.planPath.empty()) readPlanFile(job, model, request.planPath);

    layOutModel(job, *model, expansion, {});
}

void Session::layOutModel(const JobLane::Job& job, const OpenedModel& model, const Expansion& expansion,
                          const LayoutOptions& options) {
    job.control().progress(-1, "Laying out the graph");
    const CanvasContentPtr content = makeCanvasContent(model.graph, model.modules, expansion);
    auto layout = std::make_shared<const GraphLayout>(layOut(content->layoutInput, options, job.control()));
    job.post([this, content, layout] {
        showDrawing(content, layout);
        emit layoutChanged();
        if (!layout->note.empty()) emit warned(QString::fromStdString(layout->note));
        // The sweep waits for the layout, so that the graph is on screen as soon as possible.
        startSweep();
    });
}

void Session::readPlanFile(const JobLane::Job& job, const ModelPtr& model, const std::string& path) {
    try {
        auto read = std::make_shared<ReadPlan>(readPlan(*model->graph, readFile(path)));
        job.post([this, path, read] { showPlanFile(path, *read); });
    } catch (const std::exception&) {
        const Error error = toError(std::current_exception()).inFile(path);
        job.post([this, error] {
            emit failed(error);
            // Opened with the model: a plan of our own instead.
            if (!panes_.empty() && panes_.front().phase == PlanPhase::none) solveNow();
        });
    }
}

void Session::adopt(const ModelPtr& model, const OpenRequest& request, bool keepState,
                    const Expansion& expansion) {
    dropSolve();
    store_.clear();
    // What it proves holds for the step model.
    bounds_.setBound(model->accounting == Accounting::step ? model->bound : nullptr);
    pause_.stop();
    finder_.discard();
    known_ = request.known;

    std::vector<std::string> names;
    for (const Pane& pane : panes_)
        names.push_back(pane.strategy);
    if (names.empty() && !strategies_.empty()) names.push_back(strategies_.front()->info().name);
    if (!keepState) names.resize(std::min<std::size_t>(names.size(), 1));
    if (findStrategy(request.strategy)) names = {request.strategy};
    if (request.compare.size() == 2) names = request.compare;

    std::optional<std::string> selectedId;
    if (keepState && model_ && selected_ != noIndex) selectedId = model_->graph->id(selected_);
    const ModelPtr former = std::exchange(model_, model);
    content_.reset();
    layout_.reset();
    panes_.clear();
    for (const std::string& name : names) {
        panes_.push_back(emptyPane(name));
    }
    selectedModule_ = noIndex;
    arranger_.discard();
    drawings_.clear();
    expansion_ = expansion;
    selected_ = noIndex;
    if (selectedId) selected_ = model->graph->find(*selectedId).value_or(noIndex);

    const std::optional<Error> budgetFault = chooseBudget(former, request, keepState);
    emit modelChanged();
    emit panesChanged();
    emit budgetChanged();
    emit selectionChanged();
    if (budgetFault) emit failed(*budgetFault);
    for (const std::string& warning : model->graph->notes().warnings) {
        emit warned(QString::fromStdString(warning));
    }
    if (request.planPath.empty()) solveNow();
}

std::optional<Error> Session::chooseBudget(const ModelPtr& former, const OpenRequest& request,
                                           bool keepState) {
    const Bytes baseline = model_->baselinePeak();
    if (keepState && former && request.budget.empty()) {
        // The same share of keep-all, which is the same budget where nothing changed.
        const Bytes before = former->baselinePeak();
        if (before != baseline && before.count() > 0) {
            budget_ =
                baseline.share(static_cast<double>(budget_.count()) / static_cast<double>(before.count()));
        }
        return std::nullopt;
    }
    budget_ = std::max(baseline.share(firstShare), model_->floor.bytes);
    budgetChosen_ = false;
    if (request.budget.empty()) return std::nullopt;
    try {
        budget_ = parseBudget(request.budget, baseline);
        budgetChosen_ = true;
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

void Session::showPlanFile(const std::string& path, const ReadPlan& read) {
    const PlanPtr plan =
        underAccounting(*model_->graph, std::make_shared<const Plan>(read.plan), model_->accounting);
    dropSolve();
    pause_.stop();
    budgetChosen_ = true;
    budget_ = plan->budget && *plan->budget >= plan->peak() ? *plan->budget : plan->peak();
    for (const std::string& warning : read.warnings)
        emit warned(QString::fromStdString(warning));
    for (const std::string& wrong : read.wrong)
        emit warned(QString::fromStdString(path + ": " + wrong));
    emit budgetChanged();
    if (!panes_.empty()) setPane(0, PlanPhase::fromFile, plan);
    emit busyChanged();
}

void Session::startSweep() {
    std::vector<const Strategy*> order = strategies_;
    // Those on screen first: their ticks are waited for.
    std::ranges::stable_partition(order, [this](const Strategy* each) {
        return std::ranges::any_of(panes_,
                                   [&](const Pane& pane) { return pane.strategy == each->info().name; });
    });
    store_.start(model_->bound, model_->accounting, order);
    if (known_ && !panes_.empty()) store_.add(known_, panes_.back().strategy);
    proveBounds();
    emit busyChanged();
}

}  // namespace reforward
