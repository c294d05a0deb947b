// SPDX-License-Identifier: Apache-2.0
#include "core/plan/accounting.h"

#include <string>

#include "core/base/error.h"

namespace reforward {

std::string_view accountingName(Accounting accounting) {
    return accounting == Accounting::step ? "step" : "pytorch";
}

Accounting parseAccounting(std::string_view name) {
    for (const Accounting accounting : {Accounting::step, Accounting::pytorch}) {
        if (name == accountingName(accounting)) return accounting;
    }
    std::string message = "there is no accounting '";
    message += name;
    message += "'; there are step and pytorch";
    throw Error(ErrorKind::usage, message);
}

}  // namespace reforward
