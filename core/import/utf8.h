// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace reforward {

/// The text with each byte that is not part of valid UTF-8 as U+FFFD: names of a binary file may be any
/// bytes, those of a graph go into JSON.
std::string validUtf8(const std::string& text);

}  // namespace reforward
