#pragma once
// The CORS rules of an account, and what they grant to a request. Spec 5.6, 5.7, 5.9. Pure.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

struct CorsRule {
  std::vector<std::string> allowed_methods = {};
  std::vector<std::string> allowed_origins = {};  // "*": any origin
  // Names of headers, and prefixes of names that end with '*'. The literal names come first, as the
  // service returns them in that order.
  std::vector<std::string> allowed_headers = {};
  std::vector<std::string> exposed_headers = {};
  int max_age_seconds = 0;

  bool operator==(const CorsRule&) const = default;
};

struct PreflightRequest {
  std::string_view origin;
  std::string_view method;        // Access-Control-Request-Method
  std::string_view headers = {};  // Access-Control-Request-Headers: names separated by commas
};

// The values of an answer's Access-Control- headers.
struct CorsGrant {
  std::string allow_origin;        // the origin, or "*" if the rule allows any origin
  bool allow_credentials = false;  // never together with "*"
  const CorsRule* rule = nullptr;  // points into the given rules; never null
};

// The first rule that allows the origin and the method decides, even if a later one would allow the
// headers, too. No value: rejected.
std::optional<CorsGrant> GrantPreflight(std::span<const CorsRule> rules,
                                        const PreflightRequest& request);

struct CorsAnswer {
  bool vary_origin = false;  // the answer must say "Vary: Origin"
  std::optional<CorsGrant> grant = {};
};

// For a request other than a preflight, possibly without Origin: a GET without one is granted what
// every origin is granted.
CorsAnswer AnswerCors(std::span<const CorsRule> rules, std::optional<std::string_view> origin,
                      std::string_view method);

// The value of Access-Control-Expose-Headers: the literal names of the rule, and those names in
// `answer_headers` that match a prefix of the rule.
std::string ExposedHeaders(const CorsRule& rule, std::span<const std::string_view> answer_headers);

}  // namespace rowhouse
