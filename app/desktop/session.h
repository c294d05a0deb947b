// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <vector>

#include "app/desktop/batch_finder.h"
#include "app/desktop/bound_store.h"
#include "app/desktop/frontier_store.h"
#include "app/desktop/opened_model.h"
#include "app/desktop/pane.h"
#include "app/desktop/plan_solver.h"
#include "core/plan/plan_json.h"
#include "widgets/canvas/canvas_content.h"

namespace reforward {

/// What to open, and what to show of it first.
struct OpenRequest {
    std::string path;
    ImportOptions options;
    Accounting accounting = Accounting::step;
    std::string budget;    ///< as parseBudget() takes it; "": 60%, or what the smallest plan needs
    std::string planPath;  ///< a plan file to show first, or ""
    std::string strategy;  ///< "": the one in use
    std::vector<std::string> compare;  ///< two names, or none
    PlanPtr known = {};                ///< a plan of the graph as it will be opened, to start from
};

/// The state of the window: the open model with its layout, frontiers, plans, budget and selection, as
/// immutable values that are swapped on the GUI thread; one signal for each kind of change. All long work
/// runs on worker threads (opening, arranging, solving, sweeping, proving, looking for a batch), at most one job
/// each; a failed or cancelled job leaves the last good state. For the GUI thread.
class Session : public QObject {
    Q_OBJECT

  public:
    /// `strategies`: those offered, the default one first.
    explicit Session(std::vector<const Strategy*> strategies, QObject* parent = nullptr);
    ~Session() override;

    // State. Null or empty before a model is open.
    const ModelPtr& model() const { return model_; }
    /// Null until the graph is laid out; then both belong to the model's graph.
    const CanvasContentPtr& content() const { return content_; }
    const GraphLayoutPtr& layout() const { return layout_; }
    const std::vector<Frontier>& frontiers() const { return store_.frontiers(); }
    const FrontierStore& store() const { return store_; }
    const PlanSolver& solver() const { return solver_; }
    const BoundStore& bounds() const { return bounds_; }
    /// The proven bound on extra forward at the budget, as a ratio; nothing where nothing is known yet.
    std::optional<double> bound() const { return bounds_.at(budget_); }
    /// The same for what is said of a plan within the budget: without recompute nothing has to be proved.
    std::optional<double> boundOf(const Plan& plan) const;
    /// None before a model is open; one pane, two while comparing.
    const std::vector<Pane>& panes() const { return panes_; }
    bool comparing() const { return panes_.size() == 2; }
    Bytes budget() const { return budget_; }
    /// The budget is being dragged: the exact solve waits for a pause.
    bool moving() const { return pause_.isActive(); }
    VertexId selected() const { return selected_; }  ///< noIndex: none
    /// Of model()->modules; noIndex: none. A vertex or a module is selected, never both.
    std::uint32_t selectedModule() const { return selectedModule_; }
    /// Which modules are to be expanded; content() follows once it is laid out.
    const Expansion& expansion() const { return expansion_; }
    const std::vector<const Strategy*>& strategies() const { return strategies_; }
    const Strategy* findStrategy(const std::string& name) const;
    /// How parameters are trained; with the model's, what a plan's peak is added to.
    const Training& training() const { return training_; }
    /// What training has to fit: a device's name or bytes ("24GiB"); "": none.
    const std::string& device() const { return device_; }
    std::optional<Bytes> deviceMemory() const;
    const BatchFinder& finder() const { return finder_; }
    /// Nothing runs and nothing waits, but more may still be proved: see bounds().
    bool idle() const;

    // Requests.
    void open(OpenRequest request);
    /// The file again, with the same options; the budget, strategies and selection stay where they can.
    void reload();
    /// The file again at another batch size or cost model ("": the file's own).
    void setBatch(std::int64_t batch);
    void setCosts(const std::string& costs);
    /// The same model with all figures counted in another way.
    void setAccounting(Accounting accounting);
    void setPrecision(const std::string& precision);
    /// No plan depends on these two.
    void setTraining(const Training& training);
    void setDevice(const std::string& device);
    /// The budget that the device's memory leaves, at most keep-all.
    void useDevice();
    /// The largest batch at which the last pane's strategy fits the device with at most that share of extra
    /// forward; batchFound() or batchFailed() follows.
    void findLargestBatch(double overhead);
    /// The file again at the batch found, with its plan and budget.
    void openAt(const LargestBatchPtr& answer);
    /// `settled` false: a drag goes on; the exact solve starts once it pauses.
    void setBudget(Bytes budget, bool settled);
    /// The known plan of the first pane's strategy with the next lower (-1) or higher (+1) peak.
    void stepPlan(int direction);
    void setStrategy(const std::string& name, std::size_t pane = 0);
    /// Reads a plan file for the open model and shows it.
    void openPlan(const std::string& path);
    /// Splits into two panes, or changes which strategies they show. Names that are not offered are ignored.
    void compare(const std::string& first, const std::string& second);
    /// The second pane stays.
    void stopComparing();
    void select(VertexId vertex);
    void selectModule(std::uint32_t module);
    /// Expands the module if it is collapsed, else collapses it.
    void toggleModule(std::uint32_t module);
    /// The same for what is selected: a module, the collapsed module that shows a selected vertex, or the
    /// innermost one round it, which is then selected.
    void toggleSelected();
    /// Collapses modules of this level (from 1) and deeper.
    void collapseTo(std::uint32_t level);
    /// Every vertex by itself.
    void expandAll();
    /// Stops whatever runs; the best so far stays.
    void cancel();

