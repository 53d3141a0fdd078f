#include "settings/access_policy_xml.h"

#include "base/ascii.h"
#include "base/unicode.h"
#include "entity/limits.h"
#include "settings/xml_input.h"
#include "settings/xml_output.h"

#include <algorithm>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::string_view kPermissions = "raud";

bool IsPermission(std::string_view letters) {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (kPermissions.find(letters[i]) == std::string_view::npos) return false;
    if (letters.find(letters[i], i + 1) != std::string_view::npos) return false;
  }
  return true;
}

// The text of a child that may be missing, which is equivalent to empty.
Result<std::string> OptionalText(pugi::xml_node element, const char* name) {
  if (!element.child(name)) return std::string();
  auto text = ChildText(element, name);
  if (!text) return text;
  return std::string(TrimSpaces(*text));
}

Result<std::optional<DateTime>> OptionalTime(pugi::xml_node element, const char* name) {
  const auto text = OptionalText(element, name);
  if (!text) return tl::unexpected(text.error());
  if (text->empty()) return std::optional<DateTime>();
  const auto time = DateTime::Parse(*text);
  if (!time) return InvalidXml(std::string(name) + " is not a time");
  return time;
}

Status ReadFields(pugi::xml_node element, AccessPolicy& policy) {
  if (auto known = CheckChildren(element, {"Start", "Expiry", "Permission"}); !known) {
    return known;
  }
  const auto start = OptionalTime(element, "Start");
  if (!start) return tl::unexpected(start.error());
  const auto expiry = OptionalTime(element, "Expiry");
  if (!expiry) return tl::unexpected(expiry.error());
  auto permission = OptionalText(element, "Permission");
  if (!permission) return tl::unexpected(permission.error());
  if (!IsPermission(*permission)) return InvalidXmlValue("an invalid letter in Permission");
  policy.start = *start;
  policy.expiry = *expiry;
  policy.permissions = *std::move(permission);
  return {};
}

Result<AccessPolicy> ReadPolicy(pugi::xml_node element) {
  if (const auto known = CheckChildren(element, {"Id", "AccessPolicy"}); !known) {
    return tl::unexpected(known.error());
  }
  auto id = ChildText(element, "Id");
  if (!id) return tl::unexpected(id.error());
  if (id->empty() || Utf16Length(*id) > limits::kPolicyIdUnitsMax) {
    return InvalidXml("an Id is empty or too long");
  }
  AccessPolicy policy{.id = *std::move(id)};
  if (const auto read = ReadFields(element.child("AccessPolicy"), policy); !read) {
    return tl::unexpected(read.error());
  }
  return policy;
}

}  // namespace

Result<AccessPolicies> ParseAccessPolicies(std::string_view xml) {
  AccessPolicies policies;
  if (xml.empty()) return policies;
  const auto document = LoadXml(xml, "SignedIdentifiers");
  if (!document) return tl::unexpected(document.error());
  for (const auto child : document->Root().children()) {
    if (std::string_view(child.name()) != "SignedIdentifier") {
      return InvalidXml("text or an unknown element in SignedIdentifiers");
    }
    if (policies.size() == limits::kAccessPoliciesMax) return InvalidXml("too many identifiers");
    auto policy = ReadPolicy(child);
    if (!policy) return tl::unexpected(policy.error());
    if (FindPolicy(policies, policy->id)) return InvalidXml("duplicate Id");
    policies.push_back(*std::move(policy));
  }
  return policies;
}

std::string WriteAccessPolicies(std::span<const AccessPolicy> policies) {
  std::string xml(kXmlHead);
  if (policies.empty()) return xml + "<SignedIdentifiers />";
  xml += "<SignedIdentifiers>";
  for (const AccessPolicy& policy : policies) {
    xml += "<SignedIdentifier>";
    AppendXmlElement(xml, "Id", policy.id);
    std::string fields;
    if (policy.start) AppendXmlElement(fields, "Start", policy.start->ToStringSevenDigits());
    if (policy.expiry) AppendXmlElement(fields, "Expiry", policy.expiry->ToStringSevenDigits());
    if (!policy.permissions.empty()) AppendXmlElement(fields, "Permission", policy.permissions);
    if (!fields.empty()) xml += "<AccessPolicy>" + fields + "</AccessPolicy>";
    xml += "</SignedIdentifier>";
  }
  return xml + "</SignedIdentifiers>";
}

}  // namespace rowhouse
