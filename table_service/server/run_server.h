#pragma once
// Runs rowhoused with a given storage engine.

#include "table_service/accounts/open_accounts.h"
#include "table_service/server/options.h"
#include "table_service/store/backups.h"

#include <functional>
#include <memory>
#include <string>

namespace rowhouse::server {

// A storage engine, set up as the command line requests.
struct Engine {
  OpenAccounts::OpenStore open_store;
  std::string data_place;                             // the location of the data, for people
  std::unique_ptr<store::Backups> backups = nullptr;  // null: backups are not supported
};
using EngineMaker = std::function<Engine(const Options&)>;

// Serves until a signal ends it. Returns the exit code of the process. `make_engine` is called once
// the command line has been accepted; its argument outlives the engine.
int RunServer(int argc, const char* const* argv, const EngineMaker& make_engine);

}  // namespace rowhouse::server