  signals:
    void modelChanged();
    void layoutChanged();
    /// Other modules are expanded: content() and layout() are others of the same graph. `pivot`: the module
    /// that was expanded or collapsed by itself, else noIndex.
    void rearranged(std::uint32_t pivot);
    void frontiersChanged();
    void boundChanged();  ///< more is proved, of any budget
    void planChanged(std::size_t pane);
    void panesChanged();  ///< how many there are, or their strategies
    void budgetChanged();
    void trainingChanged();  ///< optimizer or device
    void batchFound(const LargestBatchPtr& answer);
    void batchFailed(const Error& error);
    void selectionChanged();
    void opening(bool busy);
    void busyChanged();
    void progressed(double fraction, const QString& phase);
    /// A file could not be opened or does not fit; what is on screen stays.
    void failed(const Error& error);
    void warned(const QString& sentence);

  private:
    void load(OpenRequest request, bool keepState);
    void adopt(const ModelPtr& model, const OpenRequest& request, bool keepState, const Expansion& expansion);
    std::optional<Error> chooseBudget(const ModelPtr& former, const OpenRequest& request, bool keepState);
    void runLoad(const JobLane::Job& job, const OpenRequest& request, const ModelPtr& former,
                 const Expansion& kept);
    void readPlanFile(const JobLane::Job& job, const ModelPtr& model, const std::string& path);
    void layOutModel(const JobLane::Job& job, const OpenedModel& model, const Expansion& expansion,
                     const LayoutOptions& options);
    void layOutFast();
    void showDrawing(const CanvasContentPtr& content, const GraphLayoutPtr& layout);
    void rearrange(Expansion expansion, std::uint32_t pivot);
    void onLoadFailed(const Error& error);
    void showPlanFile(const std::string& path, const ReadPlan& read);
    void reopen(const ImportOptions& options, Accounting accounting);
    void startSweep();
    void solveNow();
    /// The running solve no longer matters: nothing comes of it, not even that it was stopped.
    void dropSolve();
    void showNearest(std::size_t pane);
    bool refuseBelowFloor(std::size_t pane);
    void showInfeasible(std::size_t pane, const PlanPtr& smallest);
    void setPane(std::size_t pane, PlanPhase phase, PlanPtr plan);
    PlanPtr smallestKnown(const std::string& strategy) const;

    void onBetter(std::size_t index, const PlanPtr& plan);
    void onSolved(std::size_t index, const PlanPtr& plan, bool stopped);
    void onInfeasible(std::size_t index, const std::shared_ptr<const InfeasibleError>& why);
    void onSolveFailed(std::size_t index, const Error& error);
    void onFrontiersChanged();
    void onSolverBusy(bool busy);
    void onSweepBusy(bool busy);
    /// At the budget, then under the frontiers as known by now; goes on improving once all else is done.
    void proveBounds();
    bool provenBest(const Pane& pane) const;

    std::vector<const Strategy*> strategies_;
    ModelPtr model_;
    CanvasContentPtr content_;
    GraphLayoutPtr layout_;
    std::vector<Pane> panes_;
    Bytes budget_;
    bool budgetChosen_ = false;  ///< by the user; else an infeasible one moves up to what fits
    VertexId selected_ = noIndex;
    std::uint32_t selectedModule_ = noIndex;
    Expansion expansion_;
    /// Drawings of this model by what is expanded, the latest last: going back needs no layout.
    std::vector<std::pair<CanvasContentPtr, GraphLayoutPtr>> drawings_;
    QTimer pause_;

    BoundStore bounds_;
    bool stopped_ = false;  ///< by the user: nothing starts by itself
    FrontierStore store_;
    PlanSolver solver_;
    std::vector<std::size_t> solvedPanes_;  ///< pane of each strategy of the running solve
    Training training_;
    std::string device_ = "24GiB";
    PlanPtr known_;  ///< of the open graph, from the search for its batch
    BatchFinder finder_;
    JobLane loader_;
    JobLane arranger_;  ///< lays out anew when other modules are expanded
};

/// What to expand of a model: as it was in the former one (may be null) where the modules are the same, else
/// what a model opens with.
Expansion expansionOf(const ModuleTree& tree, const ModuleTree* former, const Expansion& kept);

}  // namespace reforward
