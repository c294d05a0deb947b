// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace reforward {

/// JSON nested deeper than this is refused: later work on a value (printing it) recurses on its depth.
inline constexpr int jsonDepthLimit = 100;

/// Parses a whole file. Numbers that JSON does not know (NaN, Infinity, 1e999) come back as strings, so
/// that whoever wants a number there can refuse them by node and key. Throws Error (input) on all else.
nlohmann::json parseJson(const std::string& text);

/// The value a short text states, or nothing where it is not JSON, or nested too deeply.
std::optional<nlohmann::json> tryParseJson(const std::string& text);

/// How VertexSpec::extra holds a JSON value: a string as it is, unless it would then read as another
/// value ("5"); everything else as JSON. jsonOfExtra() is the way back.
std::string extraOfJson(const nlohmann::json& value);
nlohmann::json jsonOfExtra(const std::string& text);

}  // namespace reforward
