// SPDX-License-Identifier: Apache-2.0
#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace reforward {

void inOrder(std::size_t count, unsigned threads, const Control& control,
             const std::function<void(std::size_t)>& make, const std::function<void(std::size_t)>& take) {
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t workers = std::min({count, cores, threads == 0 ? cores : std::size_t{threads}});
    if (workers <= 1) {
        for (std::size_t k = 0; k < count && !control.shouldStop(); ++k) {
            make(k);
            if (control.shouldStop()) return;
            take(k);
        }
        return;
    }
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<bool> made(count);
    std::exception_ptr failure;
    std::atomic<bool> quit = false;
    std::atomic<std::size_t> next = 0;
    std::size_t running = workers;
    const auto work = [&] {
        for (std::size_t k; !quit && !control.shouldStop() && (k = next++) < count;) {
            std::exception_ptr thrown;
            try {
                make(k);
            } catch (...) {
                thrown = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            if (thrown) {
                if (!failure) failure = thrown;
                quit = true;
            } else {
                // A result that the stop may have cut short does not count.
                made[k] = !control.shouldStop();
            }
            changed.notify_one();
        }
        const std::lock_guard lock(mutex);
        --running;
        changed.notify_one();
    };
    std::vector<std::jthread> pool;
    for (std::size_t w = 0; w < workers; ++w)
        pool.emplace_back(work);
    try {
        for (std::size_t k = 0; k < count; ++k) {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return made[k] || failure || running == 0; });
            if (failure || !made[k] || control.shouldStop()) break;
            lock.unlock();
            take(k);
        }
    } catch (...) {
        quit = true;
        pool.clear();
        throw;
    }
    quit = true;
    pool.clear();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace reforward
