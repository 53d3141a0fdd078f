#pragma once
// What an admin route is given and what it answers: a route is a function from one to the other.
// Admin routes live under /_rowhouse/, which no account can be called.

#include "base/json_writer.h"
#include "table_service/accounts/account_directory.h"
#include "table_service/wire/message.h"

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

// Why a route does not do what it was asked for. The message is for a person and names the remedy.
// Answered as {"error":{"code":"...","message":"..."}}.
struct AdminError {
  int status = 400;
  std::string code = {};  // one word, for programs
  std::string message = {};
  HeaderList headers = {};
};
template <class T>
using AdminResult = tl::expected<T, AdminError>;

// What the store said of a table.
AdminError ToAdminError(const Error& error, std::string_view table);
tl::unexpected<AdminError> AdminFail(int status, std::string code, std::string message);

// What the routes work on. All of it outlives every call.
struct AdminServices {
  const AccountDirectory& accounts;
  Traffic& traffic;
  bool allow_reset = false;
  store::Backups* backups = nullptr;  // null: there are none
};

// Decoded, by name; of a parameter that comes twice the first one.
using AdminParameters = std::map<std::string, std::string, std::less<>>;

struct AdminCall {
  const wire::Request& request;
  const AdminParameters& parameters;
  // The account whose key signed the request: it sees nothing of the others. None: every account.
  std::optional<std::string> caller;
  const AdminServices& services;

  // No value: not sent, or empty.
  std::optional<std::string_view> Parameter(std::string_view name) const;
  // The same where it has to be there.
  AdminResult<std::string_view> RequiredParameter(std::string_view name) const;
  // A whole number; `standard` when it was not sent.
  AdminResult<std::size_t> NumberParameter(std::string_view name, std::size_t standard,
                                           std::size_t max) const;
};

AdminResult<AdminParameters> ParseAdminParameters(std::string_view raw_query);

struct NamedAccount {
  std::string name;
  AccountPtr account;  // hold it while its store is used
};
// The account that the parameter "account" names; without one the caller's own, or the only one
// that there is.
AdminResult<NamedAccount> AccountOf(const AdminCall& call);
// The same as a list: without the parameter all accounts that the caller may see.
AdminResult<std::vector<NamedAccount>> AccountsOf(const AdminCall& call);

wire::Response AdminJson(int status, std::string body);
inline wire::Response AdminJson(JsonWriter& json) { return AdminJson(200, json.Take()); }
wire::Response ToResponse(const AdminError& error);

}  // namespace rowhouse::admin
