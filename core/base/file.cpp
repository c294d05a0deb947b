// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.h"

namespace reforward {

namespace {

class Descriptor {
  public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return fd_; }

  private:
    int fd_;
};

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
    throw Error(ErrorKind::input, Error::Context{path, {}, reason, {}});
}

}  // namespace

std::string readFile(const std::string& path, std::size_t limit) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0) fail(path, std::string("cannot be read: ") + std::strerror(errno));
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) fail(path, std::string("cannot be read: ") + std::strerror(errno));
    if (!S_ISREG(status.st_mode)) fail(path, "is not a file");
    if (static_cast<std::size_t>(status.st_size) > limit) {
        fail(path, "is larger than " + std::to_string(limit) + " bytes");
    }
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::read(file.get(), bytes.data() + done, bytes.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(path, std::string("cannot be read: ") + std::strerror(errno));
        if (n == 0) break;
        done += static_cast<std::size_t>(n);
    }
    bytes.resize(done);
    return bytes;
}

void writeFile(const std::string& path, std::string_view bytes) {
    std::string temporary = path + ".XXXXXX";
    const Descriptor file(::mkstemp(temporary.data()));
    if (file.get() < 0) fail(path, std::string("cannot be written: ") + std::strerror(errno));
    const auto abandon = [&] {
        const std::string reason = std::strerror(errno);
        ::unlink(temporary.c_str());
        fail(path, "cannot be written: " + reason);
    };
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::write(file.get(), bytes.data() + done, bytes.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) abandon();
        done += static_cast<std::size_t>(n);
    }
    // mkstemp makes the file private; a plan is an ordinary document.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(file.get(), 0666 & ~mask);
    if (::fsync(file.get()) != 0) abandon();
    if (::rename(temporary.c_str(), path.c_str()) != 0) abandon();
}

}  // namespace reforward
