#pragma once
// Serves the files of the web console.

#include "table_service/console/assets.h"
#include "table_service/wire/message.h"

namespace rowhouse::admin {

// Returns the asset at the path of the request, 304 if the client has it, or 404. The page may
// load and call nothing but this server, and no page may frame it or run script in it.
// REQUIRES: the method is GET or HEAD
wire::Response AnswerConsole(const wire::Request& request, console::Assets assets);

}  // namespace rowhouse::admin
