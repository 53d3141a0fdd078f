#include "table_service/admin/admin_routes.h"

#include "table_service/admin/admin_handlers.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace rowhouse::admin {
namespace {

constexpr std::string_view kAdminPrefix = "/_rowhouse/";

using Access = AdminRoute::Access;
using Thread = AdminRoute::Thread;

constexpr std::array kRoutes = {
    AdminRoute{"GET", "health", Access::kOpen, Thread::kIo, GetHealth},
    AdminRoute{"GET", "hotspots", Access::kGuarded, Thread::kWorker, GetHotspots},
    AdminRoute{"GET", "activity", Access::kGuarded, Thread::kWorker, GetActivity},
    AdminRoute{"GET", "count", Access::kGuarded, Thread::kWorker, CountTable},
    AdminRoute{"POST", "backup", Access::kGuarded, Thread::kWorker, CreateBackup},
    AdminRoute{"POST", "restore", Access::kGuarded, Thread::kWorker, RestoreBackup},
    AdminRoute{"GET", "backups", Access::kGuarded, Thread::kWorker, ListBackups},
    AdminRoute{"POST", "reset", Access::kGuarded, Thread::kWorker, ResetAccount},
    AdminRoute{"GET", "partitions", Access::kGuarded, Thread::kWorker, GetPartitions},
    AdminRoute{"GET", "metrics", Access::kGuarded, Thread::kWorker, GetMetrics},
};

AdminError NoSuchRoute() {
  std::string message = "There is no such admin route. There are:";
  std::string_view separator = " ";
  for (const AdminRoute& route : kRoutes) {
    message += fmt::format("{}{} {}{}", separator, route.method, kAdminPrefix, route.name);
    separator = ", ";
  }
  return {.status = 404, .code = "NoSuchRoute", .message = message + "."};
}

std::string_view NameOf(std::string_view path) { return path.substr(kAdminPrefix.size()); }

}  // namespace

bool IsAdminPath(std::string_view path) { return path.starts_with(kAdminPrefix); }

bool IsOpenRoute(std::string_view path) {
  return std::any_of(kRoutes.begin(), kRoutes.end(), [&](const AdminRoute& route) {
    return route.name == NameOf(path) && route.access == Access::kOpen;
  });
}

AdminResult<const AdminRoute*> FindRoute(std::string_view method, std::string_view path) {
  AdminError error = NoSuchRoute();
  for (const AdminRoute& route : kRoutes) {
    if (route.name != NameOf(path)) continue;
    if (route.method == method) return &route;
    error = {.status = 405,
             .code = "MethodNotAllowed",
             .message = fmt::format("Call this admin route by {}.", route.method)};
    error.headers.emplace_back("Allow", route.method);
  }
  return tl::unexpected(std::move(error));
}

}  // namespace rowhouse::admin
