#pragma once
// The source of Timestamps. They never repeat and never go back, not even across a restart, a crash
// or a change of the system clock, because ETags are made from them.

#include "base/date_time.h"
#include "base/mutex.h"
#include "table_service/store/sqlite/files/db_connection.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace rowhouse::sqlite {

// No timestamp is issued beyond a ceiling that has been persisted. The ceiling is up to a second
// ahead, so that it is rewritten at most once a second.
// Threads: all calls may overlap.
class StoreClock {
 public:
  using Now = std::function<std::chrono::system_clock::time_point()>;
  // Makes a ceiling durable.
  using Persist = std::function<DbStatus(DateTime)>;

  // `floor` is the last persisted ceiling.
  StoreClock(Now now, DateTime floor, Persist persist)
      : now_(std::move(now)),
        persist_(std::move(persist)),
        last_(floor.ticks),
        ceiling_(floor.ticks) {}

  // Returns a time later than every earlier result. Fails if a new ceiling cannot be made durable.
  DbResult<DateTime> Next();

  // At a clean shutdown: lowers the ceiling to the last timestamp issued. REQUIRES: no Next()
  // afterwards
  DbStatus Close();

 private:
  DbStatus RaiseCeiling(std::int64_t needed);

  const Now now_;
  const Persist persist_;
  Mutex persist_mutex_;
  std::atomic<std::int64_t> last_;
  std::atomic<std::int64_t> ceiling_;
};

}  // namespace rowhouse::sqlite
