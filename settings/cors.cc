#include "settings/cors.h"

#include "base/ascii.h"
#include "settings/header_prefix.h"

#include <algorithm>

namespace rowhouse {
namespace {

constexpr std::string_view kAny = "*";

bool Contains(const std::vector<std::string>& list, std::string_view item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

// `pattern` is a name or "prefix*".
bool MatchesHeader(std::string_view pattern, std::string_view name) {
  if (!IsHeaderPrefix(pattern)) return EqualsIgnoringAsciiCase(pattern, name);
  pattern.remove_suffix(1);
  return EqualsIgnoringAsciiCase(pattern, name.substr(0, pattern.size()));
}

bool AllowsHeaders(const CorsRule& rule, std::string_view headers) {
  while (!headers.empty()) {
    const std::size_t end = std::min(headers.find(','), headers.size());
    const std::string_view name = TrimSpaces(headers.substr(0, end));
    headers.remove_prefix(std::min(end + 1, headers.size()));
    const bool allowed =
        name.empty() ||
        std::any_of(rule.allowed_headers.begin(), rule.allowed_headers.end(),
                    [name](std::string_view pattern) { return MatchesHeader(pattern, name); });
    if (!allowed) return false;
  }
  return true;
}

// Without an origin, only a rule for any origin matches.
std::optional<CorsGrant> Select(std::span<const CorsRule> rules,
                                std::optional<std::string_view> origin, std::string_view method) {
  for (const CorsRule& rule : rules) {
    if (!Contains(rule.allowed_methods, method)) continue;
    if (Contains(rule.allowed_origins, kAny)) {
      return CorsGrant{.allow_origin = std::string(kAny), .rule = &rule};
    }
    if (origin && Contains(rule.allowed_origins, *origin)) {
      return CorsGrant{
          .allow_origin = std::string(*origin), .allow_credentials = true, .rule = &rule};
    }
  }
  return std::nullopt;
}

void AppendName(std::string& list, std::string_view name) {
  if (!list.empty()) list += ',';
  list += name;
}

}  // namespace

std::optional<CorsGrant> GrantPreflight(std::span<const CorsRule> rules,
                                        const PreflightRequest& request) {
  auto grant = Select(rules, request.origin, request.method);
  if (grant && !AllowsHeaders(*grant->rule, request.headers)) grant.reset();
  return grant;
}

CorsAnswer AnswerCors(std::span<const CorsRule> rules, std::optional<std::string_view> origin,
                      std::string_view method) {
  const bool is_read = method == "GET" || method == "HEAD";
  if (rules.empty() || (!origin && !is_read)) return {};
  CorsAnswer answer{.grant = Select(rules, origin, method)};
  answer.vary_origin = is_read && !(answer.grant && answer.grant->allow_origin == kAny);
  return answer;
}

std::string ExposedHeaders(const CorsRule& rule, std::span<const std::string_view> answer_headers) {
  std::string list;
  for (const std::string& pattern : rule.exposed_headers) {
    if (!IsHeaderPrefix(pattern)) AppendName(list, pattern);
  }
  for (const std::string_view name : answer_headers) {
    const auto matches = [name](std::string_view pattern) {
      return IsHeaderPrefix(pattern) && MatchesHeader(pattern, name);
    };
    if (std::any_of(rule.exposed_headers.begin(), rule.exposed_headers.end(), matches)) {
      AppendName(list, name);
    }
  }
  return list;
}

}  // namespace rowhouse
