// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.h"

#include <array>
#include <charconv>
#include <cmath>

#include "core/base/error.h"

namespace reforward {

void Bytes::overflow() {
    throw Error(ErrorKind::input, "a sum of bytes passes 2^63 - 1");
}

Bytes Bytes::share(double share) const {
    const long double product = static_cast<long double>(count_) * static_cast<long double>(share);
    if (!(product >= 0) || product >= 9223372036854775807.0L) overflow();
    // A decimal share such as 0.29 is a double a little off: 0.29 x 100 must be 29, not 28.
    const long double nearest = std::round(product);
    if (std::abs(product - nearest) <= 1e-12L * product) return Bytes(static_cast<std::int64_t>(nearest));
    return Bytes(static_cast<std::int64_t>(std::floor(product)));
}

Bytes parseBytes(std::string_view text) {
    struct Unit {
        std::string_view name;
        double factor;
    };
    static constexpr std::array<Unit, 10> units{{{"", 1},
                                                 {"B", 1},
                                                 {"KiB", 1024.0},
                                                 {"MiB", 1048576.0},
                                                 {"GiB", 1073741824.0},
                                                 {"TiB", 1099511627776.0},
                                                 {"kB", 1e3},
                                                 {"MB", 1e6},
                                                 {"GB", 1e9},
                                                 {"TB", 1e12}}};
    const auto fail = [&](const char* why) -> Bytes {
        throw Error(ErrorKind::usage,
                    Error::Context{{},
                                   {},
                                   "'" + std::string(text) + "' is not a number of bytes: " + why,
                                   "write it as 1734000000, 2GiB or 1.5GB"});
    };
    std::int64_t whole = 0;
    const char* const end = text.data() + text.size();
    if (auto [rest, error] = std::from_chars(text.data(), end, whole); error == std::errc{} && rest == end) {
        return whole < 0 ? fail("it is negative") : Bytes(whole);
    }
    double amount = 0;
    const auto [rest, error] = std::from_chars(text.data(), end, amount);
    if (error != std::errc{} || !std::isfinite(amount)) return fail("no number in front");
    if (amount < 0) return fail("it is negative");
    std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    while (!unit.empty() && unit.front() == ' ')
        unit.remove_prefix(1);
    for (const Unit& u : units) {
        if (u.name != unit) continue;
        const double bytes = amount * u.factor;
        if (bytes >= 9223372036854775807.0) return fail("it is too large");
        return Bytes(static_cast<std::int64_t>(bytes));
    }
    return fail("unknown unit");
}

}  // namespace reforward
