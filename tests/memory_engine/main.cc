// rowhoused with the engine in memory and its full command line. Options about files have no
// effect.

#include "table_service/server/run_server.h"
#include "tests/memory_engine/memory_store.h"

namespace {

rowhouse::server::Engine MakeEngine(const rowhouse::server::Options& /*options*/) {
  return {.open_store =
              [](const std::string& /*account*/) {
                return std::make_unique<rowhouse::memory_engine::MemoryStore>();
              },
          .data_place = "memory",
          .backups = nullptr};
}

}  // namespace

int main(int argc, char** argv) { return rowhouse::server::RunServer(argc, argv, MakeEngine); }
