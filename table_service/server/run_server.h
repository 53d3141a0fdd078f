#pragma once
// Runs rowhoused with a given storage engine.

#include "table_service/accounts/open_accounts.h"
#include "table_service/server/options.h"
#include "table_service/store/backups.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse::server {

// A storage engine, set up as the command line requests.
struct Engine {
  OpenAccounts::OpenStore open_store;
  // Closes idle files soon. May be called on any thread. Null: the engine has no files.
  std::function<void()> free_descriptors = {};
  std::string data_place;                             // the location of the data, for people
  std::unique_ptr<store::Backups> backups = nullptr;  // null: backups are not supported
  // Looks for faults of an account's files, or repairs what it can; calls `say` with each line for the
  // operator. Returns the number of faults that are left. Failure: a message for the operator. Null:
  // the engine has no files.
  using Maintain = std::function<tl::expected<std::size_t, std::string>(
      const std::string& account, const std::function<void(std::string_view)>& say)>;
  Maintain check = {};
  Maintain repair = {};
};
using EngineMaker = std::function<Engine(const Options&)>;

// Serves until a signal ends it, or the end of stdin if the options say so. Called as
// azurite-table, it takes that program's options. Returns the exit code of the process.
// `make_engine` is called once the command line has been accepted; its argument outlives the
// engine. `commit` is what the program was built from.
int RunServer(int argc, const char* const* argv, const EngineMaker& make_engine,
              std::string_view commit = {});

}  // namespace rowhouse::server
