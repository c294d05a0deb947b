// SPDX-License-Identifier: Apache-2.0
//
// The division is built from the inside out. Every edge of the graph starts as a segment with nothing inside.
//   1. Reduction: a vertex with one edge in and one out joins them in series; two edges with the same ends
//      become one, in parallel. A series-parallel graph ends as a single edge.
//   2. What is left (the kernel) is cut at the vertices through which all paths pass; each piece is worked on
//      alone.
//   3. In a piece with ends i, j, two vertices a, b cut off an independent segment when removing them leaves
//   a
//      component without i and j. With the edge i-j added and a removed, these b are the articulation points
//      seen from i (Hopcroft & Tarjan 1973). A smallest such component has no independent segment inside, so
//      it is a part of kind other; it becomes one edge a>b, and reduction goes on. Where there is none,
//      the piece itself is that part.
// Nothing recurses: chains of 100,000 vertices and as deep nests exist.
#include "core/strategies/independent_segments.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace reforward {

namespace {

// Above this many steps (vertices x edges of a piece) the search of phase 3 is not begun.
constexpr double searchLimit = 1e8;

// A segment while it is built. Series and parallel ones have two children and are flattened in the end.
struct Segment {
    Division::Kind kind = Division::Kind::edge;
    std::uint32_t left = noIndex, right = noIndex, vertex = noIndex;
    std::uint32_t others = noIndex;  // index into the lists of `other` segments
};

struct OtherSegment {
    std::vector<std::uint32_t> segments, vertices;
};

struct Edge {
    std::uint32_t from = 0, to = 0, segment = 0;
    bool alive = true;
};

// Phase 1. Vertices know their degrees and the exclusive or of their edges, which is the edge where there is
// only one.
class Reduction {
  public:
    Reduction(const VertexGraph& graph, std::uint32_t source, std::uint32_t sink);

    void reduce();
    void collapse(const std::vector<std::uint32_t>& interior, const std::vector<std::uint32_t>& edges,
                  std::uint32_t from, std::uint32_t to);

    std::vector<std::uint32_t> aliveEdges() const;
    const Edge& edge(std::uint32_t e) const { return edges_[e]; }
    std::size_t aliveCount() const { return alive_; }
    std::uint32_t source() const { return source_; }
    std::uint32_t sink() const { return sink_; }

    Division flatten(std::uint32_t root) const;

  private:
    void addEdge(std::uint32_t from, std::uint32_t to, std::uint32_t segment);
    void removeEdge(std::uint32_t e);
    std::uint32_t addSegment(Segment s) {
        segments_.push_back(s);
        return static_cast<std::uint32_t>(segments_.size() - 1);
    }
    static std::uint64_t key(std::uint32_t from, std::uint32_t to) {
        return (std::uint64_t{from} << 32) | to;
    }

    std::uint32_t source_, sink_;
    std::vector<Segment> segments_;
    std::vector<OtherSegment> others_;
    std::vector<Edge> edges_;
    std::size_t alive_ = 0;
    std::unordered_map<std::uint64_t, std::uint32_t> byEnds_;
    std::vector<std::uint32_t> inCount_, outCount_, inEdges_, outEdges_;
    std::vector<std::uint32_t> waiting_;
};

Reduction::Reduction(const VertexGraph& graph, std::uint32_t source, std::uint32_t sink)
    : source_(source),
      sink_(sink),
      inCount_(graph.size() + 2),
      outCount_(graph.size() + 2),
      inEdges_(graph.size() + 2),
      outEdges_(graph.size() + 2) {
    const auto n = static_cast<std::uint32_t>(graph.size());
    for (std::uint32_t v = 0; v < n; ++v) {
        for (const std::uint32_t w : graph.successors(v))
            addEdge(v, w, addSegment({}));
        if (graph.predecessors(v).empty() && v != source) addEdge(source, v, addSegment({}));
        if (graph.successors(v).empty() && v != sink) addEdge(v, sink, addSegment({}));
    }
    for (std::uint32_t v = n; v-- > 0;)
        waiting_.push_back(v);
}

void Reduction::addEdge(std::uint32_t from, std::uint32_t to, std::uint32_t segment) {
    const auto e = static_cast<std::uint32_t>(edges_.size());
    const auto [found, isNew] = byEnds_.try_emplace(key(from, to), e);
    if (!isNew) {
        Edge& there = edges_[found->second];
        there.segment = addSegment({Division::Kind::parallel, there.segment, segment, noIndex, noIndex});
        // The ends have lost an edge in the merge: they may be ready now.
        waiting_.push_back(to);
        waiting_.push_back(from);
        return;
    }
    edges_.push_back({from, to, segment, true});
    ++alive_;
    ++outCount_[from], ++inCount_[to];
    outEdges_[from] ^= e, inEdges_[to] ^= e;
}

void Reduction::removeEdge(std::uint32_t e) {
    Edge& edge = edges_[e];
    edge.alive = false;
    --alive_;
    byEnds_.erase(key(edge.from, edge.to));
    --outCount_[edge.from], --inCount_[edge.to];
    outEdges_[edge.from] ^= e, inEdges_[edge.to] ^= e;
}

void Reduction::reduce() {
    while (!waiting_.empty()) {
        const std::uint32_t v = waiting_.back();
        waiting_.pop_back();
        if (v == source_ || v == sink_ || inCount_[v] != 1 || outCount_[v] != 1) continue;
        const std::uint32_t in = inEdges_[v], out = outEdges_[v];
        const std::uint32_t from = edges_[in].from, to = edges_[out].to;
        const std::uint32_t joined =
            addSegment({Division::Kind::series, edges_[in].segment, edges_[out].segment, v, noIndex});
        removeEdge(in);
        removeEdge(out);
        addEdge(from, to, joined);
    }
}

void Reduction::collapse(const std::vector<std::uint32_t>& interior, const std::vector<std::uint32_t>& edges,
                         std::uint32_t from, std::uint32_t to) {
    OtherSegment other;
    other.vertices = interior;
    for (const std::uint32_t e : edges) {
        other.segments.push_back(edges_[e].segment);
        removeEdge(e);
    }
    others_.push_back(std::move(other));
    Segment s;
    s.kind = Division::Kind::other;
    s.others = static_cast<std::uint32_t>(others_.size() - 1);
    addEdge(from, to, addSegment(s));
    waiting_.push_back(to);
    waiting_.push_back(from);
}

std::vector<std::uint32_t> Reduction::aliveEdges() const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t e = 0; e < edges_.size(); ++e) {
        if (edges_[e].alive) all.push_back(e);
    }
    return all;
}

