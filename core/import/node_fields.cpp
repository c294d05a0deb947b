// SPDX-License-Identifier: Apache-2.0
#include "core/import/node_fields.h"

#include <cmath>

#include "core/base/error.h"
#include "core/import/json_text.h"

namespace reforward {

using nlohmann::json;

namespace {

std::string shortValue(const json& value) {
    constexpr std::size_t shown = 40;
    std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (text.size() > shown) text = text.substr(0, shown) + "...";
    return text;
}

}  // namespace

std::optional<std::string> idOfJson(const json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_integer()) return value.dump();
    return std::nullopt;
}

std::optional<std::int64_t> wholeNumber(const json& value) {
    if (value.is_number_unsigned()) {
        const auto n = value.get<std::uint64_t>();
        if (n > INT64_MAX) return std::nullopt;
        return static_cast<std::int64_t>(n);
    }
    if (value.is_number_integer()) {
        const auto n = value.get<std::int64_t>();
        if (n < 0) return std::nullopt;
        return n;
    }
    if (!value.is_number_float()) return std::nullopt;
    const auto n = value.get<double>();
    constexpr double limit = 9223372036854775808.0;  // 2^63
    if (!(n >= 0) || n >= limit || n != std::floor(n)) return std::nullopt;
    return static_cast<std::int64_t>(n);
}

const json* NodeFields::find(std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
        const auto found = object_.find(key);
        if (found == object_.end()) continue;
        asked_.insert(key);
        lastKey_ = key;
        return found->is_null() ? nullptr : &*found;
    }
    return nullptr;
}

void NodeFields::refuse(const json& value, const std::string& why) const {
    throwInput(node_, lastKey_ + " is " + shortValue(value) + "; " + why);
}

std::optional<std::string> NodeFields::text(const char* key) {
    const json* value = find({key});
    if (value == nullptr) return std::nullopt;
    if (auto text = idOfJson(*value)) return text;
    refuse(*value, "it must be a text");
}

std::optional<bool> NodeFields::flag(const char* key) {
    const json* value = find({key});
    if (value == nullptr) return std::nullopt;
    if (value->is_boolean()) return value->get<bool>();
    if (value->is_number_integer() && (*value == 0 || *value == 1)) return *value == 1;
    refuse(*value, "it must be true or false");
}

std::optional<std::int64_t> NodeFields::count(std::initializer_list<const char*> keys) {
    const json* value = find(keys);
    if (value == nullptr) return std::nullopt;
    if (const auto n = wholeNumber(*value)) return n;
    refuse(*value, value->is_number() && value->get<double>() < 0
                       ? "it must not be negative"
                       : "it must be a whole number from 0 to 2^63 - 1");
}

std::optional<double> NodeFields::cost(std::initializer_list<const char*> keys) {
    const json* value = find(keys);
    if (value == nullptr) return std::nullopt;
    if (!value->is_number()) refuse(*value, "it must be a finite number");
    const auto n = value->get<double>();
    if (!std::isfinite(n)) refuse(*value, "it must be a finite number");
    if (n < 0) refuse(*value, "it must not be negative");
    return n;
}

std::vector<std::pair<std::string, std::string>> NodeFields::extra() const {
    std::vector<std::pair<std::string, std::string>> others;
    for (const auto& [key, value] : object_.items()) {
        if (!asked_.contains(key)) others.emplace_back(key, extraOfJson(value));
    }
    return others;
}

}  // namespace reforward
