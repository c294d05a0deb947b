// SPDX-License-Identifier: Apache-2.0
#include "core/search/starts.h"

#include <algorithm>
#include <cmath>

#include "core/bounds/instant_cut.h"

namespace reforward {

namespace {

// What the stages read, resolved one stage after the other.
class Resolver {
  public:
    explicit Resolver(const RecomputeModel& model)
        : model_(model), readAt_(model.values(), -1), runAt_(model.operations(), -1) {}

    // Calls mayHold(x, ranAgain) for each value read at t that is not there by itself.
    template <class MayHold>
    void stage(std::int32_t t, MayHold&& mayHold, Reruns& reruns) {
        todo_.assign(model_.reads(t).begin(), model_.reads(t).end());
        const std::size_t before = reruns.operations.size();
        while (!todo_.empty()) {
            const std::uint32_t x = todo_.back();
            todo_.pop_back();
            const auto& value = model_.value(x);
            if (t <= value.firstCopyLives || readAt_[x] == t) continue;
            readAt_[x] = t;
            const std::int32_t run = runAt_[value.producer];
            if (run == t) continue;
            const bool again = run >= 0;
            if (!model_.operation(value.producer).mayRunAgain) continue;
            if ((again || t <= value.firstCopyEnds) && mayHold(x, again)) continue;
            runAt_[value.producer] = t;
            reruns.operations.push_back(value.producer);
            for (const std::uint32_t y : model_.inputs(value.producer))
                todo_.push_back(y);
        }
        std::sort(reruns.operations.begin() + static_cast<std::ptrdiff_t>(before), reruns.operations.end());
        reruns.first.push_back(static_cast<std::uint32_t>(reruns.operations.size()));
    }

  private:
    const RecomputeModel& model_;
    std::vector<std::int32_t> readAt_, runAt_;
    std::vector<std::uint32_t> todo_;
};

struct Cut {
    bool there = false;
    double bytes = 0;
    std::vector<bool> held;
};

Cut cutAt(const RecomputeModel& model, double price) {
    const Graph& graph = model.graph();
    const PricedCut priced = endOfForwardCut(graph, price);
    Cut cut{true, 0, std::vector<bool>(model.values())};
    for (std::uint32_t w = 0; w < model.operations(); ++w) {
        const auto& o = model.operation(w);
        for (std::uint32_t x = o.firstValue; x < o.endValue; ++x) {
            if (!priced.live[graph.firstOutput(o.vertex) + (x - o.firstValue)]) continue;
            cut.held[x] = true;
            cut.bytes += model.value(x).bytes;
        }
    }
    return cut;
}

// `dear` fits the budget, `cheap` holds more and does not: late values by cheap's choice while it fits.
std::vector<bool> split(const RecomputeModel& model, const Cut& dear, const Cut& cheap, double budget) {
    double bytes = dear.bytes;
    std::uint32_t from = model.values();
    for (std::uint32_t x = model.values(); x-- > 0;) {
        const double m = model.value(x).bytes;
        bytes += (cheap.held[x] ? m : 0) - (dear.held[x] ? m : 0);
        if (bytes <= budget) from = x;
        if (bytes > 1.02 * budget) break;
    }
    std::vector<bool> held = dear.held;
    for (std::uint32_t x = from; x < model.values(); ++x)
        held[x] = cheap.held[x];
    return held;
}

}  // namespace

Reruns lazyReruns(const RecomputeModel& model, const std::vector<bool>& hold) {
    Reruns reruns;
    Resolver resolver(model);
    for (std::int32_t t = 0; t < model.stages(); ++t)
        resolver.stage(
            t, [&](std::uint32_t x, bool again) { return again || hold[x]; }, reruns);
    return reruns;
}

bool zeroRetention(const RecomputeModel& model, std::size_t mostRuns, const Control& control,
                   Reruns& reruns) {
    reruns = {};
    Resolver resolver(model);
    for (std::int32_t t = 0; t < model.stages(); ++t) {
        resolver.stage(
            t, [](std::uint32_t, bool) { return false; }, reruns);
        if (reruns.operations.size() > mostRuns || control.shouldStop()) return false;
    }
    return true;
}

std::vector<bool> heldByCut(const RecomputeModel& model, double budget, int cuts, const Control& control) {
    double all = 0;
    for (std::uint32_t x = 0; x < model.values(); ++x)
        all += model.value(x).bytes;
    Cut dear, cheap;
    const double middle = all > 0 ? model.forwardTime() / all : 1;
    double low = middle * 1e-4, high = middle * 1e3;
    for (int k = 0; k < cuts && !control.shouldStop(); ++k) {
        const double price = std::sqrt(low * high);
        Cut cut = cutAt(model, price);
        if (cut.bytes <= budget) {
            high = price;
            dear = std::move(cut);
        } else {
            low = price;
            cheap = std::move(cut);
        }
        if (dear.there && cheap.there && cheap.bytes - dear.bytes <= 1e-4 * all) break;
    }
    if (!dear.there) return cheap.there ? cheap.held : std::vector<bool>(model.values(), true);
    if (!cheap.there) return dear.held;
    return split(model, dear, cheap, budget);
}

}  // namespace reforward
