// rowhoused. No other file names a storage engine.

#include "table_service/server/run_server.h"
#include "table_service/store/sqlite/backups.h"
#include "table_service/store/sqlite/table_store.h"

namespace rowhouse::server {
namespace {

Engine MakeSqliteEngine(const Options& options) {
  Engine engine;
  engine.open_store = [&options](const std::string& account) {
    sqlite::StoreOptions store;
    store.folder = options.data / account;
    store.sync = options.sync;
    store.journal = options.journal;
    store.in_memory = options.in_memory;
    store.exclusive = options.exclusive;
    store.own_file_partitions_max = options.own_files_max;
    store.commit_threads = options.commit_threads;
    store.row_cache_bytes_max = options.row_cache_mib << 20U;
    return sqlite::TableStore::Open(store);
  };
  engine.data_place = options.in_memory ? "memory" : options.data.string();
  if (!options.in_memory) {
    engine.backups = std::make_unique<sqlite::FolderBackups>(options.data / "~backups");
  }
  return engine;
}

}  // namespace
}  // namespace rowhouse::server

int main(int argc, char** argv) {
  return rowhouse::server::RunServer(argc, argv, rowhouse::server::MakeSqliteEngine);
}
