#pragma once
// Include this to use the ...Async() calls.
//
//   table.GetAsync("p", "r").then([](pplx::task<Entity> done) { Use(done.get()); });
//
// A task ends with what the synchronous call returns, or with the exception that it throws.
// Continuations run on threads of the clients' own, started when all others are busy, and not on
// those that the connections need: blocking in one, even for another call, starves nothing.

#include <pplx/pplxtasks.h>
#include <rowhouse/table_client.h>          // IWYU pragma: export
#include <rowhouse/table_service_client.h>  // IWYU pragma: export
