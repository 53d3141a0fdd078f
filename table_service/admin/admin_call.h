#pragma once
// The input and the result of an admin route, which is a function from one to the other. Admin
// routes are under /_rowhouse/, which cannot be the name of an account.

#include "base/json_writer.h"
#include "table_service/accounts/account_directory.h"
#include "table_service/wire/message.h"
#include "table_service/wire/server.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse {
class Traffic;
}
namespace rowhouse::store {
class Backups;
}

namespace rowhouse::admin {

// The reason for which a route refuses a request or fails. The message is for a person and names
// the remedy. Answered as {"error":{"code":"...","message":"..."}}.
struct AdminError {
  int status = 400;
  std::string code = {};  // a single word, for programs
  std::string message = {};
  HeaderList headers = {};
};
template <class T>
using AdminResult = tl::expected<T, AdminError>;

// Returns the error of the store on a table as an AdminError.
AdminError ToAdminError(const Error& error, std::string_view table);
tl::unexpected<AdminError> AdminFail(int status, std::string code, std::string message);

class TableSizes;

// What the server around the services knows about itself. A null pointer: not known.
struct ServerFigures {
  std::shared_ptr<const wire::ConnectionCounts> connections = nullptr;
  std::shared_ptr<const wire::MemoryBudget> memory = nullptr;
  std::shared_ptr<const wire::CertificateInUse> certificate = nullptr;
  std::function<std::size_t()> waiting_calls = nullptr;  // of the table service
};

// The objects that the routes use. They outlive every call.
struct AdminServices {
  const AccountDirectory& accounts;
  Traffic& traffic;
  TableSizes& sizes;
  const ServerFigures& server;
  bool open_on_loopback = false;  // see AdminPolicy
  bool allow_reset = false;
  store::Backups* backups = nullptr;  // null: backups are not supported
};

// Decoded values by name. If a name is repeated, the first value counts.
using AdminParameters = std::map<std::string, std::string, std::less<>>;

struct AdminCall {
  const wire::Request& request;
  const AdminParameters& parameters;
  // The account whose key signed the request: other accounts are not accessible. None: all are.
  std::optional<std::string> caller;
  const AdminServices& services;

  // Returns no value if the parameter is missing or empty.
  std::optional<std::string_view> Parameter(std::string_view name) const;
  // Returns the value of a parameter, or an error if it is missing or empty.
  AdminResult<std::string_view> RequiredParameter(std::string_view name) const;
  // Returns the value of a parameter, a number from 1 to `max`, or `default_value` if it is
  // missing.
  AdminResult<std::size_t> NumberParameter(std::string_view name, std::size_t default_value,
                                           std::size_t max) const;
};

AdminResult<AdminParameters> ParseAdminParameters(std::string_view raw_query);

struct NamedAccount {
  std::string name;
  AccountPtr account;  // must be kept while its store is used
};
// Returns the account that the parameter "account" names, or without it the caller's, or the only
// account of the server.
AdminResult<NamedAccount> AccountOf(const AdminCall& call);
// Returns the account that the parameter names, or without it all accounts that the caller may
// access.
AdminResult<std::vector<NamedAccount>> AccountsOf(const AdminCall& call);

wire::Response AdminJson(int status, std::string body);
inline wire::Response AdminJson(JsonWriter& json) { return AdminJson(200, json.Take()); }
wire::Response ToResponse(const AdminError& error);

}  // namespace rowhouse::admin
