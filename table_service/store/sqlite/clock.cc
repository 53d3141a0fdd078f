#include "table_service/store/sqlite/clock.h"

#include <algorithm>

namespace rowhouse::sqlite {
namespace {
constexpr std::int64_t kAheadTicks = 10'000'000;  // one second
}  // namespace

DbResult<DateTime> StoreClock::Next() {
  const std::int64_t now = DateTime::FromSystem(now_()).ticks;
  std::int64_t last = last_.load();
  std::int64_t next = 0;
  do {
    next = std::max(now, last + 1);
  } while (!last_.compare_exchange_weak(last, next));
  if (next > ceiling_.load()) {
    if (auto raised = RaiseCeiling(next); !raised) return tl::unexpected(raised.error());
  }
  return DateTime{next};
}

DbStatus StoreClock::RaiseCeiling(std::int64_t needed) {
  const MutexLock lock(persist_mutex_);
  if (needed <= ceiling_.load()) return {};
  const std::int64_t ceiling = needed + kAheadTicks;
  if (auto persisted = persist_(DateTime{ceiling}); !persisted) return persisted;
  ceiling_.store(ceiling);
  return {};
}

DbStatus StoreClock::Close() {
  const MutexLock lock(persist_mutex_);
  const std::int64_t last = last_.load();
  if (last == ceiling_.load()) return {};
  return persist_(DateTime{last});
}

}  // namespace rowhouse::sqlite
