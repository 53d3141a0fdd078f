#include "table_service/admin/admin_routes.h"

#include "table_service/admin/admin_handlers.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace rowhouse::admin {
namespace {

constexpr std::string_view kAdminPrefix = "/_rowhouse/";

using Protection = AdminRoute::Protection;
using Thread = AdminRoute::Thread;

constexpr std::array kRoutes = {
    AdminRoute{"GET", "health", Protection::kOpen, Thread::kIo, GetHealth},
    AdminRoute{"GET", "accounts", Protection::kGuarded, Thread::kIo, ListAccounts},
    AdminRoute{"GET", "hotspots", Protection::kGuarded, Thread::kWorker, GetHotspots},
    AdminRoute{"GET", "activity", Protection::kGuarded, Thread::kWorker, GetActivity},
    AdminRoute{"GET", "tables", Protection::kGuarded, Thread::kWorker, ListTables},
    AdminRoute{"GET", "count", Protection::kGuarded, Thread::kWorker, CountTable},
    AdminRoute{"POST", "backup", Protection::kGuarded, Thread::kWorker, CreateBackup},
    AdminRoute{"DELETE", "backup", Protection::kGuarded, Thread::kWorker, DeleteBackup},
    AdminRoute{"POST", "restore", Protection::kGuarded, Thread::kWorker, RestoreBackup},
    AdminRoute{"GET", "backups", Protection::kGuarded, Thread::kWorker, ListBackups},
    AdminRoute{"POST", "reset", Protection::kGuarded, Thread::kWorker, ResetAccount},
    AdminRoute{"GET", "partitions", Protection::kGuarded, Thread::kWorker, GetPartitions},
    AdminRoute{"GET", "plan", Protection::kGuarded, Thread::kWorker, GetPlan},
    AdminRoute{"GET", "requests", Protection::kGuarded, Thread::kWorker, GetRequests},
    AdminRoute{"GET", "metrics", Protection::kGuarded, Thread::kWorker, GetMetrics},
};

AdminError NoSuchRoute() {
  std::string message = "There is no such admin route. The admin routes are:";
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
    return route.name == NameOf(path) && route.protection == Protection::kOpen;
  });
}

AdminResult<const AdminRoute*> FindRoute(std::string_view method, std::string_view path) {
  std::vector<std::string_view> methods;
  std::vector<std::string_view> allowed;
  for (const AdminRoute& route : kRoutes) {
    if (route.name != NameOf(path)) continue;
    const bool has_head = route.method == "GET";
    if (route.method == method || (has_head && method == "HEAD")) return &route;
    methods.push_back(route.method);
    allowed.push_back(has_head ? "GET, HEAD" : route.method);
  }
  if (methods.empty()) return tl::unexpected(NoSuchRoute());
  AdminError error = {.status = 405,
                      .code = "MethodNotAllowed",
                      .message = fmt::format("Call this admin route with the method {}.",
                                             fmt::join(methods, " or "))};
  error.headers.emplace_back("Allow", fmt::format("{}", fmt::join(allowed, ", ")));
  return tl::unexpected(std::move(error));
}

}  // namespace rowhouse::admin
