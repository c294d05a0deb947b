// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

namespace reforward {

/// The keys of one JSON object with the checks of formats.md section 1: each reader throws Error (input)
/// that names the node and the key. Remembers which keys were asked for; the others are `extra`.
class NodeFields {
  public:
    NodeFields(const nlohmann::json& object, std::string node) : object_(object), node_(std::move(node)) {}

    /// The first of these keys that is there, or null. A JSON null counts as absent.
    const nlohmann::json* find(std::initializer_list<const char*> keys);

    std::optional<std::string> text(const char* key);
    std::optional<bool> flag(const char* key);
    /// A whole number from 0 to 2^63 - 1; integral doubles are taken.
    std::optional<std::int64_t> count(std::initializer_list<const char*> keys);
    /// A finite number, not negative.
    std::optional<double> cost(std::initializer_list<const char*> keys);

    /// Keys that nobody asked for.
    std::vector<std::pair<std::string, std::string>> extra() const;

    /// Fails for the key that find() returned last.
    [[noreturn]] void refuse(const nlohmann::json& value, const std::string& why) const;
    const std::string& lastKey() const { return lastKey_; }

  private:
    const nlohmann::json& object_;
    std::string node_, lastKey_;
    std::set<std::string, std::less<>> asked_;
};

/// An id as text; nothing where the value is neither string nor integer.
std::optional<std::string> idOfJson(const nlohmann::json& value);
/// A whole number from 0 to 2^63 - 1, or nothing.
std::optional<std::int64_t> wholeNumber(const nlohmann::json& value);

}  // namespace reforward
