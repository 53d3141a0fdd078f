#include "bench/load_driver/signer.h"

#include <algorithm>
#include <array>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <utility>

namespace rowhouse::bench {
namespace {

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string EncodeBase64(const unsigned char* data, std::size_t size) {
  std::string text((size + 2) / 3 * 4 + 1, '\0');  // OpenSSL adds a NUL
  const int length =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), data, static_cast<int>(size));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

tl::expected<std::string, std::string> DecodeBase64(std::string_view text) {
  std::string bytes(text.size() / 4 * 3 + 3, '\0');
  const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()), Bytes(text),
                                     static_cast<int>(text.size()));
  if (text.empty() || text.size() % 4 != 0 || length < 0) {
    return tl::unexpected<std::string>("the account key is not base64");
  }
  // OpenSSL counts the bytes that padding stands for.
  const auto padding = std::count(text.end() - 2, text.end(), '=');
  bytes.resize(static_cast<std::size_t>(length) - static_cast<std::size_t>(padding));
  return bytes;
}

}  // namespace

tl::expected<Signer, std::string> Signer::Create(std::string account, std::string_view key_base64) {
  auto key = DecodeBase64(key_base64);
  if (!key) return tl::unexpected(std::move(key).error());
  return Signer(std::move(account), *std::move(key));
}

Signer::Signer(std::string account, std::string key)
    : account_(std::move(account)), key_(std::move(key)) {}

std::string Signer::Authorization(std::string_view date, std::string_view path) const {
  std::string text;
  text.reserve(date.size() + account_.size() + path.size() + 2);
  text.append(date).append("\n/").append(account_).append(path);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), key_.data(), static_cast<int>(key_.size()), Bytes(text), text.size(),
       digest.data(), &size);
  return "SharedKeyLite " + account_ + ":" + EncodeBase64(digest.data(), size);
}

}  // namespace rowhouse::bench
