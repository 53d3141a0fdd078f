#pragma once
// Shared Key Lite for the Table service, as a client makes it (spec 2.2).

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse::bench {

class Signer {
 public:
  // Fails with a text for the user when `key_base64` is not base64.
  static tl::expected<Signer, std::string> Create(std::string account, std::string_view key_base64);

  // The value of the Authorization header. `path` is the path of the request line, encoded, without
  // query; `date` is the value of x-ms-date.
  std::string Authorization(std::string_view date, std::string_view path) const;

 private:
  Signer(std::string account, std::string key);
  std::string account_;
  std::string key_;  // decoded
};

}  // namespace rowhouse::bench
