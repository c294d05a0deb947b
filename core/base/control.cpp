// SPDX-License-Identifier: Apache-2.0
#include "core/base/control.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"

namespace reforward {

Control Control::withTimeLimit(double seconds) const {
    Control limited = *this;
    if (!(seconds < 1e9)) return limited;  // also keeps an infinite limit from overflowing the clock
    const auto then = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(std::max(0.0, seconds)));
    limited.deadline_ = deadline_ ? std::min(*deadline_, then) : then;
    return limited;
}

double Control::secondsLeft() const {
    if (!deadline_) return std::numeric_limits<double>::infinity();
    return std::max(0.0, std::chrono::duration<double>(*deadline_ - Clock::now()).count());
}

void Control::throwIfCancelled() const {
    if (cancelled()) throw Error(ErrorKind::interrupted, "stopped before a result was found");
}

}  // namespace reforward
