// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/bytes.h"

namespace reforward {

// How figures are written for people, the same in window, command line and reports.

/// Two decimals from 1 GiB up, one decimal of MiB or KiB below, whole B: "2.64 GiB", "76.6 MiB", "4 B".
std::string formatBytes(Bytes bytes);
/// Three significant digits, for labels inside vertices: "635 MiB", "76.6 MiB", "1.53 GiB".
std::string formatBytesShort(Bytes bytes);
/// "8,349,958,144 B": exact, thousands marked by commas.
std::string formatBytesExact(Bytes bytes);
/// One decimal: "17.3%". `ratio` 0.173.
std::string formatPercent(double ratio);
/// "0.08 s", "8.0 s", "2 min 5 s".
std::string formatSeconds(double seconds);
/// A cost in the model's unit: at most three decimals, trailing zeros dropped.
std::string formatCost(double cost);
/// Thousands marked by commas.
std::string formatCount(long long count);

}  // namespace reforward
