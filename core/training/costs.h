// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/training/operator_table.h"

namespace reforward {

/// Peak figures of a device as its maker states them, single precision.
struct Device {
    std::string_view name;
    double flopsPerSecond;
    double bytesPerSecond;
};
const std::vector<Device>& devices();  ///< the first is the default

struct OperatorTime {
    double forward = 1, backward = 2;
};

/// A cost model by its name on the command line.
///  "paper": 10 for convolutions, 1 for everything else, backward twice that ([K]).
///  "flops", "flops:DEVICE": roofline, in microseconds: the longer of the arithmetic at the device's peak
///  and the traffic (each input and output once) at its bandwidth; backward by the operator's factor.
class CostModel {
  public:
    /// Throws Error (usage) for a name that is none of these.
    explicit CostModel(std::string_view name);

    /// Operators without a row are charged as if they read their inputs and wrote their outputs.
    OperatorTime time(const OperatorUse& use) const;

  private:
    const Device* device_ = nullptr;  ///< nothing: paper
};

/// Floating-point operations of one forward run; 0 where a shape is unknown.
double forwardFlops(const OperatorUse& use);

}  // namespace reforward
