#include "cli/transfer/parallel_parts.h"

#include "cli/terminal/interrupt.h"

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <exception>
#include <mutex>

namespace rowhouse::cli {

bool ParallelParts::Stopped() const { return failed_ || Interrupted(); }

void ParallelParts::Run(std::size_t count, std::size_t threads,
                        const std::function<void(std::size_t)>& work) {
  std::mutex mutex;
  std::exception_ptr failure;  // guarded by mutex
  boost::asio::thread_pool pool(threads);
  for (std::size_t part = 0; part < count; ++part) {
    boost::asio::post(pool, [&, part] {
      if (Stopped()) return;
      try {
        work(part);
      } catch (...) {
        failed_ = true;
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
      }
    });
  }
  pool.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace rowhouse::cli
