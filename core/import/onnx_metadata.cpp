// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_metadata.h"

#include <google/protobuf/unknown_field_set.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "core/import/utf8.h"

namespace reforward {

namespace {

// Fields that the schema library does not know yet: NodeProto.metadata_props, a list of key and value.
constexpr int metadataField = 9, keyField = 1, valueField = 2;
constexpr std::size_t longestMetadata = 1 << 16;

std::optional<std::string> metadata(const onnx::NodeProto& node, std::string_view key) {
    const auto& unknown = node.unknown_fields();
    for (int i = 0; i < unknown.field_count(); ++i) {
        const auto& field = unknown.field(i);
        if (field.number() != metadataField ||
            field.type() != google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
            continue;
        google::protobuf::UnknownFieldSet entry;
        if (!entry.ParseFromString(field.length_delimited())) continue;
        std::string name, value;
        for (int k = 0; k < entry.field_count(); ++k) {
            const auto& part = entry.field(k);
            if (part.type() != google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED) continue;
            if (part.number() == keyField) name = part.length_delimited();
            if (part.number() == valueField) value = part.length_delimited();
        }
        if (name == key && value.size() <= longestMetadata) return validUtf8(value);
    }
    return std::nullopt;
}

// The strings of a list as Python writes it: ['', 'layer1', 'layer1.0', 'conv2d'].
std::vector<std::string> listed(std::string_view text) {
    std::vector<std::string> strings;
    std::size_t at = 0;
    while ((at = text.find_first_of("'\"", at)) != std::string_view::npos) {
        const std::size_t end = text.find(text[at], at + 1);
        if (end == std::string_view::npos) break;
        strings.emplace_back(text.substr(at + 1, end - at - 1));
        at = end + 1;
    }
    return strings;
}

// The names of "name: class/name: class/...".
std::vector<std::string> namesOf(std::string_view text) {
    std::vector<std::string> names;
    for (;;) {
        const std::size_t slash = text.find('/');
        const std::string_view level = text.substr(0, slash);
        names.emplace_back(level.substr(0, level.find(':')));
        if (slash == std::string_view::npos) return names;
        text.remove_prefix(slash + 1);
    }
}

}  // namespace

std::string moduleInMetadata(const onnx::NodeProto& node) {
    if (node.unknown_fields().empty()) return {};
    std::vector<std::string> names;
    if (const auto scopes = metadata(node, "pkg.torch.onnx.name_scopes")) {
        names = listed(*scopes);
    } else if (const auto levels = metadata(node, "namespace")) {
        names = namesOf(*levels);
    }
    // The last is the operator itself; each level before repeats the path above it.
    if (names.size() < 2) return {};
    std::string path = names[names.size() - 2];
    std::replace(path.begin(), path.end(), '.', '/');
    return path;
}

}  // namespace reforward
