// SPDX-License-Identifier: Apache-2.0
//
// A sequence of runs gives each value a list of copies: made at a run of its vertex, held to the last read
// before the next making. To take the run at position p out, every output that is read from p's copy must be
// held from the end of the copy before: bytes are added there, the step's own bytes go, its inputs lose a
// read each (and may be held less long, or not be needed at all). Memory over positions is a segment tree; a
// removed position stays in it as a step that does nothing.
#include "core/strategies/slack.h"

#include <algorithm>

#include "core/strategies/range_max.h"

namespace reforward {

namespace {

class SlackFiller {
  public:
    SlackFiller(const Graph& graph, const std::vector<Run>& runs, Bytes budget, const Pins& pins)
        : graph_(graph), runs_(runs), room_(budget.count() - graph.fixedBytes().count()) {
        removed_.resize(runs.size());
        again_.resize(runs.size());
        pinned_.resize(runs.size());
        std::vector<std::uint8_t> pinned(graph.vertexCount());
        for (const VertexId v : pins.recompute)
            pinned[v] = 1;
        std::vector<std::uint32_t> count(graph.vertexCount());
        copies_.resize(graph.valueCount());
        for (std::uint32_t p = 0; p < runs.size(); ++p) {
            forEachRead(p, [&](ValueId x) {
                if (!copies_[x].empty()) copies_[x].back().reads.push_back(p);
            });
            if (runs[p].kind != StepKind::forward) continue;
            const VertexId v = runs[p].vertex;
            again_[p] = count[v] > 0;
            // The second run is what the pin asks for.
            pinned_[p] = pinned[v] && count[v] == 1;
            ++count[v];
            forEachOutput(v, [&](ValueId x) { make(x, p); });
        }
        memory_.assign(profile());
    }

