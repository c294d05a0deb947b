// SPDX-License-Identifier: Apache-2.0
#include "core/graph/module_tree.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <functional>
#include <map>
#include <queue>

// Terms: the folders are the distinct paths of the vertices' modules, as a tree. A group is a set of vertices
// of one folder that becomes a module; its items are the vertices right in the folder and the groups of the
// folders inside. Arranging a group puts its items into an order such that no edge leads backwards:
// 1. Where the graph's own order runs through the items one after the other, it is taken.
// 2. Else the strongly connected components of the items are found. Their condensation is acyclic and is
//    sorted. In a component of several items the vertices are sorted instead, staying in a folder for as
//    long as anything in it may come next; each run of vertices of one folder is then an item of its own.
//    Runs are intervals of a topological order of the component, so no edge leads back among them either.
// The items that are groups are arranged in turn, in place. So the whole order is topological: an edge lies
// between two items of some group, or is between two vertices of it.

namespace reforward {

namespace {

using Vertices = std::vector<VertexId>;
using FirstOut = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;

struct Folder {
    std::uint32_t parent = 0, level = 0;
    std::string part;
};

/// The tree of paths; folder 0 is "".
class Folders {
  public:
    explicit Folders(const Graph& graph) : ofVertex_(graph.vertexCount(), 0) {
        folders_.push_back({});
        for (VertexId v = 0; v < graph.vertexCount(); ++v)
            ofVertex_[v] = find(graph.module(v));
    }

    std::uint32_t of(VertexId v) const { return ofVertex_[v]; }
    const Folder& operator[](std::uint32_t f) const { return folders_[f]; }
    /// The folder right inside `outer` that is or holds f; f lies in `outer` but is not it.
    std::uint32_t below(std::uint32_t outer, std::uint32_t f) const {
        while (folders_[f].level > folders_[outer].level + 1)
            f = folders_[f].parent;
        return f;
    }
    /// From below `outer` to f, joined by '/'.
    std::string path(std::uint32_t outer, std::uint32_t f) const {
        std::string path;
        for (; f != outer; f = folders_[f].parent)
            path = path.empty() ? folders_[f].part : folders_[f].part + '/' + path;
        return path;
    }

  private:
    std::uint32_t find(const std::string& path) {
        std::uint32_t f = 0;
        std::size_t begin = 0;
        for (std::size_t level = 0; begin < path.size() && level < ModuleTree::mostLevels; ++level) {
            const std::size_t end = std::min(path.find('/', begin), path.size());
            const std::string part = path.substr(begin, end - begin);
            begin = end + 1;
            const auto [at, fresh] =
                known_.try_emplace({f, part}, static_cast<std::uint32_t>(folders_.size()));
            if (fresh) folders_.push_back({f, folders_[f].level + 1, part});
            f = at->second;
        }
        return f;
    }

    std::vector<Folder> folders_;
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> known_;
    std::vector<std::uint32_t> ofVertex_;
};

/// A vertex by itself, or vertices of a folder inside (by position).
struct Part {
    std::uint32_t folder = noIndex;  ///< noIndex: one vertex
    Vertices vertices;
};

/// Arranges one group after the other; keeps its arrays.
class Arranger {
  public:
    Arranger(const Graph& graph, const Folders& folders)
        : graph_(graph), folders_(folders), itemOf_(graph.vertexCount()), groupOf_(graph.vertexCount(), 0) {}

    /// `vertices` of `folder`, sorted by position.
    std::vector<Part> arrange(std::uint32_t folder, const Vertices& vertices) {
        ++group_;
        items_.clear();
        std::map<std::uint32_t, std::uint32_t> itemOfFolder;
        bool runs = true;
        std::uint32_t last = noIndex;
        for (const VertexId v : vertices) {
            const std::uint32_t own = folders_.of(v);
            const std::uint32_t inside = own == folder ? noIndex : folders_.below(folder, own);
            auto item = static_cast<std::uint32_t>(items_.size());
            bool fresh = true;
            if (inside != noIndex) std::tie(item, fresh) = entry(itemOfFolder, inside, item);
            if (fresh) items_.push_back({inside, {}});
            runs = runs && (fresh || item == last);
            last = item;
            items_[item].vertices.push_back(v);
            itemOf_[v] = item;
            groupOf_[v] = group_;
        }
        if (runs) return std::move(items_);
        return split();
    }