// The members of a run of segments of one kind, from left to right, and the vertices between them.
struct Members {
    std::vector<std::uint32_t> segments, vertices;
};

Members membersOf(const std::vector<Segment>& segments, std::uint32_t root) {
    Members members;
    const Division::Kind kind = segments[root].kind;
    // A pair (segment, no) or (no, vertex that comes next).
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open{{root, noIndex}};
    while (!open.empty()) {
        const auto [s, vertex] = open.back();
        open.pop_back();
        if (s == noIndex) {
            members.vertices.push_back(vertex);
        } else if (segments[s].kind != kind) {
            members.segments.push_back(s);
        } else {
            open.emplace_back(segments[s].right, noIndex);
            if (kind == Division::Kind::series) open.emplace_back(noIndex, segments[s].vertex);
            open.emplace_back(segments[s].left, noIndex);
        }
    }
    return members;
}

// From the root down, so parents first; then turned round, so that children come first.
Division Reduction::flatten(std::uint32_t root) const {
    Division division;
    division.parts.push_back({});
    std::vector<std::uint32_t> segmentOf{root};
    for (std::size_t p = 0; p < segmentOf.size(); ++p) {
        const Segment& s = segments_[segmentOf[p]];
        Members members;
        if (s.kind == Division::Kind::other) {
            members = {others_[s.others].segments, others_[s.others].vertices};
        } else if (s.kind != Division::Kind::edge) {
            members = membersOf(segments_, segmentOf[p]);
        }
        Division::Part part{s.kind, static_cast<std::uint32_t>(division.children.size()),
                            static_cast<std::uint32_t>(members.segments.size()),
                            static_cast<std::uint32_t>(division.vertices.size()),
                            static_cast<std::uint32_t>(members.vertices.size())};
        for (const std::uint32_t child : members.segments) {
            division.children.push_back(static_cast<std::uint32_t>(segmentOf.size()));
            segmentOf.push_back(child);
        }
        division.vertices.insert(division.vertices.end(), members.vertices.begin(), members.vertices.end());
        division.parts.resize(segmentOf.size());
        division.parts[p] = part;
    }
    const auto last = static_cast<std::uint32_t>(division.parts.size() - 1);
    std::reverse(division.parts.begin(), division.parts.end());
    for (std::uint32_t& child : division.children)
        child = last - child;
    return division;
}

// Phase 3: one piece of the kernel, in numbers of its own; 0 and last are the ends.
class Piece {
  public:
    Piece(const Reduction& reduction, const std::vector<std::uint32_t>& edges, std::uint32_t from,
          std::uint32_t to);

    struct Cut {
        std::uint32_t size, a, b, inside;  // the component of `inside` once a and b are removed
    };
    // Cut-off components, the smallest first; of nested ones with a common end only the innermost.
    std::vector<Cut> cuts(const Control& control) const;

    // A component with its ends and edges, in numbers of the graph.
    struct Component {
        std::vector<std::uint32_t> interior, edges;
        std::uint32_t from, to;
    };
    // Those of the cuts, smallest first, that do not touch each other; the whole piece where there are none.
    std::vector<Component> independent(std::vector<Cut> cuts) const;
    Component whole() const;

    std::size_t size() const { return vertices_.size(); }
    double steps() const { return static_cast<double>(size()) * static_cast<double>(size() + edges_.size()); }

