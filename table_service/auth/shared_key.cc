#include "table_service/auth/shared_key.h"

#include "base/ascii.h"
#include "base/date_time.h"
#include "base/percent.h"
#include "base/secrets.h"
#include "signing/hmac.h"
#include "table_service/auth/refusal.h"

#include <algorithm>
#include <utility>

namespace rowhouse {

namespace {

constexpr std::string_view kSharedKey = "SharedKey";
constexpr std::string_view kSharedKeyLite = "SharedKeyLite";
constexpr std::string_view kBearer = "Bearer";
constexpr std::string_view kFirstVersionWithChallenge = "2020-12-06";

bool IsSubDelimiter(char c) {
  return std::string_view("!$&'()*+,;=:@").find(c) != std::string::npos;
}

// Returns the path with those escapes decoded that proxies may decode: the characters that a path
// may contain unencoded.
std::string WithRawDelimiters(std::string_view path) {
  std::string text;
  text.reserve(path.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '%' && i + 2 < path.size()) {
      const auto decoded = PercentDecode(path.substr(i, 3));
      if (decoded && IsSubDelimiter(decoded->front())) {
        text += decoded->front();
        i += 2;
        continue;
      }
    }
    text += path[i];
  }
  return text;
}

std::string WithEncodedQuotes(std::string_view path) {
  std::string text;
  text.reserve(path.size());
  for (const char c : path) {
    if (c == '\'') {
      text += "%27";
    } else {
      text += c;
    }
  }
  return text;
}

// Returns "/ACCOUNT/..." for "/ACCOUNT-secondary/...", and no value for other paths.
std::optional<std::string> WithPrimaryAccount(std::string_view path, std::string_view account) {
  const std::string secondary = "/" + std::string(account) + "-secondary";
  if (!path.starts_with(secondary)) return std::nullopt;
  const std::string_view rest = path.substr(secondary.size());
  if (!rest.empty() && rest.front() != '/') return std::nullopt;
  return "/" + std::string(account) + std::string(rest);
}

// Returns the other spellings of the path that a client may have signed before a proxy changed it
// (spec 2.2).
std::vector<std::string> OtherSpellings(std::string_view raw, std::string_view account) {
  std::vector<std::string> paths = {std::string(raw)};
  const auto add = [&paths](std::string path) {
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) {
      paths.push_back(std::move(path));
    }
  };
  if (auto primary = WithPrimaryAccount(raw, account)) add(*std::move(primary));
  for (std::size_t i = 0, given = paths.size(); i < given; ++i) {
    const std::string decoded = WithRawDelimiters(paths[i]);
    add(decoded);
    add(WithEncodedQuotes(paths[i]));
    add(WithEncodedQuotes(decoded));
  }
  paths.erase(paths.begin());
  return paths;
}

bool IsChallenged(const SignedRequest& request) {
  return request.x_ms_version && *request.x_ms_version >= kFirstVersionWithChallenge;
}

Status RefuseWithoutHeader(const SignedRequest& request) {
  return Fail(IsChallenged(request) ? ErrorCode::kNoAuthenticationInformation
                                    : ErrorCode::kAuthenticationFailed);
}

struct SharedKeyCredentials {
  std::string_view scheme;
  std::string_view account;
  std::string_view signature;
};

// Parses "SCHEME ACCOUNT:SIGNATURE" with a scheme of Shared Key.
std::optional<SharedKeyCredentials> SplitAuthorization(std::string_view authorization) {
  const std::string_view header = TrimBlanks(authorization);
  const std::size_t space = header.find(' ');
  const std::string_view scheme = header.substr(0, space);
  if (space == std::string_view::npos || (!EqualsIgnoringAsciiCase(scheme, kSharedKey) &&
                                          !EqualsIgnoringAsciiCase(scheme, kSharedKeyLite))) {
    return std::nullopt;
  }
  const std::string_view rest = TrimBlanks(header.substr(space));
  const std::size_t colon = rest.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == rest.size()) {
    return std::nullopt;
  }
  return SharedKeyCredentials{scheme, rest.substr(0, colon), rest.substr(colon + 1)};
}

bool IsBearerToken(std::string_view authorization) {
  const std::string_view header = TrimBlanks(authorization);
  return EqualsIgnoringAsciiCase(header.substr(0, header.find(' ')), kBearer);
}

Result<SharedKeyCredentials> ParseAuthorization(const SignedRequest& request) {
  if (IsBearerToken(*request.authorization)) {
    return Fail(IsChallenged(request) ? ErrorCode::kInvalidBearerToken
                                      : ErrorCode::kAuthenticationFailed);
  }
  const auto credentials = SplitAuthorization(*request.authorization);
  if (!credentials) return Fail(ErrorCode::kInvalidAuthenticationInfo);
  return *credentials;
}

Status CheckDate(const SignedRequest& request, std::chrono::system_clock::time_point now,
                 const AuthPolicy& policy) {
  const auto text = SignedDate(request);
  if (!text || text->empty()) return FailWithDetail("neither x-ms-date nor Date");
  if (policy.clock_skew_max == std::chrono::minutes::zero()) return {};
  const auto date = ParseHttpDate(*text);
  if (!date) return FailWithDetail("the date is not in RFC 1123 form: " + ShownValue(*text));
  if (*date < now - policy.clock_skew_max || *date > now + policy.clock_skew_max) {
    return FailWithDetail("the date differs too much from the server's time: " +
                          std::string(*text));
  }
  return {};
}

bool IsSignedByOneOf(const std::vector<std::string>& keys, std::string_view text,
                     std::string_view signature) {
  for (const std::string& key : keys) {
    if (EqualsInConstantTime(Sign(key, text), signature)) return true;
  }
  return false;
}

}  // namespace

std::string_view ClaimedAccount(std::string_view authorization) {
  const auto credentials = SplitAuthorization(authorization);
  return credentials ? credentials->account : std::string_view();
}

Status Authenticate(const SignedRequest& request, std::string_view account, const AccountKeys& keys,
                    std::chrono::system_clock::time_point now, const AuthPolicy& policy) {
  if (!request.authorization) return RefuseWithoutHeader(request);
  const auto credentials = ParseAuthorization(request);
  if (!credentials) return tl::unexpected<Error>(credentials.error());
  if (credentials->account != account) {
    return FailWithDetail(
        "the account in the Authorization header is not the account in the address");
  }
  if (auto date = CheckDate(request, now, policy); !date) return date;

  const std::string text = StringToSign(credentials->scheme, account, request);
  if (IsSignedByOneOf(keys.keys, text, credentials->signature)) return {};
  SignedRequest other = request;
  for (const std::string& path : OtherSpellings(request.raw_path, account)) {
    other.raw_path = path;
    const std::string other_text = StringToSign(credentials->scheme, account, other);
    if (IsSignedByOneOf(keys.keys, other_text, credentials->signature)) return {};
  }
  return FailWithDetail(std::string(kStringToSignDetail) + text);
}

}  // namespace rowhouse
