// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace reforward {

/// How live memory is counted as a schedule is replayed.
/// `step`: the step model (formats.md section 2); the seeds and the fixed values count, gradients add in
/// place. `pytorch`: the order of events of a framework with automatic differentiation. A backward allocates
/// the gradients of its inputs, then drops its incoming one, then the schedule frees what it read; several
/// gradients of one tensor are summed into a new buffer, old, new and sum together for a moment; what only
/// hands its gradient on (an addition, a view) allocates nothing; the network's outputs stay to the end. The
/// network's inputs, its parameters and their gradients and the seeds of the loss are not counted.
enum class Accounting : std::uint8_t { step, pytorch };

/// "step", "pytorch": in the command line and in plan files.
std::string_view accountingName(Accounting accounting);
/// Throws Error (usage) for another name.
Accounting parseAccounting(std::string_view name);

}  // namespace reforward
