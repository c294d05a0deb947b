// SPDX-License-Identifier: Apache-2.0
#include "core/base/format.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace reforward {

namespace {

constexpr double kib = 1024.0;
constexpr double mib = kib * 1024.0;
constexpr double gib = mib * 1024.0;

std::string decimals(double value, int digits) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

struct Scaled {
    double value;
    const char* unit;
};

// The limits are where rounding would print 1024 of the smaller unit.
Scaled scale(double bytes, int smallDigits) {
    const double half = 0.5 * std::pow(10.0, -smallDigits);
    const double size = std::abs(bytes);
    if (size >= gib - half * mib) return {bytes / gib, "GiB"};
    if (size >= mib - half * kib) return {bytes / mib, "MiB"};
    if (size >= kib) return {bytes / kib, "KiB"};
    return {bytes, "B"};
}

}  // namespace

std::string formatBytes(Bytes bytes) {
    const Scaled s = scale(static_cast<double>(bytes.count()), 1);
    const std::string unit = s.unit;
    return decimals(s.value, unit == "GiB" ? 2 : unit == "B" ? 0 : 1) + " " + unit;
}

std::string formatBytesShort(Bytes bytes) {
    const Scaled s = scale(static_cast<double>(bytes.count()), 0);
    const double size = std::abs(s.value);
    const bool whole = std::string(s.unit) == "B";
    const int digits = whole || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    return decimals(s.value, digits) + " " + s.unit;
}

std::string formatBytesExact(Bytes bytes) {
    return formatCount(bytes.count()) + " B";
}

std::string formatPercent(double ratio) {
    return decimals(ratio * 100.0, 1) + "%";
}

std::string formatSeconds(double seconds) {
    if (seconds < 0.995) return decimals(seconds, 2) + " s";
    if (seconds < 99.95) return decimals(seconds, 1) + " s";
    const auto whole = static_cast<long long>(std::llround(seconds));
    return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
}

std::string formatCost(double cost) {
    std::string text = decimals(cost, 3);
    while (text.back() == '0')
        text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string formatCount(long long count) {
    std::string digits = std::to_string(count);
    const std::size_t first = count < 0 ? 1 : 0;
    for (std::size_t i = digits.size(); i > first + 3;) {
        i -= 3;
        digits.insert(i, ",");
    }
    return digits;
}

}  // namespace reforward
