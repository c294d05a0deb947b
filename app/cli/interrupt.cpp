// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace reforward::cli {

namespace {

constexpr char stopRequested = 's';
constexpr char programEnds = 'e';

// A signal handler reaches nothing but what has static storage.
std::array<int, 2> wakePipe{-1, -1};

void send(char message) {
    const int before = errno;
    [[maybe_unused]] const ssize_t written = ::write(wakePipe[1], &message, 1);
    errno = before;
}

extern "C" void onSignal(int) {
    send(stopRequested);
}

void handle(int signal) {
    struct sigaction action {};
    action.sa_handler = onSignal;
    // Reset: the second signal does what it does by default. Restart: no system call fails for it.
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
    if (::pipe2(wakePipe.data(), O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "no pipe for Ctrl-C");
    }
    waiter_ = std::thread([this] {
        char message = 0;
        while (::read(wakePipe[0], &message, 1) == 1 && message != programEnds)
            stop_.request_stop();
    });
    handle(SIGINT);
    handle(SIGTERM);
}

Interrupt::~Interrupt() {
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGTERM, SIG_DFL);
    send(programEnds);
    waiter_.join();
    ::close(wakePipe[0]);
    ::close(wakePipe[1]);
}

}  // namespace reforward::cli
