#pragma once
// Transactions sent by several threads at once, and what to do about entities that are there.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <rowhouse/table_client.h>
#include <rowhouse/transaction.h>
#include <thread>
#include <vector>

namespace rowhouse::cli {

enum class OnConflict : std::uint8_t {
  kReplace,  // the new entity takes the place of the old one
  kMerge,    // its properties are laid over the old ones
  kSkip,     // the old entity stays
  kFail,     // stop
};

struct Batch {
  tables::TableClient table;
  tables::Transaction inserts;  // of one partition
  // Part of it may have been written by a job that was interrupted: look first, and leave alone
  // what is there just so.
  bool verify = false;
  std::vector<std::uint64_t> lines = {};  // where the inserts stand in Options::source
};

// Sends batches as inserts, so that properties keep their order, and turns to the other kinds of
// write where entities are there already. Used from one thread.
class BatchSender {
 public:
  struct Options {
    std::size_t threads = 8;
    OnConflict on_conflict = OnConflict::kReplace;
    std::function<void(std::size_t)> on_done = {};  // entities; called from any thread
    std::string source = {};  // the file that lines are of, for messages; empty: there is none
  };
  explicit BatchSender(Options options);
  BatchSender(const BatchSender&) = delete;
  BatchSender& operator=(const BatchSender&) = delete;
  ~BatchSender();  // finishes what is being sent, drops the rest

  // Takes the batch; blocks while enough wait. Throws what made an earlier batch fail.
  void Add(Batch batch);
  // Until all are done. Throws what made one fail; what was in flight beside it is done, too, what
  // was behind it is not.
  void Wait();

 private:
  void Work();
  void Send(const Batch& batch);
  void SendOverExisting(const Batch& batch, const tables::Transaction& inserts);
  void RethrowFailure();

  const Options options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_:
  std::deque<Batch> waiting_;
  std::size_t busy_ = 0;
  bool closed_ = false;
  bool conflicts_expected_ = false;
  std::exception_ptr failure_;

  std::vector<std::thread> threads_;
};

}  // namespace rowhouse::cli
