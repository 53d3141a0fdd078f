#pragma once
// The storage port, part two: reading and writing the entities of an account's tables.
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

// An entity without its key. Owns its text.
struct EntityRecord {
  DateTime timestamp;
  std::string properties;  // stored form (entity/stored_properties.h)
};

// Threads: all calls may overlap. Get() and Apply() run on I/O threads. A cursor runs on an I/O
// thread for its first rows and on a worker thread after that. Reads never wait for writes that
// have not been applied yet.
// Errors: kTableNotFound, and kInternalError or kServerBusy if the engine fails; `detail` then says
// for the log what failed.
class Entities {
 public:
  virtual ~Entities() = default;

  // Returns the last committed state. kResourceNotFound.
  virtual Result<EntityRecord> Get(std::string_view table, const EntityKey& key) = 0;

  // Opens an ordered scan; see EntitySource. The source and its cursors stay usable while others
  // write to the table. A cursor of a deleted table ends with kTableNotFound, at the latest when it
  // needs more data. Lifetime: they borrow the store and must be destroyed first.
  virtual Result<std::unique_ptr<EntitySource>> OpenSource(std::string_view table) = 0;

  // Applies `changes` and calls `done` exactly once, on any thread, perhaps before Apply() returns.
  // `done` must not block; it may call the store. `changes` must not be modified until `done` is
  // called; from then on the engine does not access it.
  //
  // Success: the whole change set is visible to every later read and as durable as the engine
  // promises. Each operation gets a Timestamp later than any that its entity, or an earlier entity
  // of the same key, ever had, so an ETag is never reused.
  // Failure: nothing was changed, and the error says which operation failed first. Conditional
  // operations check existence (kResourceNotFound), then If-Match, then sizes; the others check
  // sizes, then existence (kEntityAlreadyExists). store/apply_operation.h implements these rules.
  // With kInternalError it may be unknown whether the change set was applied.
  virtual void Apply(std::shared_ptr<const ChangeSet> changes,
                     std::function<void(ApplyResult)> done) = 0;
  void Apply(ChangeSet changes, std::function<void(ApplyResult)> done) {
    Apply(std::make_shared<const ChangeSet>(std::move(changes)), std::move(done));
  }
};

}  // namespace rowhouse::store
