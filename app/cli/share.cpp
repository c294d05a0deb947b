// SPDX-License-Identifier: Apache-2.0
#include "app/cli/share.h"

#include "core/base/format.h"

namespace reforward::cli {

std::string withShare(Bytes bytes, Bytes baseline) {
    std::string text = formatBytes(bytes);
    if (baseline > Bytes()) {
        const double share = static_cast<double>(bytes.count()) / static_cast<double>(baseline.count());
        text += " (" + formatPercent(share) + " of the baseline)";
    }
    return text;
}

}  // namespace reforward::cli
