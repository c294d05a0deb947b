// SPDX-License-Identifier: Apache-2.0
#include "core/import/json_text.h"

#include <cmath>
#include <cstdlib>

#include "core/base/error.h"

namespace reforward {

using nlohmann::json;

namespace {

struct TooDeep {};

// Depth is looked at before parsing: the library's own callback makes long lists take quadratic time.
bool isTooDeep(const std::string& text) {
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\') ++i;
            if (c == '"') inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '[' || c == '{') {
            if (++depth > jsonDepthLimit) return true;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

json parseWithLimit(const std::string& text) {
    if (isTooDeep(text)) throw TooDeep{};
    return json::parse(text);
}

bool isNumberCharacter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' ||
           c == '-' || c == '.';
}

bool isNotFinite(const std::string& token) {
    const std::string unsignedToken = token.front() == '-' ? token.substr(1) : token;
    if (unsignedToken == "NaN" || unsignedToken == "Infinity") return true;
    if (unsignedToken.empty() || unsignedToken.front() < '0' || unsignedToken.front() > '9') return false;
    char* end = nullptr;
    const double value = std::strtod(token.c_str(), &end);
    return *end == '\0' && !std::isfinite(value);
}

// Python writes NaN and Infinity without quotes; with quotes they reach the check of their key.
std::string quoteNotFinite(const std::string& text) {
    std::string quoted;
    quoted.reserve(text.size());
    bool inString = false;
    for (std::size_t i = 0; i < text.size();) {
        if (inString || !isNumberCharacter(text[i])) {
            if (inString && text[i] == '\\' && i + 1 < text.size())
                quoted += text[i++];
            else if (text[i] == '"')
                inString = !inString;
            quoted += text[i++];
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && isNumberCharacter(text[end]))
            ++end;
        const std::string token = text.substr(i, end - i);
        quoted += isNotFinite(token) ? '"' + token + '"' : token;
        i = end;
    }
    return quoted;
}

// The library's message without its own name and number.
std::string shortMessage(const json::exception& e) {
    std::string message = e.what();
    const std::size_t bracket = message.find("] ");
    if (bracket != std::string::npos) message.erase(0, bracket + 2);
    return message;
}

}  // namespace

json parseJson(const std::string& text) {
    try {
        try {
            return parseWithLimit(text);
        } catch (const json::exception&) {
            const std::string quoted = quoteNotFinite(text);
            if (quoted == text) throw;
            return parseWithLimit(quoted);
        }
    } catch (const TooDeep&) {
        throw Error(ErrorKind::input,
                    "it is nested more than " + std::to_string(jsonDepthLimit) + " levels deep");
    } catch (const json::exception& e) {
        throw Error(ErrorKind::input, "it is not valid JSON: " + shortMessage(e));
    }
}

std::optional<json> tryParseJson(const std::string& text) {
    try {
        return parseWithLimit(text);
    } catch (const TooDeep&) {
    } catch (const json::exception&) {
    }
    return std::nullopt;
}

std::string extraOfJson(const json& value) {
    if (!value.is_string()) return value.dump();
    const auto& text = value.get_ref<const std::string&>();
    return json::accept(text) ? value.dump() : text;
}

json jsonOfExtra(const std::string& text) {
    if (auto value = tryParseJson(text)) return *std::move(value);
    return text;
}

}  // namespace reforward
