// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace reforward {

/// 128 bits, for sums of products of 64-bit figures.
__extension__ using Wide = __int128;

}  // namespace reforward
