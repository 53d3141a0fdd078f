#pragma once
// The answers to a browser that opens the address of the server.

#include "table_service/wire/message.h"

#include <optional>

namespace rowhouse::admin {

// Returns the answer to a browser: a page for "/" and "/_rowhouse/", the way there for
// "/_rowhouse", and 404 for the icon and the rules for robots that browsers ask for unasked. Returns
// nothing for all other requests, among them all that a client of the table service sends: those
// are signed, name a version or accept no HTML. The answers are open to everybody and contain
// nothing of the data.
std::optional<wire::Response> FindWebPage(const wire::Request& request);

}  // namespace rowhouse::admin
