#pragma once
// The answers to a browser that opens the address of the server.

#include "table_service/wire/message.h"

namespace rowhouse::admin {

// Returns true for what only browsers request: "/" and "/_rowhouse/" as HTML, "/_rowhouse", and the
// icon and the rules for robots that they ask for by themselves. Clients of the table service send
// no such request: theirs are signed, name a version or accept no HTML.
bool IsFromBrowser(const wire::Request& request);

// Returns a page, the way to it, or 404 for the files. The answers are open to everybody and contain
// nothing of the data. REQUIRES: IsFromBrowser(request)
wire::Response AnswerBrowser(const wire::Request& request);

}  // namespace rowhouse::admin
