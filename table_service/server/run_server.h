#pragma once
// rowhoused over whichever storage engine it is given.

#include "table_service/accounts/open_accounts.h"
#include "table_service/server/options.h"
#include "table_service/store/backups.h"

#include <functional>
#include <memory>
#include <string>

namespace rowhouse::server {

// A storage engine as the command line wants it.
struct Engine {
  OpenAccounts::OpenStore open_store;
  std::string data_place;                             // where the data is, for people
  std::unique_ptr<store::Backups> backups = nullptr;  // null: it makes none
};
using EngineMaker = std::function<Engine(const Options&)>;

// Serves until a signal ends it; the exit code of the process. `make_engine` is called once the
// command line has been accepted; the options outlive the engine.
int RunServer(int argc, const char* const* argv, const EngineMaker& make_engine);

}  // namespace rowhouse::server