  private:
    static std::pair<std::uint32_t, bool> entry(std::map<std::uint32_t, std::uint32_t>& map,
                                                std::uint32_t key, std::uint32_t value) {
        const auto [at, fresh] = map.try_emplace(key, value);
        return {at->second, fresh};
    }

    template <class F>
    void eachPredecessor(VertexId v, F f) const {
        for (const ValueId x : graph_.inputs(v)) {
            const VertexId u = graph_.producer(x);
            if (groupOf_[u] == group_ && !graph_.fixed(u)) f(u);
        }
    }

    std::vector<Part> split() {
        using Quotient = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
        Quotient quotient(items_.size());
        for (const Part& item : items_) {
            for (const VertexId v : item.vertices) {
                eachPredecessor(v, [&](VertexId u) {
                    if (itemOf_[u] != itemOf_[v]) add_edge(itemOf_[u], itemOf_[v], quotient);
                });
            }
        }
        std::vector<std::uint32_t> component(items_.size());
        const auto count = static_cast<std::size_t>(boost::strong_components(
            quotient,
            boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, quotient))));

        std::vector<std::vector<std::uint32_t>> members(count);
        for (std::uint32_t i = 0; i < items_.size(); ++i)
            members[component[i]].push_back(i);
        std::vector<Part> parts;
        for (const std::uint32_t c : sortedComponents(quotient, component, members)) {
            if (members[c].size() == 1) {
                parts.push_back(std::move(items_[members[c].front()]));
            } else {
                appendRuns(members[c], parts);
            }
        }
        return parts;
    }

    /// Topological; those that begin first in the graph's order come first where several may come next.
    template <class Quotient>
    std::vector<std::uint32_t> sortedComponents(
        const Quotient& quotient, const std::vector<std::uint32_t>& component,
        const std::vector<std::vector<std::uint32_t>>& members) const {
        // Items are numbered by where they begin, so the first member tells where its component does.
        std::vector<std::uint32_t> open(members.size());
        const auto eachEdge = [&](std::uint32_t c, auto f) {
            for (const std::uint32_t i : members[c]) {
                for (auto [e, end] = out_edges(i, quotient); e != end; ++e) {
                    const std::uint32_t to = component[target(*e, quotient)];
                    if (to != c) f(to);
                }
            }
        };
        for (std::uint32_t c = 0; c < members.size(); ++c)
            eachEdge(c, [&](std::uint32_t to) { ++open[to]; });
        FirstOut ready;
        for (std::uint32_t c = 0; c < members.size(); ++c) {
            if (open[c] == 0) ready.push(members[c].front());
        }
        std::vector<std::uint32_t> sorted;
        while (!ready.empty()) {
            const std::uint32_t c = component[ready.top()];
            ready.pop();
            sorted.push_back(c);
            eachEdge(c, [&](std::uint32_t to) {
                if (--open[to] == 0) ready.push(members[to].front());
            });
        }
        return sorted;
    }

    /// The vertices of one component's items, as runs.
    void appendRuns(const std::vector<std::uint32_t>& members, std::vector<Part>& parts) {
        const auto before = static_cast<std::ptrdiff_t>(parts.size());
        Vertices all;
        for (const std::uint32_t i : members)
            all.insert(all.end(), items_[i].vertices.begin(), items_[i].vertices.end());
        ++group_;
        for (const VertexId v : all)
            groupOf_[v] = group_;
        std::map<VertexId, std::vector<VertexId>> readers;
        std::map<VertexId, std::uint32_t> open;
        for (const VertexId v : all) {
            eachPredecessor(v, [&](VertexId u) {
                readers[u].push_back(v);
                ++open[v];
            });
        }
        // What may come next: positions, of each item and of all.
        std::map<std::uint32_t, FirstOut> ready;
        FirstOut anywhere;
        std::map<VertexId, bool> done;
        const auto add = [&](VertexId v) {
            ready[itemOf_[v]].push(graph_.position(v));
            anywhere.push(graph_.position(v));
        };
        for (const VertexId v : all) {
            if (open[v] == 0) add(v);
        }
        std::uint32_t current = noIndex;
        for (std::size_t taken = 0; taken < all.size(); ++taken) {
            while (done[graph_.order()[anywhere.top()]])
                anywhere.pop();
            const bool stays = current != noIndex && !ready[current].empty();
            const VertexId first = graph_.order()[anywhere.top()];
            if (!stays) {
                current = itemOf_[first];
                parts.push_back({items_[current].folder, {}});
            }
            const VertexId v = graph_.order()[ready[current].top()];
            ready[current].pop();
            done[v] = true;
            parts.back().vertices.push_back(v);
            for (const VertexId w : readers[v]) {
                if (--open[w] == 0) add(w);
            }
        }
        std::for_each(parts.begin() + before, parts.end(), [this](Part& part) {
            std::ranges::sort(part.vertices, {}, [this](VertexId v) { return graph_.position(v); });
        });
    }

