#pragma once
// From options to a client of the SDK.

#include "cli/connection_options.h"
#include "client/calls/address.h"

#include <rowhouse/options.h>
#include <rowhouse/table_client.h>
#include <rowhouse/table_service_client.h>
#include <string>

namespace rowhouse::cli {

// The config file that the options name, else the default one; empty where that does not exist.
// CommandError kUsage: the one that is named cannot be read. Warns on stderr of a file that others
// can read.
Config ReadConfig(const ConnectionOptions& options);

// CommandError, with the remedy, when the credentials are not complete or cannot be read. Warns as
// ReadConfig() does.
Credentials FindCredentials(const ConnectionOptions& options);

// CommandError: the credentials are not those of an account.
tables::AccountAddress AddressOf(const Credentials& credentials);

// How clients of that account connect: its certificates, and the proxy that the environment names
// ($HTTPS_PROXY, $HTTP_PROXY, $NO_PROXY); with a transport. CommandError, with the variable or the
// option, when that cannot be read.
tables::ClientOptions ClientOptionsFor(const ConnectionOptions& options,
                                       const tables::AccountAddress& address);

tables::TableServiceClient Connect(const ConnectionOptions& options);
tables::TableServiceClient Connect(const ConnectionOptions& options,
                                   const Credentials& credentials);

// Returns true if both are one table of one account: neither a host nor a table's name depends on
// case.
bool IsSameTable(const tables::TableClient& left, const tables::TableClient& right);

}  // namespace rowhouse::cli
