#pragma once
// The admin routes: one table says which there are, who may call them and where they run.

#include "table_service/admin/admin_call.h"

#include <string_view>

namespace rowhouse::admin {

struct AdminRoute {
  enum class Access : std::uint8_t { kOpen, kGuarded };
  enum class Thread : std::uint8_t { kIo, kWorker };  // kIo: not longer than a point read

  std::string_view method;
  std::string_view name;  // after the prefix
  Access access;
  Thread thread;
  AdminResult<wire::Response> (*run)(const AdminCall&);
};

// Paths under /_rowhouse/, which no account can have.
bool IsAdminPath(std::string_view path);

// REQUIRES of the two: IsAdminPath(path)
bool IsOpenRoute(std::string_view path);
AdminResult<const AdminRoute*> FindRoute(std::string_view method, std::string_view path);

}  // namespace rowhouse::admin
