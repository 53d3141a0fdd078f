#pragma once
// The storage port: everything that is stored for one account. It is all that the table service
// needs of an engine. main.cc chooses the engine and alone knows its type and how it is opened.

#include "table_service/store/entities.h"
#include "table_service/store/maintenance.h"
#include "table_service/store/partition_files.h"
#include "table_service/store/tables.h"

namespace rowhouse::store {

// What survives if the process or the machine dies after a write has been answered.
enum class SyncMode : std::uint8_t {
  kFull,    // the write survives a power failure
  kNormal,  // it survives the death of the process; a power failure may lose the latest writes
  kOff      // it survives the death of the process; a power failure may damage the data
};

// A function takes the part that it uses: Tables, Entities or Maintenance.
// Lifetime: sources and cursors must be destroyed first. The destructor finishes and answers the
// writes that were begun; it must not run in a callback of Apply().
class AccountStore : public Tables, public Entities, public Maintenance {
 public:
  // Returns null if the engine does not keep partitions in files. Lives as long as the store.
  virtual PartitionFiles* partition_files() = 0;
};

}  // namespace rowhouse::store
