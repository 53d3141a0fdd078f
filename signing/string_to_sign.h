#pragma once
// The texts that Shared Key and Shared Key Lite sign, byte for byte (spec 2.2). Pure.

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

inline constexpr std::string_view kDevelopmentAccount = "devstoreaccount1";
extern const std::string_view kDevelopmentKeyBase64;

// The parts of a request that are signed or describe the signature. Views into the request.
struct SignedRequest {
  std::string_view method = {};     // as on the request line, upper case
  std::string_view raw_path = {};   // as on the request line, still encoded, without query
  std::string_view raw_query = {};  // without '?'
  std::optional<std::string_view> authorization = {};
  std::optional<std::string_view> date = {};  // Date
  std::optional<std::string_view> x_ms_date = {};
  std::optional<std::string_view> content_type = {};
  std::optional<std::string_view> content_md5 = {};
  std::optional<std::string_view> x_ms_version = {};
};

// The effective date: x-ms-date, or else Date.
std::optional<std::string_view> SignedDate(const SignedRequest& request);

// The text that `scheme` ("SharedKey" or "SharedKeyLite") signs for `account`.
std::string StringToSign(std::string_view scheme, std::string_view account,
                         const SignedRequest& request);
// base64(HMAC-SHA256(key, text)).
std::string Sign(std::string_view key, std::string_view text);

}  // namespace rowhouse
