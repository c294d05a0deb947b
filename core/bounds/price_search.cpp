// SPDX-License-Identifier: Apache-2.0
//
// The price that proves most. Each choice of what to hold and what to run again at an instant is a pair
// (M, T) of held bytes and rerun time; every schedule within the budget has M <= left, so
//   T >= min over all pairs of (T + p M) - p left   for any price p >= 0.
// The right side is concave in p, a minimum of one line a pair, and the cut at p finds the lowest line. Take
// two pairs, one with M > left (its line rises with p) and one with M <= left (its line falls): the best p
// they allow is where they meet. If the cut there is no lower than their meeting point, nothing beats it;
// else it is a new pair that replaces one of the two (discrete Newton, as in Dinkelbach 1967). p is a
// fraction of differences of the pairs' integers, so every cut is exact.
#include "core/bounds/price_search.h"

#include <algorithm>
#include <numeric>

#include "core/bounds/wide.h"

namespace reforward {

namespace {

// The product of two 62-bit figures.
__extension__ using Wide = Wide;

struct Pair {
    std::int64_t bytes = 0, time = 0;
};

Pair pairOf(const InstantNetwork& network, const ScaledCosts& costs) {
    Pair pair;
    for (const ValueId x : network.values()) {
        if (network.holds(x)) pair.bytes += costs.bytes()[x];
    }
    for (const VertexId v : network.vertices()) {
        if (network.reruns(v)) pair.time += costs.times()[v];
    }
    return pair;
}

std::int64_t cutAt(InstantNetwork& network, const ScaledCosts& costs, Price price) {
    std::vector<std::int64_t> byteCost(costs.bytes()), timeCost(costs.times());
    for (std::int64_t& c : byteCost)
        c *= price.time;
    for (std::int64_t& c : timeCost)
        c *= price.bytes;
    return network.cut(byteCost, timeCost);
}

// At a price, where the cut's value is known.
std::int64_t proved(std::int64_t cut, std::int64_t left, Price price) {
    const Wide above = static_cast<Wide>(cut) - static_cast<Wide>(price.time) * left;
    if (above <= 0 || price.bytes == 0) return 0;
    return static_cast<std::int64_t>((above + price.bytes - 1) / price.bytes);
}

}  // namespace

InstantBound boundAtPrice(InstantNetwork& network, const ScaledCosts& costs, std::int64_t left, Price price) {
    return {false, proved(cutAt(network, costs, price), left, price), price};
}

InstantBound bestPrice(InstantNetwork& network, const ScaledCosts& costs, std::int64_t left,
                       const Control& control) {
    InstantBound best;
    if (left < 0) return {true, 0, {}};
    cutAt(network, costs, {0, 1});
    Pair many = pairOf(network, costs);
    if (many.bytes <= left) return best;
    cutAt(network, costs, {1, 0});
    Pair few = pairOf(network, costs);
    if (few.bytes > left) return {true, 0, {1, 0}};
    while (!control.shouldStop()) {
        Price price{few.time - many.time, many.bytes - few.bytes};
        if (price.time <= 0) break;
        const std::int64_t divisor = std::gcd(price.time, price.bytes);
        price.time /= divisor;
        price.bytes /= divisor;
        const std::int64_t cut = cutAt(network, costs, price);
        const std::int64_t time = proved(cut, left, price);
        if (time > best.time) best = {false, time, price};
        const std::int64_t meeting = price.time * many.bytes + price.bytes * many.time;
        // Beyond the meeting point there is nothing, and not before it where rounding up gives the same.
        if (cut >= meeting || best.time >= proved(meeting, left, price)) break;
        const Pair found = pairOf(network, costs);
        (found.bytes > left ? many : few) = found;
    }
    return best;
}

}  // namespace reforward
