// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/bytes.h"

namespace reforward::cli {

/// "1734000000", "2GiB", "1.5GB", or "60%": floor(0.60 x baseline). Throws Error (usage) on anything else.
Bytes parseBudget(const std::string& text, Bytes baseline);

/// "1.94 GiB (60.0% of the baseline)".
std::string withShare(Bytes bytes, Bytes baseline);

}  // namespace reforward::cli
