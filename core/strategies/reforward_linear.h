// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace reforward {

/// What keeping costs and spares: bytes kept, and the forward time of the vertices kept (which is not spent
/// again). Fewer bytes are better, then more time spared.
struct KeptCost {
    std::int64_t bytes = 0;
    double timeSpared = 0;

    KeptCost& operator+=(const KeptCost& other) {
        bytes += other.bytes;
        timeSpared += other.timeSpared;
        return *this;
    }
    friend KeptCost operator+(KeptCost a, const KeptCost& b) { return a += b; }
    bool betterThan(const KeptCost& other) const {
        return bytes != other.bytes ? bytes < other.bytes : timeSpared > other.timeSpared;
    }
};

/// The linear solver of Feng & Huang (section 3): on a line of n vertices between two kept ends, which to
/// keep so that no run between neighbouring kept ones costs more than `limit`. Stations are the ends (0 and
/// n + 1) and the vertices (1 .. n). The accessibility graph has an edge i>j where what lies strictly between
/// i and j costs at most the limit; the shortest path by vertex weight is the answer. Since runs only get
/// cheaper as i moves towards j, the best i is a sliding minimum, and the edges need not be listed: O(n).
struct Line {
    struct Station {
        KeptCost kept;           ///< added to the path where it is kept
        std::int64_t bytes = 0;  ///< of the vertex in a run that passes it, 0 or more
        bool mustKeep = false;
    };
    struct Gap {
        std::int64_t bytes = 0;  ///< of what lies between two neighbouring stations, 0 or more
        KeptCost entered;        ///< where both stations are kept and the gap costs more than the limit
    };
    std::vector<Station> stations;  ///< n + 2, the ends included; what an end costs is not counted
    std::vector<Gap> gaps;          ///< n + 1: gap k lies between stations k and k + 1
};

/// Work space, to be used again.
class LinearSolver {
  public:
    /// The cost of the best path. `before[j]` becomes the station kept before j on the best path to j;
    /// `before` has room for n + 2. `nextLimit` is lowered to the least cost above the limit that makes
    /// another edge accessible, where that is less.
    KeptCost solve(const Line& line, std::int64_t limit, std::uint32_t* before, std::int64_t& nextLimit);

  private:
    std::vector<KeptCost> best_;
    std::vector<std::int64_t> start_;     // bytes from the first end to a station, the station left out
    std::vector<std::uint32_t> waiting_;  // candidates for the sliding minimum, the best first
};

}  // namespace reforward
