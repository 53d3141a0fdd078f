// XML bodies: what is read of access policies and service properties is written so that it reads as
// the same again.

#include "settings/access_policy_xml.h"
#include "settings/service_properties_xml.h"
#include "tests/fuzz/fuzzer.h"

namespace {

using rowhouse::Require;

void CheckPolicies(std::string_view xml) {
  const auto policies = rowhouse::ParseAccessPolicies(xml);
  if (!policies) return;
  const auto again = rowhouse::ParseAccessPolicies(rowhouse::WriteAccessPolicies(*policies));
  Require(again && *again == *policies, "policies survive writing");
}

void CheckProperties(std::string_view xml, rowhouse::PropertiesForm form) {
  const auto change = rowhouse::ParseServiceProperties(xml, form);
  if (!change || !rowhouse::CheckNewServiceProperties(*change)) return;
  const rowhouse::ServiceProperties properties = change->AppliedTo({});
  const auto again = rowhouse::ParseServiceProperties(
      rowhouse::WriteServicePropertiesChange(*change), rowhouse::PropertiesForm::kCurrent);
  Require(again && again->AppliedTo({}) == properties, "a change survives writing");
  const auto shown =
      rowhouse::ParseServiceProperties(rowhouse::WriteServiceProperties(properties, form), form);
  Require(shown.has_value(), "what is answered can be set");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view xml = rowhouse::AsText(data, size);
  CheckPolicies(xml);
  CheckProperties(xml, rowhouse::PropertiesForm::kCurrent);
  CheckProperties(xml, rowhouse::PropertiesForm::kFirst);
  (void)rowhouse::ParseServiceStats(xml);
  return 0;
}