    // One round over all recomputes; whether any went.
    bool round(const Control& control) {
        std::vector<std::pair<double, std::uint32_t>> candidates;
        for (std::uint32_t p = 0; p < runs_.size(); ++p) {
            if (again_[p] && !removed_[p] && !pinned_[p]) candidates.emplace_back(worth(p), p);
        }
        std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first > b.first : a.second > b.second;
        });
        bool any = false;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if (i % 64 == 0 && control.shouldStop()) return false;
            if (!removed_[candidates[i].second]) any = remove(candidates[i].second) || any;
        }
        return any;
    }

    std::vector<Run> result() const {
        std::vector<Run> left;
        for (std::uint32_t p = 0; p < runs_.size(); ++p) {
            if (!removed_[p]) left.push_back(runs_[p]);
        }
        return left;
    }

  private:
    struct Copy {
        std::uint32_t made = 0;
        std::vector<std::uint32_t> reads;  // ascending
        std::uint32_t end() const { return reads.empty() ? made : std::max(made, reads.back()); }
    };
    // A value's copy joined to the one before, for undoing.
    struct Joined {
        ValueId value;
        std::size_t index;  // of the copy before
        std::size_t readsBefore;
        Copy gone;
    };

    template <class F>
    void forEachRead(std::uint32_t p, F f) const {
        const VertexId v = runs_[p].vertex;
        for (const ValueId x : runs_[p].kind == StepKind::forward ? graph_.inputs(v) : graph_.saves(v)) {
            if (!graph_.fixed(graph_.producer(x))) f(x);
        }
    }
    template <class F>
    void forEachOutput(VertexId v, F f) const {
        for (std::uint32_t o = 0; o < graph_.outputCount(v); ++o)
            f(graph_.firstOutput(v) + o);
    }

    // A run of its vertex makes a copy, as withFrees() frees it: after the last read before that run.
    void make(ValueId x, std::uint32_t p) { copies_[x].push_back({p, {}}); }

    std::int64_t bytes(ValueId x) const { return graph_.bytes(x).count(); }

    std::vector<std::int64_t> profile() const {
        std::vector<std::int64_t> added(runs_.size() + 1);
        const auto hold = [&](std::uint32_t from, std::uint32_t to, std::int64_t amount) {
            added[from] += amount;
            added[to + 1] -= amount;
        };
        for (ValueId x = 0; x < graph_.valueCount(); ++x) {
            for (const Copy& copy : copies_[x])
                hold(copy.made, copy.end(), bytes(x));
        }
        addGradients(hold);
        std::vector<std::int64_t> live(runs_.size());
        std::int64_t sum = 0;
        for (std::size_t p = 0; p < runs_.size(); ++p) {
            sum += added[p];
            live[p] = sum + workspace(static_cast<std::uint32_t>(p));
        }
        return live;
    }
    template <class Hold>
    void addGradients(const Hold& hold) const {
        std::vector<std::uint32_t> from(graph_.valueCount(), noIndex);
        for (std::uint32_t p = 0; p < runs_.size(); ++p) {
            if (runs_[p].kind != StepKind::backward) continue;
            const VertexId v = runs_[p].vertex;
            const auto start = [&](ValueId x) {
                if (graph_.hasGradient(x) && from[x] == noIndex) from[x] = p;
            };
            for (const ValueId x : graph_.inputs(v))
                start(x);
            forEachOutput(v, [&](ValueId x) {
                start(x);
                if (graph_.hasGradient(x)) hold(from[x], p, bytes(x));
            });
        }
    }
    std::int64_t workspace(std::uint32_t p) const {
        const VertexId v = runs_[p].vertex;
        return (runs_[p].kind == StepKind::forward ? graph_.workspace(v) : graph_.backwardWorkspace(v))
            .count();
    }

    std::size_t copyMadeAt(ValueId x, std::uint32_t p) const {
        const auto& copies = copies_[x];
        return static_cast<std::size_t>(
            std::lower_bound(copies.begin(), copies.end(), p,
                             [](const Copy& c, std::uint32_t at) { return c.made < at; }) -
            copies.begin());
    }

    // Time saved for the bytes held times how long.
    double worth(std::uint32_t p) const {
        double held = 1;
        forEachOutput(runs_[p].vertex, [&](ValueId x) {
            const std::size_t i = copyMadeAt(x, p);
            if (copies_[x][i].reads.empty()) return;
            held += static_cast<double>(bytes(x)) * (p - copies_[x][i - 1].end());
        });
        return graph_.time(runs_[p].vertex) / held;
    }

    bool remove(std::uint32_t p) {
        std::vector<Joined> joined;
        forEachOutput(runs_[p].vertex, [&](ValueId x) { joined.push_back(join(x, p)); });
        memory_.add(p, p, -workspace(p));
        std::vector<std::uint32_t> needless;
        std::vector<std::pair<ValueId, bool>> unread;
        forEachRead(p, [&](ValueId x) { unread.emplace_back(x, dropRead(x, p, needless)); });
        if (memory_.max() <= room_) {
            removed_[p] = 1;
            removeNeedless(std::move(needless));
            return true;
        }
        for (const auto& [x, dropped] : unread) {
            if (dropped) restoreRead(x, p);
        }
        memory_.add(p, p, workspace(p));
        for (const Joined& j : joined)
            split(j);
        return false;
    }

    // Joins the copy of x made at p to the one before it.
    Joined join(ValueId x, std::uint32_t p) {
        auto& copies = copies_[x];
        const std::size_t i = copyMadeAt(x, p);
        Joined joined{x, i - 1, copies[i - 1].reads.size(), std::move(copies[i])};
        copies.erase(copies.begin() + static_cast<std::ptrdiff_t>(i));
        Copy& before = copies[i - 1];
        const std::uint32_t end = before.end();
        memory_.add(p, joined.gone.end(), -bytes(x));
        before.reads.insert(before.reads.end(), joined.gone.reads.begin(), joined.gone.reads.end());
        memory_.add(std::int64_t{end} + 1, before.end(), bytes(x));
        return joined;
    }
    void split(const Joined& j) {
        Copy& before = copies_[j.value][j.index];
        const std::uint32_t end = before.end();
        before.reads.resize(j.readsBefore);
        memory_.add(std::int64_t{before.end()} + 1, end, -bytes(j.value));
        memory_.add(j.gone.made, j.gone.end(), bytes(j.value));
        copies_[j.value].insert(copies_[j.value].begin() + static_cast<std::ptrdiff_t>(j.index) + 1, j.gone);
    }

    // The copy of x that position p reads: the last one made before it.
    Copy& copyReadAt(ValueId x, std::uint32_t p) { return copies_[x][copyMadeAt(x, p) - 1]; }

    // p reads x no longer. Notes the run that made the copy where nothing reads what it made any more.
    bool dropRead(ValueId x, std::uint32_t p, std::vector<std::uint32_t>& needless) {
        Copy& copy = copyReadAt(x, p);
        const auto at = std::lower_bound(copy.reads.begin(), copy.reads.end(), p);
        if (at == copy.reads.end() || *at != p) return false;
        const std::uint32_t end = copy.end();
        copy.reads.erase(at);
        memory_.add(std::int64_t{copy.end()} + 1, end, -bytes(x));
        if (copy.reads.empty() && again_[copy.made]) needless.push_back(copy.made);
        return true;
    }
    void restoreRead(ValueId x, std::uint32_t p) {
        Copy& copy = copyReadAt(x, p);
        const std::uint32_t end = copy.end();
        copy.reads.insert(std::lower_bound(copy.reads.begin(), copy.reads.end(), p), p);
        memory_.add(std::int64_t{end} + 1, copy.end(), bytes(x));
    }

    // Recomputes of which no output is read: gone, and what only they read.
    void removeNeedless(std::vector<std::uint32_t> needless) {
        while (!needless.empty()) {
            const std::uint32_t p = needless.back();
            needless.pop_back();
            if (removed_[p] || pinned_[p]) continue;
            bool read = false;
            forEachOutput(runs_[p].vertex,
                          [&](ValueId x) { read = read || !copies_[x][copyMadeAt(x, p)].reads.empty(); });
            if (read) continue;
            removed_[p] = 1;
            forEachOutput(runs_[p].vertex, [&](ValueId x) { join(x, p); });
            memory_.add(p, p, -workspace(p));
            forEachRead(p, [&](ValueId x) { dropRead(x, p, needless); });
        }
    }

    const Graph& graph_;
    const std::vector<Run>& runs_;
    const std::int64_t room_;
    std::vector<std::uint8_t> removed_, again_, pinned_;  // by position
    std::vector<std::vector<Copy>> copies_;               // by value
    RangeMax memory_;
};

}  // namespace

std::vector<Run> withoutNeedlessRuns(const Graph& graph, std::vector<Run> runs, Bytes budget,
                                     const Pins& pins, const Control& control) {
    if (runs.empty()) return runs;
    SlackFiller filler(graph, runs, budget, pins);
    for (int round = 0; round < 4 && !control.shouldStop(); ++round) {
        if (!filler.round(control)) break;
    }
    return filler.result();
}

}  // namespace reforward
