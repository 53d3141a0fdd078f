// Access policies, service properties and statistics (spec 5.4-5.8): requests and answers are XML,
// errors are those of the front end.

#include "settings/access_policy_xml.h"
#include "settings/service_properties_xml.h"
#include "table_service/operations/cors_headers.h"
#include "table_service/operations/handlers.h"

#include <utility>

namespace rowhouse::operations {
namespace {

wire::Response XmlAnswer(std::string xml) {
  wire::Response response;
  response.headers.emplace_back("Content-Type", "application/xml");
  response.body = std::move(xml);
  response.chunked = true;
  return response;
}

// Answers with the store's error in the form of the front end.
void AnswerFrontEndFailure(const ServiceCall& call, Error error) {
  error.stage = ErrorStage::kFrontEnd;
  AnswerFailure(call, error);
}

Status SetAcl(const ServiceCall& call) {
  const std::string& table = call.target.resource.table;
  if (auto exists = call.store->RequireTable(table); !exists) return exists;
  auto policies = ParseAccessPolicies(call.request.body);
  if (!policies) return tl::unexpected(policies.error());
  return call.store->SetAccessPolicies(table, *std::move(policies));
}

PropertiesForm FormOf(const ServiceCall& call) {
  return PropertiesFormOf(call.request.Header("x-ms-version"));
}

Status SetProperties(const ServiceCall& call) {
  const auto change = ParseServiceProperties(call.request.body, FormOf(call));
  if (!change) return tl::unexpected(change.error());
  if (auto checked = CheckNewServiceProperties(*change); !checked) return checked;
  return call.store->ChangeServiceProperties(*change);
}

}  // namespace

void HandleGetAcl(const ServiceCall& call) {
  const auto policies = call.store->GetAccessPolicies(call.target.resource.table);
  if (!policies) return AnswerFrontEndFailure(call, policies.error());
  Answer(call, XmlAnswer(WriteAccessPolicies(**policies)));
}

void HandleSetAcl(const ServiceCall& call) {
  if (const auto set = SetAcl(call); !set) return AnswerFrontEndFailure(call, set.error());
  Answer(call, {.status = 204});
}

void HandleGetServiceProperties(const ServiceCall& call) {
  const auto properties = call.store->GetServiceProperties();
  Answer(call, XmlAnswer(WriteServiceProperties(*properties, FormOf(call))));
}

void HandleSetServiceProperties(const ServiceCall& call) {
  if (const auto set = SetProperties(call); !set) return AnswerFrontEndFailure(call, set.error());
  Answer(call, {.status = 202, .chunked = true});
}

void HandleGetServiceStats(const ServiceCall& call) {
  if (!call.address.secondary) {
    return AnswerFailure(call, Error(ErrorCode::kInvalidQueryParameterValue));
  }
  Answer(call, XmlAnswer(WriteServiceStats(call.service.now())));
}

void HandlePreflight(const ServiceCall& call) {
  const auto properties = call.store->GetServiceProperties();
  auto response = AnswerPreflight(call.request, properties->cors);
  if (!response) return AnswerFailure(call, response.error());
  Answer(call, *std::move(response));
}

}  // namespace rowhouse::operations
