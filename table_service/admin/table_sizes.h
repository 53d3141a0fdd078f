#pragma once
// The sizes of all tables, measured in the background when somebody asks for them.

#include "base/mutex.h"
#include "table_service/accounts/account_directory.h"
#include "table_service/store/maintenance.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace rowhouse::admin {

// How many tables are listed at once.
inline constexpr std::size_t kTablesPerStep = 1000;

struct MeasuredTable {
  std::string account;
  std::string table;                       // as created
  std::optional<store::TableSize> size{};  // none: a file could not be read; the log says which
};

// One round of measuring.
struct SizeSurvey {
  std::chrono::steady_clock::time_point begin = {};
  std::chrono::steady_clock::time_point end = {};
  std::vector<MeasuredTable> tables = {};  // by account and table
};

// Measures all tables in turn on a thread of its own, and only after a call of Get(). Takes at most
// 1/20 of a processor: a round begins at the earliest 20 times as long after the last one as that
// took. So the sizes of a small server are always fresh, and those of a large one cost little.
//
// Threads: all calls may overlap. Lifetime: borrows the accounts. The destructor waits until the
// table that is being measured is done.
class TableSizes {
 public:
  static constexpr int kPauseFactor = 20;

  explicit TableSizes(const AccountDirectory& accounts);
  ~TableSizes();
  TableSizes(const TableSizes&) = delete;
  TableSizes& operator=(const TableSizes&) = delete;

  // Returns a round that began after this call, if one ends within `patience`; otherwise the last
  // round, which may be null if there has been none. Does not wait if none can begin in that time.
  std::shared_ptr<const SizeSurvey> Get(std::chrono::milliseconds patience);

 private:
  void Run();
  // Waits until a round is wanted and may begin. Returns false if the thread is to end.
  bool WaitForTurn();
  SizeSurvey Measure();
  bool IsStopping();

  const AccountDirectory& accounts_;

  Mutex mutex_;
  std::condition_variable_any changed_;
  bool is_wanted_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  bool is_stopping_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  std::chrono::steady_clock::time_point next_ ROWHOUSE_TS(guarded_by(mutex_)) = {};
  std::shared_ptr<const SizeSurvey> last_ ROWHOUSE_TS(guarded_by(mutex_)) = nullptr;
  std::thread thread_;  // last: it uses the members above
};

}  // namespace rowhouse::admin
