#pragma once
// The storage port: all that is stored for one account. What the table service needs of an engine
// is here; an engine is chosen in main.cc, which alone knows its type and how it is opened.

#include "table_service/store/entities.h"
#include "table_service/store/maintenance.h"
#include "table_service/store/partition_files.h"
#include "table_service/store/tables.h"

namespace rowhouse::store {

// What survives when an answered write meets the end of the process or of the machine.
enum class SyncMode : std::uint8_t {
  kFull,    // the write survives power loss
  kNormal,  // it survives the death of the process; power loss may take the last moments
  kOff      // it survives the death of the process, power loss may damage the data
};

// A function asks for the part that it uses: Tables, Entities or Maintenance.
// Lifetime: sources and cursors must go first; the destructor finishes what was begun and answers
// it. It must not run in a callback of Apply().
class AccountStore : public Tables, public Entities, public Maintenance {
 public:
  // Null when the engine does not keep partitions in files. Lives as long as the store.
  virtual PartitionFiles* partition_files() = 0;
};

}  // namespace rowhouse::store