    const Graph& graph_;
    const Folders& folders_;
    std::vector<Part> items_;
    std::vector<std::uint32_t> itemOf_, groupOf_;
    std::uint32_t group_ = 0;
};

}  // namespace

class ModuleTreeMaker {
  public:
    ModuleTreeMaker(const Graph& graph, ModuleTree& tree)
        : tree_(tree), folders_(graph), arranger_(graph, folders_) {
        Vertices all;
        for (const VertexId v : graph.order()) {
            if (!graph.fixed(v)) all.push_back(v);
        }
        tree_.innermost_.assign(graph.vertexCount(), noIndex);
        open(0, 0, {0, std::move(all)});
        while (!work_.empty()) {
            Work next = std::move(work_.back());
            work_.pop_back();
            if (next.closes) {
                ModuleTree::Module& module = tree_.modules_[next.module];
                module.last = position();
                module.end = tree_.size();
            } else if (next.part.folder == noIndex || next.part.vertices.size() == 1) {
                const VertexId v = next.part.vertices.front();
                tree_.innermost_[v] = next.module;
                tree_.order_.push_back(v);
            } else {
                open(next.module, next.number, std::move(next.part));
            }
        }
    }

  private:
    struct Work {
        std::uint32_t module;  ///< that it lies in, or that closes
        bool closes = false;
        std::uint32_t number = 0;  ///< of several parts of one folder
        Part part;
    };

    std::uint32_t position() const { return static_cast<std::uint32_t>(tree_.order_.size()); }

    /// Begins a module and puts its items onto the work, first one last.
    void open(std::uint32_t parent, std::uint32_t number, Part part) {
        const bool isRoot = tree_.modules_.empty();
        const std::uint32_t id = tree_.size();
        std::uint32_t folder = part.folder;
        std::vector<Part> items = arranger_.arrange(folder, part.vertices);
        while (items.size() == 1 && items.front().folder != noIndex && !isRoot) {
            folder = items.front().folder;
            items = arranger_.arrange(folder, part.vertices);
        }
        ModuleTree::Module module;
        module.path = folders_.path(0, folder);
        if (!isRoot) {
            module.name = folders_.path(folderOf_[parent], folder);
            module.level = tree_.modules_[parent].level + 1;
        }
        module.part = number;
        if (number > 0) module.name += " (" + std::to_string(number) + ")";
        module.parent = parent;
        module.first = position();
        tree_.levels_ = std::max(tree_.levels_, module.level);
        tree_.modules_.push_back(std::move(module));
        folderOf_.push_back(folder);

        std::map<std::uint32_t, std::uint32_t> partsOf, next;
        for (const Part& item : items) {
            if (item.folder != noIndex && item.vertices.size() > 1) ++partsOf[item.folder];
        }
        work_.push_back({id, true, 0, {}});
        const std::size_t bottom = work_.size();
        for (Part& item : items) {
            const bool several =
                item.folder != noIndex && item.vertices.size() > 1 && partsOf[item.folder] > 1;
            const std::uint32_t n = several ? ++next[item.folder] : 0;
            work_.push_back({id, false, n, std::move(item)});
        }
        std::reverse(work_.begin() + static_cast<std::ptrdiff_t>(bottom), work_.end());
    }

    ModuleTree& tree_;
    Folders folders_;
    Arranger arranger_;
    std::vector<std::uint32_t> folderOf_;  ///< of a module
    std::vector<Work> work_;
};

ModuleTree::ModuleTree(const Graph& graph) {
    ModuleTreeMaker(graph, *this);
}

std::vector<ModuleTree::Item> ModuleTree::items(std::uint32_t m) const {
    std::vector<Item> items;
    std::uint32_t inside = m + 1;
    for (std::uint32_t i = modules_[m].first; i < modules_[m].last;) {
        if (inside < modules_[m].end && modules_[inside].first == i) {
            items.push_back({noIndex, inside});
            i = modules_[inside].last;
            inside = modules_[inside].end;
        } else {
            items.push_back({order_[i++], noIndex});
        }
    }
    return items;
}

}  // namespace reforward
