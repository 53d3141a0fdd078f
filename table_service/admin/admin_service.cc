#include "table_service/admin/admin_service.h"

#include "base/guarded.h"
#include "table_service/traffic/traffic.h"
#include "table_service/wire/access_log.h"

#include <memory>
#include <utility>

namespace rowhouse::admin {

AdminService::AdminService(const AccountDirectory& accounts, Traffic& traffic, AdminOptions options)
    : services_{.accounts = accounts,
                .traffic = traffic,
                .allow_reset = options.policy.allow_reset,
                .backups = options.backups},
      options_(std::move(options)),
      workers_(options_.worker_threads) {}

template <class Work>
void AdminService::Guard(const wire::Arrival& arrival, Work&& work) const noexcept {
  if (RunGuarded("request", arrival.id, work)) return;
  RunGuarded("the answer to request", arrival.id, [&] {
    if (arrival.IsAnswered()) return;
    Answer(arrival, ToResponse(AdminError{.status = 500,
                                          .code = "InternalError",
                                          .message = "The server's log says what has failed."}));
  });
}

void AdminService::Handle(wire::Request request, wire::Responder respond) {
  const auto arrival =
      std::make_shared<const wire::Arrival>(std::move(request), std::move(respond));
  Guard(*arrival, [&] { Serve(arrival); });
}

void AdminService::Serve(const ArrivalPtr& arrival) {
  auto admitted = Admit(arrival->request);
  if (!admitted) return Answer(*arrival, ToResponse(admitted.error()));
  if (admitted->route->thread == AdminRoute::Thread::kIo) {
    return Answer(*arrival, Run(*admitted, arrival->request));
  }
  workers_.Post([this, arrival, admitted = *std::move(admitted)] {
    Guard(*arrival, [&] { Answer(*arrival, Run(admitted, arrival->request)); });
  });
}

std::optional<wire::Response> AdminService::CheckHead(const wire::Request& head) {
  std::optional<wire::Response> answer;
  const wire::Arrival arrival(head, [&](wire::Response response) { answer = std::move(response); });
  const auto admitted = Admit(head);
  if (!admitted) {
    Answer(arrival, ToResponse(admitted.error()));
  } else if (admitted->route->access == AdminRoute::Access::kOpen) {
    Answer(arrival, Run(*admitted, head));
  }
  return answer;
}

AdminResult<AdminService::AdmittedRequest> AdminService::Admit(const wire::Request& request) const {
  AdminResult<AdminGrant> grant;
  if (!IsOpenRoute(request.Path())) {
    grant = AuthorizeAdmin(request, services_.accounts, options_.policy, options_.clock(),
                           options_.auth);
  }
  if (!grant) return tl::unexpected(std::move(grant.error()));
  auto route = FindRoute(request.method, request.Path());
  if (!route) return tl::unexpected(std::move(route.error()));
  return AdmittedRequest{.route = *route, .grant = *std::move(grant)};
}

wire::Response AdminService::Run(const AdmittedRequest& admitted,
                                 const wire::Request& request) const {
  const auto parameters = ParseAdminParameters(request.Query());
  if (!parameters) return ToResponse(parameters.error());
  auto response = admitted.route->run({.request = request,
                                       .parameters = *parameters,
                                       .caller = admitted.grant.account,
                                       .services = services_});
  return response ? *std::move(response) : ToResponse(response.error());
}

void AdminService::Answer(const wire::Arrival& arrival, wire::Response response) const {
  wire::AddCommonHeaders(arrival, arrival.request.Header("x-ms-version").value_or(""), response);
  RunGuarded("the log line of request", arrival.id, [&] { wire::LogAnswer(arrival, response); });
  services_.traffic.meter().CountRequest(RequestKind::kAdmin, response.status,
                                         std::chrono::steady_clock::now() - arrival.begin);
  arrival.Respond(std::move(response));
}

}  // namespace rowhouse::admin
