#pragma once
// Where an account is and how its requests are signed: read from connection strings, endpoints and
// SAS URLs. Pure.

#include <optional>
#include <rowhouse/sas.h>
#include <rowhouse/token.h>
#include <string>
#include <string_view>

namespace rowhouse::tables {

// "http://host:port" and what precedes every path, "" or "/account", without a slash at
// its end.
struct Endpoint {
  std::string origin = {};
  std::string base_path = {};
};

struct AccountAddress {
  Endpoint primary = {};
  Endpoint secondary = {};  // for statistics
  std::string account = {};
  std::optional<SharedKeyCredential> credential = {};
  TokenCallback token = {};    // null: signed with one of the others
  std::string sas_query = {};  // without '?'; empty: signed with one of the others
};

struct TableAddress {
  AccountAddress account = {};
  std::string table = {};
};

// All throw std::invalid_argument, and never quote a key or a signature.
AccountAddress ParseConnectionString(std::string_view text);
AccountAddress AddressOf(std::string_view endpoint, const SharedKeyCredential& credential);
// Also refuses an endpoint where others could read the tokens.
AccountAddress AddressOf(std::string_view endpoint, TokenCallback token);
AccountAddress ParseAccountSasUrl(std::string_view url);
TableAddress ParseTableSasUrl(std::string_view url);

// std::invalid_argument: `authority` is not a name or an IPv4 address, and perhaps a port.
void RequireAuthority(std::string_view authority);

// "host:port" of an origin ("http://host:port").
std::string_view AuthorityOf(std::string_view origin);

// std::invalid_argument: no table can be called `name`.
void RequireTableName(std::string_view name);

}  // namespace rowhouse::tables
