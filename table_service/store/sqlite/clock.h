#pragma once
// The time that writes carry. It never repeats and never goes back, also not over a restart, a
// crash or a clock that is set back: an ETag is made of it.

#include "base/date_time.h"
#include "base/mutex.h"
#include "table_service/store/sqlite/files/sqlite_connection.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace rowhouse::sqlite {

// No timestamp is given out beyond a ceiling that has been persisted; the ceiling runs up to a
// second ahead, so that it is rewritten at most once a second.
// Threads: all calls may overlap.
class StoreClock {
 public:
  using Now = std::function<std::chrono::system_clock::time_point()>;
  // Makes a ceiling durable.
  using Persist = std::function<DbStatus(DateTime)>;

  // `floor` is the ceiling that was persisted last.
  StoreClock(Now now, DateTime floor, Persist persist)
      : now_(std::move(now)),
        persist_(std::move(persist)),
        last_(floor.ticks),
        ceiling_(floor.ticks) {}

  // Later than every earlier result. Fails when a new ceiling cannot be made durable.
  DbResult<DateTime> Next();

  // At a clean close: lowers the ceiling to what was given out. REQUIRES: no Next() afterwards
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
