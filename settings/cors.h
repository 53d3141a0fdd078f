#pragma once
// Cross-origin rules of an account and what they grant to a request. Spec 5.6, 5.7, 5.9. Pure.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

struct CorsRule {
  std::vector<std::string> allowed_methods = {};
  std::vector<std::string> allowed_origins = {};  // "*": any
  // Names of headers, and names that end with '*' and stand for all that begin so. The literal
  // names come first: the service gives them back in that order.
  std::vector<std::string> allowed_headers = {};
  std::vector<std::string> exposed_headers = {};
  int max_age_seconds = 0;

  bool operator==(const CorsRule&) const = default;
};

struct PreflightRequest {
  std::string_view origin;
  std::string_view method;        // Access-Control-Request-Method
  std::string_view headers = {};  // Access-Control-Request-Headers: names with commas between
};

// The values of the Access-Control- headers of an answer.
struct CorsGrant {
  std::string allow_origin;        // the origin, or "*" when the rule allows any
  bool allow_credentials = false;  // not together with "*"
  const CorsRule* rule = nullptr;  // of the rules that were asked; never null
};

// The first rule that allows the origin and the method decides, even when a later one would allow
// the headers too. No value: refused.
std::optional<CorsGrant> GrantPreflight(std::span<const CorsRule> rules,
                                        const PreflightRequest& request);

struct CorsAnswer {
  bool vary_origin = false;  // the answer must say "Vary: Origin"
  std::optional<CorsGrant> grant = {};
};

// For a request that is no preflight, perhaps without Origin: a GET without one is granted what any
// origin is.
CorsAnswer AnswerCors(std::span<const CorsRule> rules, std::optional<std::string_view> origin,
                      std::string_view method);

// The value of Access-Control-Expose-Headers: the literal names of the rule, and those of
// `answer_headers` that a prefix of the rule stands for.
std::string ExposedHeaders(const CorsRule& rule, std::span<const std::string_view> answer_headers);

}  // namespace rowhouse
