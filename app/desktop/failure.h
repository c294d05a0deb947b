// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include "core/base/error.h"

namespace reforward {

/// What a job threw, as the one exception that people see: Error as it is, want of memory as `input`,
/// anything else as a failed check (a fault of ours).
Error toError(const std::exception_ptr& thrown);

}  // namespace reforward
