// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/bytes.h"

namespace reforward::cli {

/// "1.94 GiB (60.0% of the baseline)".
std::string withShare(Bytes bytes, Bytes baseline);

}  // namespace reforward::cli
