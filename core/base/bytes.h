// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace reforward {

/// A number of bytes, or a difference of two such numbers. Range: that of a signed 64-bit integer.
/// Sums and products are checked: leaving the range throws Error (kind input).
class Bytes {
  public:
    constexpr Bytes() = default;
    constexpr explicit Bytes(std::int64_t count) : count_(count) {}

    constexpr std::int64_t count() const { return count_; }
    static constexpr Bytes max() { return Bytes(INT64_MAX); }

    friend constexpr auto operator<=>(Bytes, Bytes) = default;
    friend constexpr Bytes operator+(Bytes a, Bytes b) {
        std::int64_t sum = 0;
        if (__builtin_add_overflow(a.count_, b.count_, &sum)) overflow();
        return Bytes(sum);
    }
    friend constexpr Bytes operator-(Bytes a, Bytes b) {
        std::int64_t difference = 0;
        if (__builtin_sub_overflow(a.count_, b.count_, &difference)) overflow();
        return Bytes(difference);
    }
    friend constexpr Bytes operator*(Bytes a, std::int64_t factor) {
        std::int64_t product = 0;
        if (__builtin_mul_overflow(a.count_, factor, &product)) overflow();
        return Bytes(product);
    }
    constexpr Bytes& operator+=(Bytes other) { return *this = *this + other; }
    constexpr Bytes& operator-=(Bytes other) { return *this = *this - other; }

    /// floor(share x this), for 0 <= share; exact where a double's product would round up.
    Bytes share(double share) const;

  private:
    [[noreturn]] static void overflow();

    std::int64_t count_ = 0;
};

/// "1734000000", "2GiB", "1.5 GB": KiB MiB GiB TiB are powers of 1024, kB MB GB TB powers of 1000.
/// Throws Error (kind usage) on anything else, on a negative amount and on overflow.
Bytes parseBytes(std::string_view text);

}  // namespace reforward
