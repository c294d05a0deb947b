// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/scaled_costs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace reforward {

namespace {

constexpr std::int64_t mostTimeUnits = std::int64_t(1) << 30;
constexpr std::int64_t mostProduct = std::int64_t(1) << 60;

// The largest unit that all times are whole multiples of, or 0 where their total is too many of it.
// Doubles are fractions with a power of two below: each is multiplied until it is an integer, exactly.
double commonUnit(const Graph& graph) {
    int shift = 0;
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (graph.fixed(v) || graph.time(v) == 0) continue;
        while (shift < 60 && std::ldexp(graph.time(v), shift) != std::floor(std::ldexp(graph.time(v), shift)))
            ++shift;
    }
    std::int64_t unit = 0;
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (graph.fixed(v)) continue;
        const double scaled = std::ldexp(graph.time(v), shift);
        if (!(scaled < 0x1p53)) return 0;
        unit = std::gcd(unit, static_cast<std::int64_t>(scaled));
    }
    return std::ldexp(static_cast<double>(unit), -shift);
}

}  // namespace

ScaledCosts::ScaledCosts(const Graph& graph) : bytes_(graph.valueCount()), times_(graph.vertexCount()) {
    const double total = graph.forwardTime();
    timeUnit_ = commonUnit(graph);
    const bool exact = timeUnit_ > 0 && total / timeUnit_ <= static_cast<double>(mostTimeUnits);
    if (!exact && total > 0) timeUnit_ = std::ldexp(1, std::ilogb(total) - 28);
    if (timeUnit_ <= 0) timeUnit_ = 1;
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (graph.fixed(v)) continue;
        times_[v] = static_cast<std::int64_t>(std::floor(graph.time(v) / timeUnit_));
        totalTime_ += times_[v];
    }

    std::int64_t common = 0;
    for (ValueId x = 0; x < graph.valueCount(); ++x) {
        if (!graph.fixed(graph.producer(x))) common = std::gcd(common, graph.bytes(x).count());
    }
    byteUnit_ = std::max<std::int64_t>(common, 1);
    const std::int64_t mostByteUnits = mostProduct / std::max<std::int64_t>(totalTime_, 1);
    while (graph.valueBytes().count() / byteUnit_ >= mostByteUnits)
        byteUnit_ *= 2;
    for (ValueId x = 0; x < graph.valueCount(); ++x) {
        if (!graph.fixed(graph.producer(x))) bytes_[x] = graph.bytes(x).count() / byteUnit_;
    }
}

double ScaledCosts::time(std::int64_t units) const {
    const double product = static_cast<double>(units) * timeUnit_;
    const double lost = std::fma(static_cast<double>(units), timeUnit_, -product);
    return lost < 0 ? std::nextafter(product, 0) : product;
}

}  // namespace reforward
