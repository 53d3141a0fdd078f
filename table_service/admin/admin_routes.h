#pragma once
// The table of the admin routes: their names and methods, who may call them and where they run.

#include "table_service/admin/admin_call.h"

#include <string_view>

namespace rowhouse::admin {

struct AdminRoute {
  enum class Protection : std::uint8_t { kOpen, kGuarded };  // kGuarded: see AuthorizeAdmin()
  enum class Thread : std::uint8_t { kIo, kWorker };  // kIo: takes no longer than a point read

  std::string_view method;
  std::string_view name;  // after the prefix
  Protection protection;
  Thread thread;
  AdminResult<wire::Response> (*run)(const AdminCall&);
};

// Returns true for paths under /_rowhouse/, which no account can have.
bool IsAdminPath(std::string_view path);

// REQUIRES, for both: IsAdminPath(path)
bool IsOpenRoute(std::string_view path);
AdminResult<const AdminRoute*> FindRoute(std::string_view method, std::string_view path);

}  // namespace rowhouse::admin
