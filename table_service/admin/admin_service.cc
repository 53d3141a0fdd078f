#include "table_service/admin/admin_service.h"

#include "base/guarded.h"
#include "table_service/admin/web_pages.h"
#include "table_service/traffic/traffic.h"
#include "table_service/wire/access_log.h"

#include <memory>
#include <utility>

namespace rowhouse::admin {

AdminService::AdminService(const AccountDirectory& accounts, Traffic& traffic, AdminOptions options)
    : options_(std::move(options)),
      sizes_(accounts),
      services_{.accounts = accounts,
                .traffic = traffic,
                .sizes = sizes_,
                .server = options_.server,
                .open_on_loopback = options_.policy.open_on_loopback,
                .allow_reset = options_.policy.allow_reset,
                .backups = options_.backups},
      workers_(options_.worker_threads) {}

bool IsAdminRequest(const wire::Request& request) {
  return IsAdminPath(request.Path()) || IsFromBrowser(request);
}

template <class Work>
void AdminService::Guard(const wire::ReceivedRequest& received, Work&& work) const noexcept {
  if (RunGuarded("request", received.id, work)) return;
  RunGuarded("answering request", received.id, [&] {
    if (received.IsAnswered()) return;
    Answer(received,
           ToResponse(AdminError{.status = 500,
                                 .code = "InternalError",
                                 .message = "The request failed; see the server's log."}));
  });
}

void AdminService::Handle(wire::Request request, wire::Responder respond) {
  const auto received =
      std::make_shared<const wire::ReceivedRequest>(std::move(request), std::move(respond));
  Guard(*received, [&] { Serve(received); });
}

void AdminService::Serve(const ReceivedRequestPtr& received) {
  const wire::Request& request = received->request;
  if (IsFromBrowser(request)) return Answer(*received, AnswerBrowser(request, options_.console));
  auto admitted = Admit(request);
  if (!admitted) return Answer(*received, ToResponse(admitted.error()));
  if (admitted->route->thread == AdminRoute::Thread::kIo) {
    return Answer(*received, Run(*admitted, received->request));
  }
  workers_.Post([this, received, admitted = *std::move(admitted)] {
    Guard(*received, [&] { Answer(*received, Run(admitted, received->request)); });
  });
}

std::optional<wire::Response> AdminService::CheckHead(const wire::Request& head) {
  if (IsFromBrowser(head)) return std::nullopt;
  std::optional<wire::Response> answer;
  const wire::ReceivedRequest received(
      head, [&](wire::Response response) { answer = std::move(response); });
  const auto admitted = Admit(head);
  if (!admitted) {
    Answer(received, ToResponse(admitted.error()));
  } else if (admitted->route->protection == AdminRoute::Protection::kOpen) {
    Answer(received, Run(*admitted, head));
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

void AdminService::Answer(const wire::ReceivedRequest& received, wire::Response response) const {
  wire::AddCommonHeaders(received, received.request.Header("x-ms-version").value_or(""), response);
  RunGuarded("logging request", received.id, [&] { wire::LogAnswer(received, response); });
  services_.traffic.meter().CountRequest(RequestKind::kAdmin, response.status,
                                         std::chrono::steady_clock::now() - received.begin);
  received.Respond(std::move(response));
}

}  // namespace rowhouse::admin
