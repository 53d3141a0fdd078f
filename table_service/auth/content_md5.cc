#include "table_service/auth/content_md5.h"

#include <array>
#include <cstdlib>
#include <openssl/evp.h>
#include <string>

namespace rowhouse {
namespace {

constexpr std::size_t kMd5Bytes = 16;
constexpr std::size_t kEncodedSize = 24;  // 22 digits and "=="

std::string EncodedMd5(std::string_view body) {
  std::array<unsigned char, kMd5Bytes> sum{};
  unsigned int size = 0;
  if (EVP_Digest(body.data(), body.size(), sum.data(), &size, EVP_md5(), nullptr) != 1 ||
      size != sum.size()) {
    std::abort();
  }
  std::array<unsigned char, kEncodedSize + 1> text{};  // with the NUL that OpenSSL writes
  EVP_EncodeBlock(text.data(), sum.data(), static_cast<int>(sum.size()));
  return {reinterpret_cast<const char*>(text.data()), kEncodedSize};
}

}  // namespace

Status CheckContentMd5(std::optional<std::string_view> header, std::string_view body) {
  if (!header || header->empty()) return {};
  if (*header != EncodedMd5(body)) return Fail(ErrorCode::kMd5Mismatch);
  return {};
}

}  // namespace rowhouse
