// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/session.h"

#include <algorithm>

#include "app/desktop/failure.h"
#include "core/frontier/bound_curve.h"

namespace reforward {

namespace {
/// A drag that rests this long asks for the exact plan.
constexpr int pauseMilliseconds = 150;
}  // namespace

Session::Session(std::vector<const Strategy*> strategies, QObject* parent)
    : QObject(parent), strategies_(std::move(strategies)) {
    pause_.setSingleShot(true);
    pause_.setInterval(pauseMilliseconds);
    connect(&pause_, &QTimer::timeout, this, &Session::solveNow);

    connect(&store_, &FrontierStore::changed, this, &Session::onFrontiersChanged);
    connect(&store_, &FrontierStore::busyChanged, this, &Session::onSweepBusy);
    connect(&bounds_, &BoundStore::changed, this, &Session::boundChanged);
    connect(&bounds_, &BoundStore::busyChanged, this, &Session::busyChanged);
    connect(&solver_, &PlanSolver::better, this, &Session::onBetter);
    connect(&solver_, &PlanSolver::solved, this, &Session::onSolved);
    connect(&solver_, &PlanSolver::infeasible, this, &Session::onInfeasible);
    connect(&solver_, &PlanSolver::failed, this, &Session::onSolveFailed);
    connect(&solver_, &PlanSolver::busyChanged, this, &Session::onSolverBusy);
    connect(&loader_, &JobLane::busyChanged, this, &Session::opening);
    connect(&loader_, &JobLane::busyChanged, this, &Session::busyChanged);
    connect(&arranger_, &JobLane::busyChanged, this, &Session::busyChanged);
    connect(&loader_, &JobLane::progressed, this, &Session::progressed);
    connect(&solver_, &PlanSolver::progressed, this, &Session::progressed);
    connect(&finder_, &BatchFinder::found, this, &Session::batchFound);
    connect(&finder_, &BatchFinder::failed, this, &Session::batchFailed);
    connect(&finder_, &BatchFinder::busyChanged, this, &Session::busyChanged);
    connect(&finder_, &BatchFinder::progressed, this, &Session::progressed);
    connect(&store_, &FrontierStore::progressed, this, [this](double fraction, const QString& phase) {
        // A solve says more about what the user waits for.
        if (!solver_.busy() && !finder_.busy()) emit progressed(fraction, phase);
    });
}

Session::~Session() {
    // What the parts say as they go has nobody to hear it.
    for (QObject* part :
         {static_cast<QObject*>(&loader_), static_cast<QObject*>(&arranger_), static_cast<QObject*>(&solver_),
          static_cast<QObject*>(&store_), static_cast<QObject*>(&bounds_), static_cast<QObject*>(&finder_)}) {
        part->disconnect(this);
    }
    // All are asked before the first one is waited for.
    loader_.discard();
    arranger_.discard();
    solver_.discard();
    finder_.discard();
    store_.cancel();
    bounds_.cancel();
}

const Strategy* Session::findStrategy(const std::string& name) const {
    const auto found =
        std::ranges::find_if(strategies_, [&](const Strategy* each) { return each->info().name == name; });
    return found == strategies_.end() ? nullptr : *found;
}

bool Session::idle() const {
    return !loader_.busy() && !arranger_.busy() && !solver_.busy() && !store_.busy() && !bounds_.busy() &&
           !finder_.busy() && !pause_.isActive();
}

void Session::setBudget(Bytes budget, bool settled) {
    if (!model_) return;
    budgetChosen_ = true;
    budget_ = budget;
    dropSolve();
    emit budgetChanged();
    for (std::size_t pane = 0; pane < panes_.size(); ++pane)
        showNearest(pane);
    if (settled) {
        solveNow();
    } else {
        pause_.start();
        emit busyChanged();
    }
}

void Session::stepPlan(int direction) {
    if (panes_.empty()) return;
    const Frontier* const frontier = store_.find(panes_.front().strategy);
    if (!frontier) return;
    std::optional<Bytes> next;
    for (const PlanPtr& plan : frontier->pareto.plans()) {
        const Bytes peak = plan->peak();
        if (direction > 0 ? peak > budget_ && (!next || peak < *next)
                          : peak < budget_ && (!next || peak > *next)) {
            next = peak;
        }
    }
    if (next) setBudget(*next, true);
}

void Session::setStrategy(const std::string& name, std::size_t pane) {
    if (pane >= panes_.size() || !findStrategy(name) || panes_[pane].strategy == name) return;
    panes_[pane] = emptyPane(name);
    emit panesChanged();
    dropSolve();
    for (std::size_t each = 0; each < panes_.size(); ++each)
        showNearest(each);
    solveNow();
}

void Session::compare(const std::string& first, const std::string& second) {
    if (!model_ || !findStrategy(first) || !findStrategy(second)) return;
    std::vector<Pane> wanted;
    for (const std::string& name : {first, second}) {
        const auto shown = std::ranges::find(panes_, name, &Pane::strategy);
        wanted.push_back(shown == panes_.end() ? emptyPane(name) : *shown);
    }
    panes_ = std::move(wanted);
    emit panesChanged();
    dropSolve();
    for (std::size_t pane = 0; pane < 2; ++pane)
        showNearest(pane);
    solveNow();
}

void Session::stopComparing() {
    if (!comparing()) return;
    panes_.erase(panes_.begin());
    emit panesChanged();
    emit planChanged(0);
    if (solver_.busy()) solveNow();
}

void Session::select(VertexId vertex) {
    if (model_ && vertex != noIndex && vertex >= model_->graph->vertexCount()) return;
    if (vertex == selected_ && selectedModule_ == noIndex) return;
    selected_ = vertex;
    selectedModule_ = noIndex;
    emit selectionChanged();
}

void Session::cancel() {
    const bool waiting = pause_.isActive();
    stopped_ = true;
    bounds_.cancel();
    pause_.stop();
    loader_.cancel();
    arranger_.cancel();
    solver_.cancel();
    store_.cancel();
    finder_.cancel();
    if (waiting) {
        for (std::size_t pane = 0; pane < panes_.size(); ++pane) {
            if (panes_[pane].phase == PlanPhase::nearest)
                setPane(pane, PlanPhase::stopped, panes_[pane].plan);
        }
        emit busyChanged();
    }
}

void Session::dropSolve() {
    solvedPanes_.clear();
    solver_.discard();
}

void Session::solveNow() {
    pause_.stop();
    if (!model_) return;
    stopped_ = false;
    bounds_.yield();
    SolveRequest request{model_->graph, budget_, model_->accounting, {}, model_->bound, store_.near(budget_)};
    if (known_) request.starts.push_back(known_);
    solvedPanes_.clear();
    for (std::size_t pane = 0; pane < panes_.size(); ++pane) {
        if (refuseBelowFloor(pane)) continue;
        const Strategy* const strategy = findStrategy(panes_[pane].strategy);
        if (!strategy) continue;
        request.strategies.push_back(strategy);
        solvedPanes_.push_back(pane);
        setPane(pane, PlanPhase::solving, panes_[pane].plan);
    }
    if (request.strategies.empty()) {
        dropSolve();
        proveBounds();
        emit busyChanged();
        return;
    }
    solver_.request(std::move(request));
    emit busyChanged();
}

bool Session::refuseBelowFloor(std::size_t pane) {
    if (budget_ >= model_->floor.bytes) return false;
    showInfeasible(pane, smallestKnown(panes_[pane].strategy));
    return true;
}

void Session::showInfeasible(std::size_t pane, const PlanPtr& smallest) {
    panes_[pane].infeasible = std::make_shared<const InfeasibleError>(*model_->graph, budget_, model_->floor,
                                                                      model_->baselinePeak(), smallest);
    setPane(pane, PlanPhase::infeasible, smallest ? smallest : panes_[pane].plan);
}

void Session::showNearest(std::size_t pane) {
    if (refuseBelowFloor(pane)) return;
    PlanPtr nearest = store_.cheapestWithin(panes_[pane].strategy, budget_);
    // Nothing known fits: what was on screen stays, so that the picture does not flicker.
    if (!nearest) nearest = panes_[pane].plan;
    setPane(pane, PlanPhase::nearest, nearest);
}

void Session::setPane(std::size_t pane, PlanPhase phase, PlanPtr plan) {
    Pane& mine = panes_[pane];
    if (phase != PlanPhase::infeasible) mine.infeasible.reset();
    if (phase != PlanPhase::failed) mine.error.reset();
    mine.phase = phase;
    mine.plan = std::move(plan);
    emit planChanged(pane);
}

PlanPtr Session::smallestKnown(const std::string& strategy) const {
    const Frontier* const frontier = store_.find(strategy);
    return frontier ? frontier->pareto.leastPeak() : nullptr;
}

void Session::onBetter(std::size_t index, const PlanPtr& plan) {
    const std::size_t pane = solvedPanes_[index];
    if (plan->peak() > budget_) return;
    store_.add(plan, panes_[pane].strategy);
    const PlanPtr& shown = panes_[pane].plan;
    const bool shownFits = shown && shown->peak() <= budget_;
    if (shownFits && shown->recomputeTime() <= plan->recomputeTime()) return;
    setPane(pane, PlanPhase::solving, plan);
}

void Session::onSolved(std::size_t index, const PlanPtr& plan, bool stopped) {
    const std::size_t pane = solvedPanes_[index];
    store_.add(plan, panes_[pane].strategy);
    // The sweep may know a cheaper plan of the same strategy than a solve that was cut short.
    const PlanPtr known = store_.cheapestWithin(panes_[pane].strategy, budget_);
    const bool knownBetter = known && known->recomputeTime() < plan->recomputeTime();
    setPane(pane, stopped ? PlanPhase::stopped : PlanPhase::solved, knownBetter ? known : plan);
}

void Session::onInfeasible(std::size_t index, const std::shared_ptr<const InfeasibleError>& why) {
    const std::size_t pane = solvedPanes_[index];
    if (const PlanPtr known = store_.cheapestWithin(panes_[pane].strategy, budget_)) {
        setPane(pane, PlanPhase::solved, known);
        return;
    }
    if (!budgetChosen_ && why->smallest()) {
        budget_ = why->smallest()->peak();
        emit budgetChanged();
        store_.add(why->smallest(), panes_[pane].strategy);
        setPane(pane, PlanPhase::solved, why->smallest());
        return;
    }
    if (why->smallest()) store_.add(why->smallest(), panes_[pane].strategy);
    showInfeasible(pane, smallestKnown(panes_[pane].strategy));
}

void Session::onSolveFailed(std::size_t index, const Error& error) {
    const std::size_t pane = solvedPanes_[index];
    const PlanPtr shown = panes_[pane].plan;
    if (error.kind() == ErrorKind::interrupted) {
        setPane(pane, PlanPhase::stopped, shown);
        return;
    }
    panes_[pane].error = error;
    setPane(pane, PlanPhase::failed, shown);
}

void Session::onSolverBusy(bool busy) {
    if (!busy) {
        // Cancelled before its turn: no answer comes for these.
        for (const std::size_t pane : std::vector(solvedPanes_)) {
            if (panes_[pane].phase == PlanPhase::solving)
                setPane(pane, PlanPhase::stopped, panes_[pane].plan);
        }
        proveBounds();
    }
    emit busyChanged();
}

void Session::onSweepBusy(bool busy) {
    if (!busy) proveBounds();
    emit busyChanged();
}

std::optional<double> Session::boundOf(const Plan& plan) const {
    return plan.recomputeTime() == 0 ? 0 : bound();
}

bool Session::provenBest(const Pane& pane) const {
    if (!pane.plan || pane.plan->peak() > budget_) return false;
    const auto known = boundOf(*pane.plan);
    return known && pane.plan->overheadForward() <= *known;
}

void Session::proveBounds() {
    if (!model_ || model_->accounting != Accounting::step) return;
    if (stopped_ || !layout_ || solver_.busy() || pause_.isActive() || bounds_.busy()) return;
    const bool done = !store_.busy() && !loader_.busy() &&
                      std::ranges::all_of(panes_, [](const Pane& pane) { return pane.plan != nullptr; });
    const bool open = !std::ranges::all_of(panes_, [this](const Pane& pane) { return provenBest(pane); });
    bounds_.prove(std::max(budget_, model_->floor.bytes),
                  boundBudgets(model_->floor.bytes, model_->baselinePeak(), store_.frontiers()),
                  done && open);
}

void Session::onFrontiersChanged() {
    emit frontiersChanged();
    for (std::size_t pane = 0; pane < panes_.size(); ++pane) {
        const Pane& mine = panes_[pane];
        if (mine.phase == PlanPhase::fromFile || mine.phase == PlanPhase::none) continue;
        const PlanPtr known = store_.cheapestWithin(mine.strategy, budget_);
        if (!known) {
            // Nothing fits still, but the sweep may have found a smaller one to offer.
            const PlanPtr smallest = smallestKnown(mine.strategy);
            if (mine.infeasible && smallest != mine.infeasible->smallest()) showInfeasible(pane, smallest);
            continue;
        }
        const bool fits = mine.plan && mine.plan->peak() <= budget_;
        if (fits && mine.plan->recomputeTime() <= known->recomputeTime()) continue;
        const bool ended = mine.phase == PlanPhase::infeasible || mine.phase == PlanPhase::failed;
        setPane(pane, ended ? PlanPhase::solved : mine.phase, known);
    }
}

}  // namespace reforward
