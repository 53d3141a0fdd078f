#include "signing/hmac.h"

#include <cstdlib>
#include <memory>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <string>

namespace rowhouse {
namespace {

void Require(bool condition) {
  if (!condition) std::abort();
}

struct FreeContext {
  void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_MAC_CTX, FreeContext>;

// Fetching the algorithm and its digest takes ten times as long as computing a code, so each thread
// does it once.
Context NewContext() {
  EVP_MAC* mac = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
  Require(mac != nullptr);
  Context context(EVP_MAC_CTX_new(mac));
  EVP_MAC_free(mac);  // the context holds its own reference
  Require(context != nullptr);
  std::string digest = "SHA256";
  const std::array<OSSL_PARAM, 2> parameters = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
      OSSL_PARAM_construct_end()};
  Require(EVP_MAC_CTX_set_params(context.get(), parameters.data()) == 1);
  return context;
}

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

Sha256Code HmacSha256(std::string_view key, std::string_view text) {
  thread_local const Context context = NewContext();
  if (key.data() == nullptr) key = "";  // to OpenSSL a null key means "the key of the last call"
  Sha256Code code{};
  std::size_t size = 0;
  Require(EVP_MAC_init(context.get(), Bytes(key), key.size(), nullptr) == 1 &&
          EVP_MAC_update(context.get(), Bytes(text), text.size()) == 1 &&
          EVP_MAC_final(context.get(), code.data(), &size, code.size()) == 1 &&
          size == code.size());
  return code;
}

bool EqualsInConstantTime(std::string_view left, std::string_view right) {
  return left.size() == right.size() && CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

}  // namespace rowhouse
