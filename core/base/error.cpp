// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

namespace reforward {

namespace {
std::string oneLine(const Error::Context& c) {
    std::string line;
    if (!c.file.empty()) line += c.file + ": ";
    if (!c.node.empty()) line += "node " + c.node + ": ";
    line += c.reason;
    if (!c.advice.empty()) line += "; " + c.advice;
    for (char& ch : line) {
        if (ch == '\n' || ch == '\r') ch = ' ';
    }
    return line;
}
}  // namespace

Error::Error(ErrorKind kind, Context context)
    : std::runtime_error(oneLine(context)), kind_(kind), context_(std::move(context)) {}

Error Error::inFile(const std::string& file) const {
    Context context = context_;
    if (context.file.empty()) context.file = file;
    return Error(kind_, std::move(context));
}

void throwInput(std::string node, std::string reason, std::string advice) {
    throw Error(ErrorKind::input, Error::Context{{}, std::move(node), std::move(reason), std::move(advice)});
}

}  // namespace reforward
