#pragma once
// The answers to a browser that opens the address of the server.

#include "table_service/console/assets.h"
#include "table_service/wire/message.h"

namespace rowhouse::admin {

// Returns true for what only browsers request: "/" and "/_rowhouse/" as HTML, "/_rowhouse", the
// files of the console, and the icon and the rules for robots that they ask for by themselves.
// Clients of the table service send no such request: theirs are signed, name a version or accept no
// HTML.
bool IsFromBrowser(const wire::Request& request);

// Returns a file of the console or the way to it, a plain page if `console` is empty, or 404. The
// answers are open to everybody and contain nothing of the data. REQUIRES: IsFromBrowser(request)
wire::Response AnswerBrowser(const wire::Request& request, console::Assets console);

}  // namespace rowhouse::admin
