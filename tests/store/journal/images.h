#pragma once
// Accounts as a crash or a power failure leaves them: images of the folder of an open store.

#include "tests/store/store_fixture.h"

#include <filesystem>
#include <string>

namespace rowhouse::sqlite {

enum class Cut {
  kProcess,  // kill -9: all that was written is there
  kPower     // of the partition files only what was synced is there, which is nothing
};

// With files of their own for three partitions, and a commit journal.
StoreOptions OptionsIn(const std::filesystem::path& folder);

// Copies the folder of an open store that is idle.
void TakeImage(const StoreOptions& from, const StoreOptions& to, Cut cut);

// The folder of a store, and one for an image of it.
struct Folders {
  TempFolder live;
  TempFolder copied;
  StoreOptions options = OptionsIn(live.path());
  StoreOptions image = OptionsIn(copied.path());
};

std::size_t CountSegments(const StoreOptions& options);

ApplyResult Do(TableStore& store, OperationKind kind, const std::string& partition,
               const std::string& row, const std::string& properties = "{}");

// Partitions with files of their own (a, b, c) and in the shared file (d, e), with rows that were
// written twice, merged and deleted.
void WriteSome(TableStore& store);

}  // namespace rowhouse::sqlite
