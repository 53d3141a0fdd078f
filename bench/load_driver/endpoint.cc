#include "bench/load_driver/endpoint.h"

#include "base/date_time.h"
#include "entity/edm_value.h"
#include "signing/string_to_sign.h"

#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace rowhouse::bench {
namespace {

constexpr std::string_view kScheme = "http://";

bool ParsePort(std::string_view text, std::uint16_t& port) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port != 0;
}

}  // namespace

std::string Endpoint::Authority() const { return fmt::format("{}:{}", host, port); }

tl::expected<Endpoint, std::string> ParseEndpoint(std::string_view url) {
  const auto refuse = [&] {
    return tl::unexpected(fmt::format(
        "endpoint '{}' is not of the form http://127.0.0.1:10002/devstoreaccount1", url));
  };
  if (url.substr(0, kScheme.size()) != kScheme) return refuse();
  const std::string_view rest = url.substr(kScheme.size());
  const std::string_view authority = rest.substr(0, rest.find('/'));
  const std::size_t colon = authority.rfind(':');
  Endpoint endpoint;
  endpoint.host = authority.substr(0, colon);
  endpoint.path = rest.substr(authority.size());
  while (!endpoint.path.empty() && endpoint.path.back() == '/') endpoint.path.pop_back();
  if (endpoint.host.empty()) return refuse();
  if (colon != std::string_view::npos && !ParsePort(authority.substr(colon + 1), endpoint.port)) {
    return refuse();
  }
  return endpoint;
}

tl::expected<Credential, std::string> Credential::Make(std::string account,
                                                       std::string_view key_base64) {
  const auto key = Binary::ParseBase64(key_base64);
  if (!key || key->bytes.empty()) {
    return tl::unexpected<std::string>("the account key is not base64");
  }
  return Credential{.account = std::move(account), .key = {key->bytes.begin(), key->bytes.end()}};
}

std::string RequestText(const Endpoint& endpoint, const Credential& credential, const Call& call,
                        std::chrono::system_clock::time_point now) {
  constexpr std::string_view scheme = "SharedKeyLite";
  const std::string path = endpoint.path + call.path;
  const std::string date = ToHttpDate(now);
  const std::string signature =
      Sign(credential.key,
           StringToSign(scheme, credential.account, {.raw_path = path, .x_ms_date = date}));
  std::string text = fmt::format(
      "{} {}{}{} HTTP/1.1\r\nHost: {}\r\nAuthorization: {} {}:{}\r\nx-ms-date: {}\r\n"
      "x-ms-version: 2019-02-02\r\nDataServiceVersion: 3.0\r\n"
      "Accept: application/json;odata=minimalmetadata\r\n",
      call.method, path, call.query.empty() ? "" : "?", call.query, endpoint.Authority(), scheme,
      credential.account, signature, date);
  if (call.want_no_content) text += "Prefer: return-no-content\r\n";
  if (!call.content_type.empty()) {
    text += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", call.content_type,
                        call.body.size());
  }
  text += "\r\n";
  text += call.body;
  return text;
}

}  // namespace rowhouse::bench
