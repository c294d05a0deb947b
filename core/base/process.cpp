// SPDX-License-Identifier: Apache-2.0
#include "core/base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/process/args.hpp>
#include <boost/process/child.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/io.hpp>
#include <boost/process/pipe.hpp>
#include <boost/process/search_path.hpp>
#include <climits>
#include <filesystem>

namespace reforward {

namespace bp = boost::process;

namespace {

constexpr std::size_t errorLimit = 64 * 1024;

// A child that ends early must show as a failed write, not as a signal that ends us.
class IgnoreBrokenPipe {
  public:
    IgnoreBrokenPipe() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~IgnoreBrokenPipe() {
        const timespec now{0, 0};
        while (sigtimedwait(&pipe_, nullptr, &now) > 0) {
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    IgnoreBrokenPipe(const IgnoreBrokenPipe&) = delete;
    IgnoreBrokenPipe& operator=(const IgnoreBrokenPipe&) = delete;

  private:
    sigset_t pipe_{};
    sigset_t before_{};
};

bool drain(int fd, std::string& into, std::size_t limit) {
    std::array<char, 65536> buffer{};
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n > 0 && into.size() < limit) into.append(buffer.data(), static_cast<std::size_t>(n));
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

}  // namespace

ProcessResult runProcess(const std::string& program, const std::vector<std::string>& arguments,
                         std::string_view input, const Control& control) {
    ProcessResult result;
    if (program.empty()) return result;
    const IgnoreBrokenPipe guard;
    bp::pipe toChild, fromChild, errorsFromChild;
    for (const bp::pipe* p : {&toChild, &fromChild, &errorsFromChild}) {
        for (const int fd : {p->native_source(), p->native_sink()})
            ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
    bp::child child;
    try {
        child = bp::child(bp::exe = program, bp::args = arguments, bp::std_in<toChild, bp::std_out> fromChild,
                          bp::std_err > errorsFromChild);
    } catch (const bp::process_error& e) {
        result.errors = e.what();
        return result;
    }
    // Our copies of the child's ends would keep the pipes open for ever.
    ::close(toChild.native_source());
    toChild.assign_source(-1);
    ::close(fromChild.native_sink());
    fromChild.assign_sink(-1);
    ::close(errorsFromChild.native_sink());
    errorsFromChild.assign_sink(-1);
    const int in = toChild.native_sink();
    const int out = fromChild.native_source();
    const int err = errorsFromChild.native_source();
    ::fcntl(in, F_SETFL, O_NONBLOCK);

    std::size_t written = 0;
    bool writing = true, reading = true, readingErrors = true;
    const auto closeInput = [&] {
        ::close(in);
        toChild.assign_sink(-1);
        writing = false;
    };
    if (input.empty()) closeInput();
    bool stopped = false;
    while (writing || reading || readingErrors) {
        if (control.shouldStop()) {
            stopped = true;
            break;
        }
        std::array<pollfd, 3> fds{{{writing ? in : -1, POLLOUT, 0},
                                   {reading ? out : -1, POLLIN, 0},
                                   {readingErrors ? err : -1, POLLIN, 0}}};
        if (::poll(fds.data(), fds.size(), 20) < 0 && errno != EINTR) break;
        if (writing && fds[0].revents != 0) {
            const ssize_t n = ::write(in, input.data() + written, input.size() - written);
            if (n > 0) written += static_cast<std::size_t>(n);
            if ((n < 0 && errno != EAGAIN && errno != EINTR) || written == input.size()) closeInput();
        }
        if (reading && fds[1].revents != 0) reading = drain(out, result.output, SIZE_MAX);
        if (readingErrors && fds[2].revents != 0) readingErrors = drain(err, result.errors, errorLimit);
    }
    std::error_code ignored;
    // The child closed its pipes; it may still take a moment to end, or hang.
    while (!stopped && child.running(ignored)) {
        if (control.shouldStop()) stopped = true;
        ::usleep(1000);
    }
    if (stopped) {
        child.terminate(ignored);
        child.wait(ignored);
        result.end = control.cancelled() ? ProcessResult::End::cancelled : ProcessResult::End::timedOut;
        return result;
    }
    const int status = child.native_exit_code();
    if (WIFEXITED(status)) {
        result.end = ProcessResult::End::exited;
        result.exitCode = WEXITSTATUS(status);
    } else {
        result.end = ProcessResult::End::crashed;
    }
    return result;
}

std::string findHelper(const std::string& name) {
    std::array<char, PATH_MAX> self{};
    const ssize_t n = ::readlink("/proc/self/exe", self.data(), self.size() - 1);
    if (n > 0) {
        const auto beside =
            std::filesystem::path(std::string(self.data(), static_cast<std::size_t>(n))).parent_path() / name;
        std::error_code ignored;
        if (std::filesystem::is_regular_file(beside, ignored) && ::access(beside.c_str(), X_OK) == 0)
            return beside.string();
    }
    return bp::search_path(name).string();
}

}  // namespace reforward
