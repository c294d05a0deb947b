// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/training/devices.h"
#include "core/training/operator_table.h"
#include "core/training/precision.h"

namespace reforward {

struct OperatorTime {
    double forward = 1, backward = 2;
};

/// A cost model by its name on the command line.
///  "paper": 10 for convolutions, 1 for everything else, backward twice that ([K]).
///  "flops", "flops:DEVICE": roofline (Williams, Waterman, Patterson 2009), in microseconds: the longer of
///  the arithmetic at the device's peak and the traffic at its bandwidth.
///   - Forward traffic: each input read once, each output and each value made for the backward written once.
///   - Convolutions, matrix products and recurrent layers run at the rate of the type of their output; their
///     backward is two such products, one for each factor's gradient.
///   - All others run at the float32 rate. Their backward has the table's multiple of the forward's
///     arithmetic; it reads the outputs' gradients and the saved values, and writes the inputs' gradients.
class CostModel {
  public:
    /// Throws Error (usage) for a name that is none of these.
    explicit CostModel(std::string_view name, Precision precision = Precision::declared);

    /// Operators without a row are charged as if they read their inputs and wrote their outputs, twice that
    /// in the backward.
    OperatorTime time(const OperatorUse& use) const;
    /// GraphNotes::timeUnit.
    std::string_view unit() const { return device_ ? "us" : ""; }

  private:
    double rate(const OperatorUse& use) const;
    double seconds(double flops, double rate, double bytes) const;

    const Device* device_ = nullptr;  ///< nothing: paper
    bool tf32_ = false;
};

/// Floating-point operations of one forward run; 0 where a shape is unknown.
double forwardFlops(const OperatorUse& use);

}  // namespace reforward
