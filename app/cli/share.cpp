// SPDX-License-Identifier: Apache-2.0
#include "app/cli/budget.h"

#include <charconv>

#include "core/base/error.h"
#include "core/base/format.h"

namespace reforward::cli {

Bytes parseBudget(const std::string& text, Bytes baseline) {
    if (text.empty() || text.back() != '%') return parseBytes(text);
    double percent = 0;
    const char* const last = text.data() + text.size() - 1;
    const auto [end, error] = std::from_chars(text.data(), last, percent);
    constexpr double mostPercent = 1e6;  // beyond that it is a slip of the keyboard
    if (error != std::errc{} || end != last || !(percent >= 0 && percent <= mostPercent)) {
        throw Error(ErrorKind::usage, "'" + text + "' is not a share of the baseline peak; write it as 60%");
    }
    return baseline.share(percent / 100);
}

std::string withShare(Bytes bytes, Bytes baseline) {
    std::string text = formatBytes(bytes);
    if (baseline > Bytes()) {
        const double share = static_cast<double>(bytes.count()) / static_cast<double>(baseline.count());
        text += " (" + formatPercent(share) + " of the baseline)";
    }
    return text;
}

}  // namespace reforward::cli
