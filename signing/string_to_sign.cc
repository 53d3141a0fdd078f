#include "signing/string_to_sign.h"

#include "base/ascii.h"
#include "base/percent.h"
#include "signing/hmac.h"

#include <algorithm>
#include <array>
#include <openssl/evp.h>

namespace rowhouse {

extern const std::string_view kDevelopmentKeyBase64 =
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/"
    "K1SZFPTOtr/KBHBeksoGMGw==";

namespace {

constexpr std::string_view kSharedKeyLite = "SharedKeyLite";

// The decoded value of the first parameter named `name`, ignoring case, as when the request is
// read. A value that cannot be decoded is returned as it is.
std::optional<std::string> QueryParameter(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    const std::size_t equals = pair.find('=');
    const auto decoded = PercentDecode(pair.substr(0, equals));
    if (!decoded || !EqualsIgnoringAsciiCase(*decoded, name)) continue;
    if (equals == std::string_view::npos) return "";
    const std::string_view value = pair.substr(equals + 1);
    return PercentDecode(value).value_or(std::string(value));
  }
  return std::nullopt;
}

// The part of the string-to-sign that precedes the path.
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

}  // namespace

std::optional<std::string_view> SignedDate(const SignedRequest& request) {
  return request.x_ms_date ? request.x_ms_date : request.date;
}

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

}  // namespace rowhouse
