#pragma once
// The storage port, second part: reading and writing the entities of an account's tables.
// Spec 5.9-5.16, 8.6.

#include "base/date_time.h"
#include "entity/change_set.h"
#include "entity/entity_key.h"
#include "entity/entity_source.h"
#include "entity/error.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace rowhouse::store {

// An entity without its key; owns its text.
struct EntityRecord {
  DateTime timestamp;
  std::string properties;  // stored form (entity/stored_properties.h)
};

// Threads: all calls may overlap. Get() and Apply() run on I/O threads; the cursors of a source on
// I/O threads for their first rows and on worker threads after that. Reads never wait for writes
// that have not been applied yet.
// Errors: kTableNotFound, and kInternalError or kServerBusy when the engine fails: `detail` says
// for the log what failed.
class Entities {
 public:
  virtual ~Entities() = default;

  // The last committed state. kResourceNotFound.
  virtual Result<EntityRecord> Get(std::string_view table, const EntityKey& key) = 0;

  // An ordered scan; see EntitySource. Source and cursors stay usable while others write to the
  // table; a cursor of a deleted table ends with kTableNotFound, at the latest where it would read
  // on. Lifetime: they borrow the store and must go first.
  virtual Result<std::unique_ptr<EntitySource>> OpenSource(std::string_view table) = 0;

  // Applies `changes` and calls `done` exactly once, on any thread, perhaps before Apply() returns.
  // `done` must not block and may call the store. Nobody may change `changes` before `done` is
  // called; from then on the engine does not look at it.
  //
  // Success: all of it is visible to every later read and as durable as the engine promises. Each
  // operation has a Timestamp, which is later than every Timestamp that its entity, or an earlier
  // entity of the same key, ever had: an ETag never comes back.
  // Failure: nothing of it was done; the first operation that failed is named. Conditional
  // operations look at existence (kResourceNotFound), then at If-Match, then at sizes; the others
  // at sizes, then at existence (kEntityAlreadyExists). store/apply_operation.h has these rules.
  // With kInternalError it may be unknown whether the change set was applied.
  virtual void Apply(std::shared_ptr<const ChangeSet> changes,
                     std::function<void(ApplyResult)> done) = 0;
  void Apply(ChangeSet changes, std::function<void(ApplyResult)> done) {
    Apply(std::make_shared<const ChangeSet>(std::move(changes)), std::move(done));
  }
};

}  // namespace rowhouse::store
