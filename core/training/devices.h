// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/bytes.h"

namespace reforward {

/// Peak figures of a device as its maker states them; each with its source in devices.cpp. Rates are dense
/// (no sparsity) and accumulate in float32; they are floating-point operations a second, a multiply-add
/// being two.
struct Device {
    std::string_view name;           ///< on the command line: "rtx4090"
    std::string_view title;          ///< for people: "RTX 4090"
    double float32;                  ///< outside of matrix units
    double tf32, float16, bfloat16;  ///< of convolutions and matrix products
    double bytesPerSecond;
    /// What the maker sells as memory, in units of 2^30 as drivers count it. What a program can get is some
    /// hundred MiB less.
    Bytes memory;
};

const std::vector<Device>& devices();  ///< the first is the default
/// By name or title, case, blanks and signs aside; null where there is none.
const Device* findDevice(std::string_view name);
/// "a100, h100, ...": for messages and help.
std::string deviceNames();

}  // namespace reforward
