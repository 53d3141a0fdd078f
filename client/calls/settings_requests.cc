#include "client/calls/settings_requests.h"

#include "base/unicode.h"
#include "settings/access_policy_xml.h"
#include "settings/service_properties_xml.h"

#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace rowhouse::tables {
namespace {

constexpr std::string_view kPropertiesQuery = "restype=service&comp=properties";

// Our XML writers begin with the byte order mark that the service's answers have; requests go
// without.
std::string WithoutMark(std::string_view xml) {
  return std::string(xml.starts_with(kByteOrderMark) ? xml.substr(kByteOrderMark.size()) : xml);
}

CallSpec PutXml(std::string path, std::string_view query, std::string_view xml) {
  CallSpec spec{.method = "PUT",
                .path = std::move(path),
                .query = std::string(query),
                .headers = {{"Accept", "application/xml"}, {"Content-Type", "application/xml"}},
                .body = WithoutMark(xml)};
  spec.safety = Safety::kRepeatable;
  return spec;
}

CallSpec GetXml(std::string path, std::string_view query) {
  return {.method = "GET",
          .path = std::move(path),
          .query = std::string(query),
          .headers = {{"Accept", "application/xml"}}};
}

std::string AclPath(std::string_view table) { return fmt::format("/{}", table); }

}  // namespace

Operation<AccessPolicies> GetAccessPoliciesRequest(std::string_view table) {
  return {.spec = GetXml(AclPath(table), "comp=acl"), .read = [](Answer& answer) {
            auto policies = ParseAccessPolicies(answer.response.body);
            if (!policies) throw UnreadableAnswer("the list of access policies cannot be read");
            return *std::move(policies);
          }};
}

Operation<Nothing> SetAccessPoliciesRequest(std::string_view table,
                                            const AccessPolicies& policies) {
  const std::string xml = WriteAccessPolicies(policies);
  if (const auto checked = ParseAccessPolicies(xml); !checked) {
    throw std::invalid_argument(fmt::format(
        "not a valid list of access policies: {}",
        checked.error().detail.empty() ? checked.error().message : checked.error().detail));
  }
  return {.spec = PutXml(AclPath(table), "comp=acl", xml),
          .read = [](Answer&) { return Nothing{}; }};
}

Operation<ServiceProperties> GetPropertiesRequest() {
  return {.spec = GetXml("/", kPropertiesQuery), .read = [](Answer& answer) {
            const auto read =
                ParseServiceProperties(answer.response.body, PropertiesForm::kCurrent);
            if (!read) throw UnreadableAnswer("the service properties cannot be read");
            // A section that the service leaves out is off.
            return read->AppliedTo({.hour_metrics = {}});
          }};
}

Operation<Nothing> SetPropertiesRequest(const ServicePropertiesChange& change) {
  return {.spec = PutXml("/", kPropertiesQuery, WriteServicePropertiesChange(change)),
          .read = [](Answer&) { return Nothing{}; }};
}

Operation<ServiceStatistics> GetStatisticsRequest() {
  Operation<ServiceStatistics> operation{
      .spec = GetXml("/", "restype=service&comp=stats"), .read = [](Answer& answer) {
        auto statistics = ParseServiceStats(answer.response.body);
        if (!statistics) throw UnreadableAnswer("the statistics cannot be read");
        return *std::move(statistics);
      }};
  operation.spec.secondary = true;
  return operation;
}

}  // namespace rowhouse::tables