  private:
    struct Visit {
        std::uint32_t parent, order, low, size;
        bool holdsCut;
    };
    std::uint32_t local(std::uint32_t v) const {
        return static_cast<std::uint32_t>(std::lower_bound(vertices_.begin(), vertices_.end(), v) -
                                          vertices_.begin());
    }
    void cutsWithout(std::uint32_t a, std::vector<Visit>& visits, std::vector<Cut>& found) const;
    Component component(const std::vector<std::uint32_t>& interior, std::uint32_t a, std::uint32_t b) const;
    std::vector<std::uint32_t> interiorOf(const Cut& cut) const;

    const Reduction& reduction_;
    std::vector<std::uint32_t> edges_, vertices_;
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> neighbours_;  // (vertex, edge)
    std::uint32_t first_, last_;
};

Piece::Piece(const Reduction& reduction, const std::vector<std::uint32_t>& edges, std::uint32_t from,
             std::uint32_t to)
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
void Piece::cutsWithout(std::uint32_t a, std::vector<Visit>& visits, std::vector<Cut>& found) const {
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

std::vector<Piece::Cut> Piece::cuts(const Control& control) const {
    std::vector<Cut> found;
    std::vector<Visit> visits;
    for (std::uint32_t a = 0; a < size() && !control.shouldStop(); ++a)
        cutsWithout(a, visits, found);
    std::sort(found.begin(), found.end(), [](const Cut& x, const Cut& y) {
        return std::tie(x.size, x.a, x.b, x.inside) < std::tie(y.size, y.a, y.b, y.inside);
    });
    return found;
}

std::vector<std::uint32_t> Piece::interiorOf(const Cut& cut) const {
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

Piece::Component Piece::component(const std::vector<std::uint32_t>& interior, std::uint32_t a,
                                  std::uint32_t b) const {
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

std::vector<Piece::Component> Piece::independent(std::vector<Cut> cuts) const {
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

Piece::Component Piece::whole() const {
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

// Phase 2. Vertices of the kernel through which all paths pass, by their rank: every edge leads from a lower
// rank to a higher, virtual ends first and last.
class Kernel {
  public:
    explicit Kernel(const Reduction& reduction) : source_(reduction.source()), sink_(reduction.sink()) {}

    struct Stretch {
        std::uint32_t from, to;
        std::vector<std::uint32_t> edges;
    };
    // The pieces that hold more than an edge.
    std::vector<Stretch> stretches(const Reduction& reduction) const {
        std::vector<std::uint32_t> edges = reduction.aliveEdges();
        std::sort(edges.begin(), edges.end(), [&](std::uint32_t a, std::uint32_t b) {
            return rank(reduction.edge(a).from) < rank(reduction.edge(b).from);
        });
        // An edge begins a new piece where no earlier edge leads beyond its start.
        std::vector<Stretch> all;
        std::int64_t reach = -1;
        for (const std::uint32_t e : edges) {
            const Edge& edge = reduction.edge(e);
            if (rank(edge.from) >= reach) all.push_back({edge.from, edge.to, {}});
            all.back().edges.push_back(e);
            if (rank(edge.to) > reach) reach = rank(edge.to), all.back().to = edge.to;
        }
        std::erase_if(all, [](const Stretch& s) { return s.edges.size() == 1; });
        return all;
    }

  private:
    std::int64_t rank(std::uint32_t v) const {
        if (v == source_) return 0;
        return v == sink_ ? INT64_MAX : std::int64_t{v} + 1;
    }
    std::uint32_t source_, sink_;
};

void divideStretch(Reduction& reduction, const Kernel::Stretch& stretch, const Control& control) {
    const Piece piece(reduction, stretch.edges, stretch.from, stretch.to);
    std::vector<Piece::Component> parts;
    if (piece.steps() <= searchLimit && !control.shouldStop()) parts = piece.independent(piece.cuts(control));
    if (parts.empty()) parts.push_back(piece.whole());
    for (const Piece::Component& part : parts)
        reduction.collapse(part.interior, part.edges, part.from, part.to);
}

std::uint32_t only(std::uint32_t soFar, std::uint32_t v, bool& several) {
    if (soFar != noIndex) several = true;
    return v;
}

}  // namespace

Division divide(const VertexGraph& graph, const Control& control) {
    const auto n = static_cast<std::uint32_t>(graph.size());
    std::uint32_t source = noIndex, sink = noIndex;
    bool sources = false, sinks = false;
    for (std::uint32_t v = 0; v < n; ++v) {
        if (graph.predecessors(v).empty()) source = only(source, v, sources);
        if (graph.successors(v).empty()) sink = only(sink, v, sinks);
    }
    if (sources) source = noIndex;
    if (sinks) sink = noIndex;
    Division division;
    if (n <= 1) {
        division.parts.push_back({});
    } else {
        Reduction reduction(graph, source == noIndex ? n : source, sink == noIndex ? n + 1 : sink);
        reduction.reduce();
        while (reduction.aliveCount() > 1) {
            for (const Kernel::Stretch& stretch : Kernel(reduction).stretches(reduction))
                divideStretch(reduction, stretch, control);
            reduction.reduce();
        }
        division = reduction.flatten(reduction.edge(reduction.aliveEdges().front()).segment);
    }
    division.source = source;
    division.sink = sink;
    return division;
}

}  // namespace reforward
