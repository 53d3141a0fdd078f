#pragma once
// The transport over cpprestsdk's http_client, whose headers stop at the .cc file.

#include <memory>
#include <rowhouse/options.h>
#include <rowhouse/transport.h>

namespace rowhouse::tables {

// Of the options those about TLS and the proxy count. std::invalid_argument: ca_file has no
// certificates, or `proxy` cannot be read.
std::shared_ptr<Transport> MakeHttpTransport(const ClientOptions& options);

}  // namespace rowhouse::tables
