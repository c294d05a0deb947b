// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/cut_off_segments.h"

#include <algorithm>
#include <tuple>

namespace reforward {

CutOffSegments::CutOffSegments(const SegmentReduction& reduction, const std::vector<std::uint32_t>& edges,
                               std::uint32_t from, std::uint32_t to)
    : reduction_(reduction), edges_(edges) {
    for (const std::uint32_t e : edges) {
        vertices_.push_back(reduction.edge(e).from);
        vertices_.push_back(reduction.edge(e).to);
    }
    std::sort(vertices_.begin(), vertices_.end());
    vertices_.erase(std::unique(vertices_.begin(), vertices_.end()), vertices_.end());
    first_ = local(from), last_ = local(to);
    neighbours_.resize(vertices_.size());
    for (const std::uint32_t e : edges) {
        const std::uint32_t u = local(reduction.edge(e).from), v = local(reduction.edge(e).to);
        neighbours_[u].emplace_back(v, e);
        neighbours_[v].emplace_back(u, e);
    }
}

// A depth-first search of the piece without a. From the first end, so that with the added edge the last end
// is its first child; so no subtree below another child, or below a deeper vertex, holds an end.
void CutOffSegments::cutsWithout(std::uint32_t a, std::vector<Visit>& visits, std::vector<Cut>& found) const {
    visits.assign(size(), {noIndex, noIndex, noIndex, 0, false});
    const std::uint32_t root = a == first_ ? last_ : first_;
    std::vector<std::pair<std::uint32_t, std::size_t>> path;
    std::uint32_t order = 0;
    const auto enter = [&](std::uint32_t v, std::uint32_t parent) {
        visits[v] = {parent, order, order, 1, false};
        ++order;
        path.emplace_back(v, 0);
    };
    const auto leave = [&](std::uint32_t v) {
        const std::uint32_t b = visits[v].parent;
        if (b == noIndex) return;
        Visit& above = visits[b];
        const bool holdsEnd = v == last_ && root == first_ && a != last_;
        const bool whole = visits[v].size + 2 == size();
        if (visits[v].low >= above.order && !holdsEnd && !whole) {
            if (!visits[v].holdsCut) found.push_back({visits[v].size, a, b, v});
            visits[v].holdsCut = true;
        }
        above.low = std::min(above.low, visits[v].low);
        above.size += visits[v].size;
        above.holdsCut = above.holdsCut || visits[v].holdsCut;
    };
    enter(root, noIndex);
    if (root == first_ && a != last_) enter(last_, root);
    while (!path.empty()) {
        auto& [v, next] = path.back();
        if (next == neighbours_[v].size()) {
            const std::uint32_t done = v;
            path.pop_back();
            leave(done);
            continue;
        }
        const std::uint32_t w = neighbours_[v][next++].first;
        if (w == a) continue;
        if (visits[w].order == noIndex)
            enter(w, v);
        else
            visits[v].low = std::min(visits[v].low, visits[w].order);
    }
}

std::vector<CutOffSegments::Cut> CutOffSegments::cuts(const Control& control) const {
    std::vector<Cut> found;
    std::vector<Visit> visits;
    for (std::uint32_t a = 0; a < size() && !control.shouldStop(); ++a)
        cutsWithout(a, visits, found);
    std::sort(found.begin(), found.end(), [](const Cut& x, const Cut& y) {
        return std::tie(x.size, x.a, x.b, x.inside) < std::tie(y.size, y.a, y.b, y.inside);
    });
    return found;
}

std::vector<std::uint32_t> CutOffSegments::interiorOf(const Cut& cut) const {
    std::vector<std::uint32_t> interior{cut.inside};
    std::vector<bool> seen(size());
    seen[cut.a] = seen[cut.b] = seen[cut.inside] = true;
    for (std::size_t k = 0; k < interior.size(); ++k) {
        for (const auto& [w, e] : neighbours_[interior[k]]) {
            if (!seen[w]) interior.push_back(w);
            seen[w] = true;
        }
    }
    return interior;
}

CutOffSegments::Component CutOffSegments::component(const std::vector<std::uint32_t>& interior,
                                                    std::uint32_t a, std::uint32_t b) const {
    Component c;
    for (const std::uint32_t v : interior) {
        c.interior.push_back(vertices_[v]);
        for (const auto& [w, e] : neighbours_[v])
            c.edges.push_back(e);
    }
    std::sort(c.interior.begin(), c.interior.end());
    std::sort(c.edges.begin(), c.edges.end());
    c.edges.erase(std::unique(c.edges.begin(), c.edges.end()), c.edges.end());
    // The end with an edge into the component is where it begins.
    const bool begins = std::any_of(c.edges.begin(), c.edges.end(),
                                    [&](std::uint32_t e) { return reduction_.edge(e).from == vertices_[a]; });
    c.from = vertices_[begins ? a : b];
    c.to = vertices_[begins ? b : a];
    return c;
}

std::vector<CutOffSegments::Component> CutOffSegments::independent(const std::vector<Cut>& cuts) const {
    enum : std::uint8_t { free, end, inside };
    std::vector<std::uint8_t> use(size(), free);
    std::vector<Component> taken;
    for (const Cut& cut : cuts) {
        if (use[cut.inside] != free || use[cut.a] == inside || use[cut.b] == inside) continue;
        const auto interior = interiorOf(cut);
        if (std::any_of(interior.begin(), interior.end(), [&](auto v) { return use[v] != free; })) continue;
        for (const std::uint32_t v : interior)
            use[v] = inside;
        use[cut.a] = use[cut.b] = end;
        taken.push_back(component(interior, cut.a, cut.b));
    }
    return taken;
}

CutOffSegments::Component CutOffSegments::whole() const {
    Component c{{}, {}, vertices_[first_], vertices_[last_]};
    for (const std::uint32_t e : edges_) {
        // An edge from end to end is a branch of its own.
        if (reduction_.edge(e).from != c.from || reduction_.edge(e).to != c.to) c.edges.push_back(e);
    }
    for (std::uint32_t v = 0; v < size(); ++v) {
        if (v != first_ && v != last_) c.interior.push_back(vertices_[v]);
    }
    return c;
}

}  // namespace reforward
