// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "core/base/control.h"

namespace reforward {

/// Runs make(k) for k = 0 .. count-1 on the cores there are (at most `threads`, 0: all) and then, on the
/// calling thread and in the order of k, take(k). make must be thread safe and leave its result where take
/// finds it. Stops early when the control should stop: take is then called for a prefix only. The first
/// exception of make or take ends the work and is thrown again.
void inOrder(std::size_t count, unsigned threads, const Control& control,
             const std::function<void(std::size_t)>& make, const std::function<void(std::size_t)>& take);

}  // namespace reforward
