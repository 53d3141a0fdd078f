#pragma once
// From options to a client of the SDK.

#include "cli/connection_options.h"

#include <rowhouse/table_service_client.h>
#include <string>

namespace rowhouse::cli {

// CommandError, with the remedy, when the credentials are not complete or cannot be read. Warns on
// stderr of a config file that others can read.
Credentials FindCredentials(const ConnectionOptions& options);

tables::TableServiceClient Connect(const ConnectionOptions& options);
tables::TableServiceClient Connect(const ConnectionOptions& options,
                                   const Credentials& credentials);

}  // namespace rowhouse::cli
