#include "settings/cors_reader.h"

#include "base/ascii.h"
#include "entity/limits.h"
#include "settings/header_prefix.h"
#include "settings/xml_input.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::array<std::string_view, 8> kMethods{"DELETE", "GET",     "HEAD", "MERGE",
                                                   "POST",   "OPTIONS", "PUT",  "PATCH"};

using Items = std::vector<std::string>;

// The items of a list that is separated by commas. Adds the length of the text to `bytes`.
Result<Items> ReadList(pugi::xml_node rule, const char* name, std::size_t& bytes) {
  const auto text = ChildText(rule, name);
  if (!text) return tl::unexpected(text.error());
  std::string_view rest = TrimSpaces(*text);
  bytes += rest.size();
  Items items;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view item = TrimSpaces(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (item.empty() || item.size() > limits::kCorsItemBytesMax) {
      return InvalidXml("an empty or overlong item in " + std::string(name));
    }
    items.emplace_back(item);
  }
  return items;
}

Result<Items> ReadMethods(pugi::xml_node rule, std::size_t& bytes) {
  auto methods = ReadList(rule, "AllowedMethods", bytes);
  if (!methods) return methods;
  const bool known = std::all_of(methods->begin(), methods->end(), [](const std::string& method) {
    return std::find(kMethods.begin(), kMethods.end(), method) != kMethods.end();
  });
  if (methods->empty() || !known) return InvalidXml("no method, or an unknown one");
  return methods;
}

Result<Items> ReadOrigins(pugi::xml_node rule, std::size_t& bytes) {
  auto origins = ReadList(rule, "AllowedOrigins", bytes);
  if (!origins) return origins;
  if (origins->empty()) return InvalidXml("no origin");
  if (origins->size() > limits::kCorsOriginsMax) return InvalidXmlValue("too many origins");
  return origins;
}

Result<Items> ReadHeaders(pugi::xml_node rule, const char* name, std::size_t& bytes) {
  auto headers = ReadList(rule, name, bytes);
  if (!headers) return headers;
  const auto prefixes = std::stable_partition(
      headers->begin(), headers->end(), [](const auto& header) { return !IsHeaderPrefix(header); });
  const auto literal_count = static_cast<std::size_t>(prefixes - headers->begin());
  if (literal_count > limits::kCorsHeadersMax ||
      headers->size() - literal_count > limits::kCorsHeaderPrefixesMax) {
    return InvalidXmlValue("too many names in " + std::string(name));
  }
  return headers;
}

Result<CorsRule> ReadRule(pugi::xml_node element, std::size_t& bytes) {
  if (const auto known =
          CheckChildren(element, {"AllowedMethods", "AllowedOrigins", "AllowedHeaders",
                                  "ExposedHeaders", "MaxAgeInSeconds"});
      !known) {
    return tl::unexpected(known.error());
  }
  auto methods = ReadMethods(element, bytes);
  if (!methods) return tl::unexpected(methods.error());
  auto origins = ReadOrigins(element, bytes);
  if (!origins) return tl::unexpected(origins.error());
  auto allowed = ReadHeaders(element, "AllowedHeaders", bytes);
  if (!allowed) return tl::unexpected(allowed.error());
  auto exposed = ReadHeaders(element, "ExposedHeaders", bytes);
  if (!exposed) return tl::unexpected(exposed.error());
  const auto max_age = ChildNumber(element, "MaxAgeInSeconds", 0, std::numeric_limits<int>::max());
  if (!max_age) return tl::unexpected(max_age.error());
  return CorsRule{.allowed_methods = *std::move(methods),
                  .allowed_origins = *std::move(origins),
                  .allowed_headers = *std::move(allowed),
                  .exposed_headers = *std::move(exposed),
                  .max_age_seconds = *max_age};
}

}  // namespace

Result<std::vector<CorsRule>> ReadCorsRules(pugi::xml_node cors) {
  std::vector<CorsRule> rules;
  std::size_t bytes = 0;
  for (const auto child : cors.children()) {
    if (std::string_view(child.name()) != "CorsRule") {
      return InvalidXml("text or an unknown element in Cors");
    }
    if (rules.size() == limits::kCorsRulesMax) return InvalidXml("too many CORS rules");
    auto rule = ReadRule(child, bytes);
    if (!rule) return tl::unexpected(rule.error());
    rules.push_back(*std::move(rule));
  }
  if (bytes > limits::kCorsBytesMax) return InvalidXml("the CORS rules are too long");
  return rules;
}

}  // namespace rowhouse
