// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace reforward {

/// What went wrong, in the terms of the command line's exit codes (the value is the exit code).
enum class ErrorKind {
    usage = 2,          ///< the request itself is wrong
    input = 3,          ///< a file is unreadable or breaks a rule
    infeasible = 4,     ///< no plan fits the budget
    check = 5,          ///< a check or validation failed
    notApplicable = 6,  ///< the strategy does not apply to this graph
    interrupted = 130,  ///< stopped by the user before any result
};

/// The one exception of the project: a message a user can act on, with where it happened.
/// what() is one line: "FILE: node NODE: REASON; ADVICE", absent parts left out.
class Error : public std::runtime_error {
  public:
    struct Context {
        std::string file;    ///< path as the user gave it
        std::string node;    ///< id of a vertex, name of an ONNX node, a JSON key
        std::string reason;  ///< what is so, and why that is wrong
        std::string advice;  ///< what to do
    };

    Error(ErrorKind kind, Context context);
    Error(ErrorKind kind, std::string reason) : Error(kind, Context{{}, {}, std::move(reason), {}}) {}

    ErrorKind kind() const { return kind_; }
    const Context& context() const { return context_; }

    /// The same error, said of this file (where none is named yet).
    Error inFile(const std::string& file) const;

  private:
    ErrorKind kind_;
    Context context_;
};

[[noreturn]] void throwInput(std::string node, std::string reason, std::string advice = {});

}  // namespace reforward
