#include "table_service/auth/content_md5.h"

#include "entity/edm_value.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <openssl/evp.h>

namespace rowhouse {
namespace {

using Md5 = std::array<unsigned char, 16>;

Md5 Md5Of(std::string_view body) {
  Md5 sum{};
  unsigned int size = 0;
  if (EVP_Digest(body.data(), body.size(), sum.data(), &size, EVP_md5(), nullptr) != 1 ||
      size != sum.size()) {
    std::abort();
  }
  return sum;
}

}  // namespace

Status CheckContentMd5(std::optional<std::string_view> header, std::string_view body) {
  if (!header || header->empty()) return {};
  const auto claimed = Binary::ParseBase64(*header);
  if (!claimed) return Fail(ErrorCode::kInvalidHeaderValue);
  const Md5 sum = Md5Of(body);
  if (claimed->bytes.size() != sum.size()) return Fail(ErrorCode::kInvalidMd5);
  if (!std::equal(sum.begin(), sum.end(), claimed->bytes.begin())) {
    return Fail(ErrorCode::kMd5Mismatch);
  }
  return {};
}

}  // namespace rowhouse
