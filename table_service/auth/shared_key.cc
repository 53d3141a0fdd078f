#include "table_service/auth/shared_key.h"

#include "entity/date_time.h"
#include "entity/unicode.h"
#include "table_service/auth/hmac.h"

#include <algorithm>
#include <array>
#include <openssl/evp.h>
#include <utility>

namespace rowhouse {

extern const std::string_view kDevelopmentKeyBase64 =
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/"
    "K1SZFPTOtr/KBHBeksoGMGw==";

namespace {

constexpr std::string_view kSharedKey = "SharedKey";
constexpr std::string_view kSharedKeyLite = "SharedKeyLite";
constexpr std::string_view kBearer = "Bearer";
constexpr std::string_view kFirstVersionWithChallenge = "2020-12-06";

// The decoded value of the first parameter called `name`. A value that cannot be decoded stands for
// itself.
std::optional<std::string> QueryParameter(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    const std::size_t equals = pair.find('=');
    if (PercentDecode(pair.substr(0, equals)) != name) continue;
    if (equals == std::string_view::npos) return "";
    const std::string_view value = pair.substr(equals + 1);
    return PercentDecode(value).value_or(std::string(value));
  }
  return std::nullopt;
}

std::optional<std::string_view> SignedDate(const SignedRequest& request) {
  return request.x_ms_date ? request.x_ms_date : request.date;
}

// Everything of the string-to-sign that stands in front of the path.
std::string SignedPrefix(std::string_view scheme, std::string_view account,
                         const SignedRequest& request) {
  std::string text;
  if (!EqualsIgnoringAsciiCase(scheme, kSharedKeyLite)) {
    text.append(request.method).append("\n");
    text.append(request.content_md5.value_or("")).append("\n");
    text.append(request.content_type.value_or("")).append("\n");
  }
  text.append(SignedDate(request).value_or("")).append("\n/").append(account);
  return text;
}

std::string SignedSuffix(const SignedRequest& request) {
  const auto comp = QueryParameter(request.raw_query, "comp");
  return comp ? "?comp=" + *comp : "";
}

bool IsSubDelimiter(char c) {
  return std::string_view("!$&'()*+,;=:@").find(c) != std::string::npos;
}

// The path with what proxies like to decode decoded: the characters that a path may carry raw.
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

// "/ACCOUNT-secondary/..." as "/ACCOUNT/...", if the path begins so.
std::optional<std::string> WithPrimaryAccount(std::string_view path, std::string_view account) {
  const std::string secondary = "/" + std::string(account) + "-secondary";
  if (!path.starts_with(secondary)) return std::nullopt;
  const std::string_view rest = path.substr(secondary.size());
  if (!rest.empty() && rest.front() != '/') return std::nullopt;
  return "/" + std::string(account) + std::string(rest);
}

// The other spellings of the path that a client may have signed before a proxy changed it
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

tl::unexpected<Error> FailWithDetail(std::string detail) {
  Error error(ErrorCode::kAuthenticationFailed);
  error.detail = std::move(detail);
  return tl::unexpected<Error>(std::move(error));
}

struct Credentials {
  std::string_view scheme;
  std::string_view account;
  std::string_view signature;
};

std::string_view TrimSpaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

Result<Credentials> ParseAuthorization(const SignedRequest& request) {
  const std::string_view header = TrimSpaces(*request.authorization);
  const std::size_t space = header.find(' ');
  const std::string_view scheme = header.substr(0, space);
  if (EqualsIgnoringAsciiCase(scheme, kBearer)) {
    return Fail(IsChallenged(request) ? ErrorCode::kInvalidBearerToken
                                      : ErrorCode::kAuthenticationFailed);
  }
  if (space == std::string_view::npos || (!EqualsIgnoringAsciiCase(scheme, kSharedKey) &&
                                          !EqualsIgnoringAsciiCase(scheme, kSharedKeyLite))) {
    return Fail(ErrorCode::kInvalidAuthenticationInfo);
  }
  const std::string_view rest = TrimSpaces(header.substr(space));
  const std::size_t colon = rest.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == rest.size()) {
    return Fail(ErrorCode::kInvalidAuthenticationInfo);
  }
  return Credentials{scheme, rest.substr(0, colon), rest.substr(colon + 1)};
}

Status CheckDate(const SignedRequest& request, std::chrono::system_clock::time_point now,
                 const AuthPolicy& policy) {
  const auto text = SignedDate(request);
  if (!text || text->empty()) return FailWithDetail("neither x-ms-date nor Date");
  if (policy.clock_skew_max == std::chrono::minutes::zero()) return {};
  const auto date = ParseHttpDate(*text);
  if (!date) return FailWithDetail("the date is not in RFC 1123 form: " + std::string(*text));
  if (*date < now - policy.clock_skew_max || *date > now + policy.clock_skew_max) {
    return FailWithDetail("the date is too far from the server's: " + std::string(*text));
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

std::string StringToSign(std::string_view scheme, std::string_view account,
                         const SignedRequest& request) {
  return SignedPrefix(scheme, account, request)
      .append(request.raw_path)
      .append(SignedSuffix(request));
}

std::string Sign(std::string_view key, std::string_view text) {
  const Sha256Code code = HmacSha256(key, text);
  std::array<unsigned char, 4 * ((code.size() + 2) / 3) + 1> base64{};
  const int size = EVP_EncodeBlock(base64.data(), code.data(), static_cast<int>(code.size()));
  return {base64.begin(), base64.begin() + size};
}

Status Authenticate(const SignedRequest& request, std::string_view account, const AccountKeys& keys,
                    std::chrono::system_clock::time_point now, const AuthPolicy& policy) {
  if (!request.authorization) return RefuseWithoutHeader(request);
  const auto credentials = ParseAuthorization(request);
  if (!credentials) return tl::unexpected<Error>(credentials.error());
  if (credentials->account != account) {
    return FailWithDetail("the account of the Authorization header is not that of the address");
  }
  if (auto date = CheckDate(request, now, policy); !date) return date;

  const std::string text = StringToSign(credentials->scheme, account, request);
  if (IsSignedByOneOf(keys.keys, text, credentials->signature)) return {};
  const std::string prefix = SignedPrefix(credentials->scheme, account, request);
  const std::string suffix = SignedSuffix(request);
  for (const std::string& path : OtherSpellings(request.raw_path, account)) {
    std::string other = prefix;
    other.append(path).append(suffix);
    if (IsSignedByOneOf(keys.keys, other, credentials->signature)) return {};
  }
  return FailWithDetail("string to sign: " + text);
}

}  // namespace rowhouse
