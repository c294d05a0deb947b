// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/layout/layout.h"

namespace reforward {

/// graphvizLayout() by this program instead of reforward-layout (empty: it is not there).
GraphLayout graphvizLayoutBy(const std::string& program, const LayoutInput& input,
                             const LayoutOptions& options, const Control& control);

}  // namespace reforward
