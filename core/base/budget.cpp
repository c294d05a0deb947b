// SPDX-License-Identifier: Apache-2.0
#include "core/base/budget.h"

#include <charconv>

#include "core/base/error.h"

namespace reforward {

namespace {

constexpr double mostPercent = 1e6;  // beyond that it is a slip of the keyboard

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

}  // namespace

Bytes parseBudget(const std::string& text, Bytes baseline) {
    std::string_view view = trimmed(text);
    if (view.empty() || view.back() != '%') return parseBytes(view);
    view = trimmed(view.substr(0, view.size() - 1));
    double percent = 0;
    const char* const last = view.data() + view.size();
    const auto [end, fault] = std::from_chars(view.data(), last, percent);
    if (fault != std::errc() || end != last || !(percent >= 0 && percent <= mostPercent)) {
        throw Error(ErrorKind::usage, "'" + text + "' is not a share of the baseline peak; write it as 60%");
    }
    return baseline.share(percent / 100);
}

}  // namespace reforward
