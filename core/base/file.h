// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace reforward {

/// The whole file as bytes. Throws Error (input) naming the file and the reason; refuses what is not a
/// regular file and what is larger than `limit` bytes.
std::string readFile(const std::string& path, std::size_t limit = std::size_t{4} << 30);

/// Writes whole or not at all: a temporary file beside `path`, flushed to disk, then renamed over it.
/// Throws Error (input) naming the file and the reason.
void writeFile(const std::string& path, std::string_view bytes);

}  // namespace reforward
