// SPDX-License-Identifier: Apache-2.0
#include "core/training/modules.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace reforward {

namespace {

std::string joined(const std::vector<std::string>& parts) {
    std::string path;
    for (const std::string& part : parts)
        path += (path.empty() ? "" : "/") + part;
    return path;
}

std::vector<std::string> split(std::string_view text, std::string_view separator) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        if (const auto part = text.substr(0, at); !part.empty()) parts.emplace_back(part);
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + separator.size());
    }
}

// The path before a name's last part.
std::string pathBefore(std::string_view name, std::string_view separator) {
    auto parts = split(name, separator);
    if (!parts.empty()) parts.pop_back();
    return joined(parts);
}

// No program nests deeper; a longer path keeps its first levels.
constexpr std::size_t mostLevels = 32;

// The parts of a module's path: '.' splits as well.
std::vector<std::string> levelsOf(std::string module) {
    std::replace(module.begin(), module.end(), '.', '/');
    auto parts = split(module, "/");
    if (parts.size() > mostLevels) parts.resize(mostLevels);
    return parts;
}

// Neighbours in the file are mostly of one module where modules are what the names tell; where they tell
// operators, each node is of another than the one before.
bool hangTogether(const std::vector<std::string>& modules) {
    std::unordered_set<std::string_view> distinct;
    std::size_t runs = 0;
    const std::string* previous = nullptr;
    for (const std::string& module : modules) {
        if (module.empty()) continue;
        distinct.insert(module);
        if (!previous || *previous != module) ++runs;
        previous = &module;
    }
    return distinct.size() > 1 && 2 * runs <= 3 * distinct.size() + 4;
}

std::size_t withSeparator(const Model& model, std::string_view separator) {
    return static_cast<std::size_t>(
        std::count_if(model.nodes.begin(), model.nodes.end(),
                      [&](const ModelNode& node) { return node.name.find(separator) != std::string::npos; }));
}

}  // namespace

std::string moduleOf(std::string_view nodeName) {
    std::string module;
    std::string_view parent;
    for (;;) {
        const std::size_t slash = nodeName.find('/');
        if (slash == std::string_view::npos) return module;
        std::string_view part = nodeName.substr(0, slash);
        nodeName.remove_prefix(slash + 1);
        if (const std::size_t open = part.find('['); open != std::string_view::npos && part.ends_with(']'))
            part = part.substr(open + 1, part.size() - open - 2);
        if (part.empty()) continue;
        const bool repeats = !parent.empty() && part.size() > parent.size() + 1 && part.starts_with(parent) &&
                             part[parent.size()] == '.';
        if (!module.empty()) module += '/';
        module += repeats ? part.substr(parent.size() + 1) : part;
        parent = part;
    }
}

std::string moduleLeaf(std::string_view module) {
    std::string leaf;
    while (!module.empty()) {
        const std::size_t split = module.find_last_of("/.");
        const std::string_view part = split == std::string_view::npos ? module : module.substr(split + 1);
        leaf = std::string(part) + (leaf.empty() ? "" : ".") + leaf;
        const bool number =
            std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (!number || split == std::string_view::npos) break;
        module = module.substr(0, split);
    }
    return leaf;
}

std::vector<std::string> modulesOf(const Model& model) {
    std::vector<std::string> modules;
    modules.reserve(model.nodes.size());
    const bool scoped = std::any_of(model.nodes.begin(), model.nodes.end(),
                                    [](const ModelNode& node) { return !node.scope.empty(); });
    if (scoped) {
        for (const ModelNode& node : model.nodes)
            modules.push_back(node.scope);
        return modules;
    }
    if (withSeparator(model, "/") > 0) {
        for (const ModelNode& node : model.nodes)
            modules.push_back(moduleOf(node.name));
        return modules;
    }
    for (const std::string_view separator : {"::", "."}) {
        if (2 * withSeparator(model, separator) < model.nodes.size()) continue;
        for (const ModelNode& node : model.nodes)
            modules.push_back(pathBefore(node.name, separator));
        if (hangTogether(modules)) return modules;
        modules.clear();
    }
    modules.assign(model.nodes.size(), "");
    return modules;
}

void dropIdleLevels(std::vector<std::string>& modules) {
    struct Level {
        std::unordered_set<std::string> children;
        bool vertices = false;
    };
    for (std::string& module : modules)
        module = joined(levelsOf(module));
    std::map<std::string, Level, std::less<>> tree;
    for (const std::string& module : modules) {
        if (module.empty()) continue;
        std::string path, parent;
        for (const std::string& part : split(module, "/")) {
            path += (path.empty() ? "" : "/") + part;
            if (!parent.empty()) tree[parent].children.insert(part);
            parent = path;
            tree[path];
        }
        tree[path].vertices = true;
    }
    const auto isRoot = [&](const std::string& first) {
        return std::all_of(modules.begin(), modules.end(), [&](const std::string& module) {
            return module.empty() || (module.starts_with(first) && module[first.size()] == '/');
        });
    };
    for (std::string& module : modules) {
        if (module.empty()) continue;
        std::vector<std::string> kept;
        std::string path;
        bool idle = false;  // the level above holds only this one
        for (const std::string& part : split(module, "/")) {
            path += (path.empty() ? "" : "/") + part;
            if (!idle) kept.push_back(part);
            const Level& level = tree.find(path)->second;
            idle = !level.vertices && level.children.size() == 1;
        }
        module = joined(kept);
    }
    // A root of all says nothing.
    const auto named = std::find_if(modules.begin(), modules.end(), [](const auto& m) { return !m.empty(); });
    if (named == modules.end()) return;
    const std::string first = named->substr(0, named->find('/'));
    if (first.size() == named->size() || !isRoot(first)) return;
    for (std::string& module : modules) {
        if (!module.empty()) module.erase(0, first.size() + 1);
    }
}

}  // namespace reforward
