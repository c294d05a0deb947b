// SPDX-License-Identifier: Apache-2.0
// Modules: the part of Session that expands and collapses them.
#include <algorithm>

#include "app/desktop/failure.h"
#include "app/desktop/session.h"

namespace reforward {

namespace {
constexpr std::size_t mostDrawings = 16;
}

void Session::selectModule(std::uint32_t module) {
    if (!model_ || module >= model_->modules->size() || module == selectedModule_) return;
    selected_ = noIndex;
    selectedModule_ = module;
    emit selectionChanged();
}

void Session::toggleModule(std::uint32_t module) {
    if (!model_ || !content_ || module == ModuleTree::root || module >= model_->modules->size()) return;
    const ModuleTree& tree = *model_->modules;
    // From single vertices: everything that can be is expanded, but for this one.
    Expansion next = expansion_.flat ? collapsedTo(tree, tree.levels() + 1) : expansion_;
    next = withVisible(tree, std::move(next), module);
    next.expanded[module] = !next.expanded[module];
    rearrange(std::move(next), module);
}

void Session::toggleSelected() {
    if (!model_ || !content_) return;
    if (selectedModule_ != noIndex) {
        toggleModule(selectedModule_);
        return;
    }
    if (selected_ == noIndex || model_->graph->fixed(selected_)) return;
    const std::uint32_t shown = content_->moduleOf(content_->boxOfVertex[selected_]);
    const std::uint32_t module = shown == noIndex ? model_->modules->moduleOf(selected_) : shown;
    if (module == ModuleTree::root) return;
    toggleModule(module);
    if (shown == noIndex) selectModule(module);
}

void Session::collapseTo(std::uint32_t level) {
    if (model_ && content_ && level > 0) rearrange(collapsedTo(*model_->modules, level), noIndex);
}

void Session::expandAll() {
    if (model_ && content_) rearrange({}, noIndex);
}

void Session::rearrange(Expansion expansion, std::uint32_t pivot) {
    if (expansion == expansion_ && expansion == content_->expansion) return;
    expansion_ = std::move(expansion);
    const auto known =
        std::ranges::find_if(drawings_, [&](const auto& d) { return d.first->expansion == expansion_; });
    if (known != drawings_.end()) {
        arranger_.discard();
        const auto drawing = *known;
        showDrawing(drawing.first, drawing.second);
        emit rearranged(pivot);
        return;
    }
    arranger_.request(
        [this, model = model_, wanted = expansion_, pivot](const JobLane::Job& job) {
            const CanvasContentPtr content = makeCanvasContent(model->graph, model->modules, wanted);
            const auto layout =
                std::make_shared<const GraphLayout>(layOut(content->layoutInput, {}, job.control()));
            job.post([this, model, content, layout, pivot] {
                if (model != model_) return;
                showDrawing(content, layout);
                emit rearranged(pivot);
            });
        },
        [this](const std::exception_ptr& thrown) {
            // What is on screen stays, and so does what it shows.
            if (content_) expansion_ = content_->expansion;
            onLoadFailed(toError(thrown));
        });
}

void Session::showDrawing(const CanvasContentPtr& content, const GraphLayoutPtr& layout) {
    content_ = content;
    layout_ = layout;
    std::erase_if(drawings_, [&](const auto& d) { return d.first->expansion == content->expansion; });
    drawings_.emplace_back(content, layout);
    if (drawings_.size() > mostDrawings) drawings_.erase(drawings_.begin());
}

Expansion expansionOf(const ModuleTree& tree, const ModuleTree* former, const Expansion& kept) {
    const auto same = [&] {
        if (!former || former->size() != tree.size()) return false;
        for (std::uint32_t m = 0; m < tree.size(); ++m) {
            const ModuleTree::Module &a = former->module(m), &b = tree.module(m);
            if (a.path != b.path || a.part != b.part) return false;
        }
        return true;
    };
    return same() ? kept : firstExpansion(tree);
}

}  // namespace reforward
