#include "table_service/operations/admin_routes.h"

#include "table_service/operations/admin_handlers.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace rowhouse::operations {
namespace {

constexpr std::string_view kAdminPrefix = "/_rowhouse/";

enum class Access : std::uint8_t { kOpen, kGuarded };
enum class Place : std::uint8_t { kHere, kWorker };  // kHere: not longer than a point read

struct Route {
  std::string_view method;
  std::string_view name;  // behind the prefix
  Access access;
  Place place;
  AdminResult<wire::Response> (*run)(const AdminCall&);
};

constexpr std::array kRoutes = {
    Route{"GET", "health", Access::kOpen, Place::kHere, GetHealth},
    Route{"GET", "hotspots", Access::kGuarded, Place::kWorker, GetHotspots},
    Route{"GET", "activity", Access::kGuarded, Place::kWorker, GetActivity},
    Route{"GET", "count", Access::kGuarded, Place::kWorker, CountTable},
    Route{"POST", "backup", Access::kGuarded, Place::kWorker, CreateBackup},
    Route{"POST", "restore", Access::kGuarded, Place::kWorker, RestoreBackup},
    Route{"GET", "backups", Access::kGuarded, Place::kWorker, ListBackups},
    Route{"POST", "reset", Access::kGuarded, Place::kWorker, ResetAccount},
    Route{"GET", "partitions", Access::kGuarded, Place::kWorker, GetPartitions},
    Route{"GET", "metrics", Access::kGuarded, Place::kWorker, GetMetrics},
};

AdminError NoSuchRoute() {
  std::string message = "There is no such admin route. There are:";
  std::string_view separator = " ";
  for (const Route& route : kRoutes) {
    message += fmt::format("{}{} {}{}", separator, route.method, kAdminPrefix, route.name);
    separator = ", ";
  }
  return {.status = 404, .code = "NoSuchRoute", .message = message + "."};
}

bool IsOpen(std::string_view name) {
  return std::any_of(kRoutes.begin(), kRoutes.end(), [&](const Route& route) {
    return route.name == name && route.access == Access::kOpen;
  });
}

AdminResult<const Route*> FindRoute(std::string_view method, std::string_view name) {
  AdminError error = NoSuchRoute();
  for (const Route& route : kRoutes) {
    if (route.name != name) continue;
    if (route.method == method) return &route;
    error = {.status = 405,
             .code = "MethodNotAllowed",
             .message = fmt::format("Call this admin route by {}.", route.method)};
    error.headers.emplace_back("Allow", route.method);
  }
  return tl::unexpected(std::move(error));
}

wire::Response Run(const Route& route, const wire::Request& request, AdminGrant grant,
                   const AdminServices& services) {
  const auto parameters = ParseAdminParameters(request.Query());
  if (!parameters) return ToResponse(parameters.error());
  auto response = route.run({.request = request,
                             .parameters = *parameters,
                             .caller = std::move(grant.account),
                             .services = services});
  return response ? *std::move(response) : ToResponse(response.error());
}

struct AdmittedCall {
  const Route* route = nullptr;
  AdminGrant grant = {};
};

AdminResult<AdmittedCall> Admit(const wire::Request& request, const AdminServices& services,
                                const AdminRules& rules) {
  const std::string_view name = request.Path().substr(kAdminPrefix.size());
  AdminResult<AdminGrant> grant;
  if (!IsOpen(name)) {
    grant = AuthorizeAdmin(request, services.accounts, rules.policy, rules.now, rules.auth);
  }
  if (!grant) return tl::unexpected(grant.error());
  const auto route = FindRoute(request.method, name);
  if (!route) return tl::unexpected(route.error());
  return AdmittedCall{.route = *route, .grant = *std::move(grant)};
}

}  // namespace

bool IsAdminPath(std::string_view path) { return path.starts_with(kAdminPrefix); }

void HandleAdmin(const CallPtr& call, const AdminServices& services, const AdminRules& rules,
                 WorkerPool& workers) {
  auto admitted = Admit(call->request, services, rules);
  if (!admitted) return Answer(*call, ToResponse(admitted.error()));
  if (admitted->route->place == Place::kHere) {
    return Answer(*call,
                  Run(*admitted->route, call->request, std::move(admitted->grant), services));
  }
  PostCall(workers, call, [call, admitted = *std::move(admitted), &services] {
    Answer(*call, Run(*admitted.route, call->request, admitted.grant, services));
  });
}

std::optional<wire::Response> CheckAdminHead(const wire::Request& head,
                                             const AdminServices& services,
                                             const AdminRules& rules) {
  auto admitted = Admit(head, services, rules);
  if (!admitted) return ToResponse(admitted.error());
  if (admitted->route->access == Access::kGuarded) return std::nullopt;
  return Run(*admitted->route, head, std::move(admitted->grant), services);
}

}  // namespace rowhouse::operations
