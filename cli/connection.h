#pragma once
// From options to a client of the SDK.

#include "cli/connection_options.h"
#include "client/calls/address.h"

#include <rowhouse/table_service_client.h>
#include <string>

namespace rowhouse::cli {

// CommandError, with the remedy, when the credentials are not complete or cannot be read. Warns on
// stderr of a config file that others can read.
Credentials FindCredentials(const ConnectionOptions& options);

// CommandError: the credentials are not those of an account.
tables::AccountAddress AddressOf(const Credentials& credentials);

// How clients of that account connect: its certificates, and the proxy that the environment names
// ($HTTPS_PROXY, $HTTP_PROXY, $NO_PROXY). CommandError, with the variable, when that cannot be read.
tables::ClientOptions ClientOptionsFor(const ConnectionOptions& options,
                                       const tables::AccountAddress& address);

tables::TableServiceClient Connect(const ConnectionOptions& options);
tables::TableServiceClient Connect(const ConnectionOptions& options,
                                   const Credentials& credentials);

}  // namespace rowhouse::cli
