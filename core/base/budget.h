// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/bytes.h"

namespace reforward {

/// A budget as people write it: bytes ("1734000000"), with a unit ("2GiB", "1.5 GB"), or a share of the
/// baseline peak ("60%", which is floor(0.60 x baseline)). Spaces around it and before the unit are allowed.
/// Throws Error (usage) on anything else, on a negative amount and on overflow.
Bytes parseBudget(const std::string& text, Bytes baseline);

}  // namespace reforward
