// rowhoused. No other file names a storage engine.

#include "base/version_line.h"
#include "table_service/server/run_server.h"
#include "table_service/store/sqlite/backups.h"
#include "table_service/store/sqlite/files/open_files.h"
#include "table_service/store/sqlite/repair/check_account.h"
#include "table_service/store/sqlite/repair/rebuild_catalog.h"
#include "table_service/store/sqlite/table_store.h"

#include <algorithm>
#include <cstddef>
#include <memory>

namespace rowhouse::server {
namespace {

// For the shared memory and the logs of the files that are read and deleted from at a time, and the
// records of deletions; of each account.
constexpr std::uint64_t kReserveBytes = std::uint64_t{8} << 20U;

Engine MakeSqliteEngine(const Options& options) {
  Engine engine;
  const std::size_t memory_bytes = options.memory_max_mib << 20U;
  const auto open_files = std::make_shared<sqlite::OpenFiles>(
      options.descriptors.for_files / sqlite::kDescriptorsPerConnection, memory_bytes / 4);
  const std::size_t rows_bytes =
      std::min(options.row_cache_mib << 20U,
               memory_bytes / 4 / std::max<std::size_t>(1, options.accounts.size()));
  engine.free_descriptors = [open_files] { open_files->MakeRoomLater(); };
  engine.open_store = [&options, open_files, rows_bytes](const std::string& account) {
    sqlite::StoreOptions store;
    store.folder = options.data / account;
    store.sync = options.sync;
    store.journal = options.journal;
    store.open_files = open_files;
    store.in_memory = options.in_memory;
    store.exclusive = options.exclusive;
    store.own_file_partitions_max = options.own_files_max;
    store.commit_threads = options.commit_threads;
    store.reserve_bytes = kReserveBytes;
    store.row_cache_bytes_max = rows_bytes;
    store.log_bytes_max = options.log_max_mib << 20U;
    return sqlite::TableStore::Open(store);
  };
  engine.data_place = options.in_memory ? "memory" : options.data.string();
  if (!options.in_memory) {
    engine.backups = std::make_unique<sqlite::FolderBackups>(options.data / "~backups");
    engine.check = [&options](const std::string& account, const auto& say) {
      return sqlite::CheckAccount(options.data / account, say);
    };
    engine.repair = [&options](const std::string& account, const auto& say) {
      return sqlite::RebuildCatalog(options.data / account, say).map([] { return std::size_t{0}; });
    };
  }
  return engine;
}

}  // namespace
}  // namespace rowhouse::server

int main(int argc, char** argv) {
  return rowhouse::server::RunServer(argc, argv, rowhouse::server::MakeSqliteEngine,
                                     rowhouse::BuiltFromCommit());
}
