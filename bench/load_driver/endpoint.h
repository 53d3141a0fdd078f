#pragma once
// Where a Table service listens and how a request to it is written and signed.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse::bench {

// http://HOST[:PORT]/PATH; a Table endpoint in path style has the account in its path.
struct Endpoint {
  std::string host;
  std::uint16_t port = 80;
  std::string path;  // "/devstoreaccount1", without a slash at its end; may be empty

  std::string Authority() const;  // "127.0.0.1:10002"
};
// Failure: a text that says what a good URL looks like.
tl::expected<Endpoint, std::string> ParseEndpoint(std::string_view url);

// Whose requests they are.
struct Credential {
  std::string account;
  std::string key;  // decoded

  // Failure: a text for the user when `key_base64` is not base64.
  static tl::expected<Credential, std::string> Make(std::string account,
                                                    std::string_view key_base64);
};

// One request before it is signed.
struct Call {
  std::string_view method;
  std::string path;   // below the endpoint's, with its slash, encoded
  std::string query;  // encoded, without '?'; may be empty
  std::string content_type = {};
  std::string body = {};
  bool want_no_content = false;  // Prefer: return-no-content
};

// The whole HTTP/1.1 request, signed as of `now` with Shared Key Lite.
std::string RequestText(const Endpoint& endpoint, const Credential& credential, const Call& call,
                        std::chrono::system_clock::time_point now);

}  // namespace rowhouse::bench
