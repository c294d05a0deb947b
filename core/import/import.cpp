// SPDX-License-Identifier: Apache-2.0
#include "core/import/import.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "core/base/error.h"
#include "core/import/model_source.h"

namespace reforward {

namespace {

constexpr std::size_t sniffed = 4096;

// The beginning of the file without byte order mark and white space.
std::string_view beginning(const std::string& text) {
    std::string_view view = std::string_view(text).substr(0, sniffed);
    if (view.starts_with("\xEF\xBB\xBF")) view.remove_prefix(3);
    while (!view.empty() && std::isspace(static_cast<unsigned char>(view.front())) != 0)
        view.remove_prefix(1);
    return view;
}

bool looksLikeJson(const std::string& text) {
    const auto view = beginning(text);
    return view.starts_with('{') || view.starts_with('[');
}

bool looksLikeGraphMl(const std::string& text) {
    const auto view = beginning(text);
    return view.starts_with('<') && view.find("<graphml") != std::string_view::npos;
}

std::string_view afterComments(std::string_view view) {
    for (;;) {
        while (!view.empty() && std::isspace(static_cast<unsigned char>(view.front())) != 0)
            view.remove_prefix(1);
        std::string_view close;
        if (view.starts_with("/*")) close = "*/";
        if (view.starts_with("//") || view.starts_with('#')) close = "\n";
        if (close.empty()) return view;
        const std::size_t end = view.find(close);
        if (end == std::string_view::npos) return {};
        view.remove_prefix(end + close.size());
    }
}

bool looksLikeDot(const std::string& text) {
    const auto view = afterComments(beginning(text));
    std::string word;
    for (const char c : view.substr(0, 8)) {
        if (std::isalpha(static_cast<unsigned char>(c)) == 0) break;
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return word == "digraph" || word == "graph" || word == "strict";
}

// An ONNX file is a protobuf message whose first field is nearly always ir_version, a number: tag 0x08.
bool looksLikeOnnx(const std::string& text) {
    return text.size() > 1 && text[0] == '\x08';
}

}  // namespace

const std::vector<ImportFormat>& importFormats() {
    static const std::vector<ImportFormat> formats{
        {"node-link JSON", {".json"}, looksLikeJson, openNodeLinkJson},
        {"GraphML", {".graphml", ".xml"}, looksLikeGraphMl, openGraphMl},
        {"DOT", {".dot", ".gv"}, looksLikeDot, openDot},
        {"ONNX", {".onnx"}, looksLikeOnnx, openOnnx},
    };
    return formats;
}

const ImportFormat* formatOf(const std::string& path, const std::string& text) {
    const auto& formats = importFormats();
    for (const ImportFormat& format : formats) {
        if (format.looksLike(text)) return &format;
    }
    std::string suffix = std::filesystem::path(path).extension().string();
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const ImportFormat& format : formats) {
        if (std::find(format.suffixes.begin(), format.suffixes.end(), suffix) != format.suffixes.end()) {
            return &format;
        }
    }
    return nullptr;
}

std::shared_ptr<const Graph> importGraph(const std::string& path, const ImportOptions& options,
                                         const Control& control) {
    return ModelSource::open(path, control)->graph(options, control);
}

namespace {

Graph readOnce(const ImportFormat& format, const std::string& path, const std::string& text,
               const ImportOptions& options, const Control& control) {
    try {
        return *format.open(path, text, control)->graph(options, control);
    } catch (const Error& e) {
        throw e.inFile(path);
    }
}

}  // namespace

Graph readNodeLinkJson(const std::string& path, const std::string& text, const ImportOptions& options,
                       const Control& control) {
    return readOnce(importFormats()[0], path, text, options, control);
}
Graph readGraphMl(const std::string& path, const std::string& text, const ImportOptions& options,
                  const Control& control) {
    return readOnce(importFormats()[1], path, text, options, control);
}
Graph readDot(const std::string& path, const std::string& text, const ImportOptions& options,
              const Control& control) {
    return readOnce(importFormats()[2], path, text, options, control);
}
Graph readOnnx(const std::string& path, const std::string& text, const ImportOptions& options,
               const Control& control) {
    return readOnce(importFormats()[3], path, text, options, control);
}

}  // namespace reforward
