// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <thread>

namespace reforward::cli {

/// Turns the first Ctrl-C (SIGINT) or SIGTERM into a stop request; a second one ends the program as it
/// does by default. One instance, for the life of the program. The handler only writes to a pipe: the
/// stop is requested by a thread, where that is allowed.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return stop_.get_token(); }

  private:
    std::stop_source stop_;
    std::thread waiter_;
};

}  // namespace reforward::cli
