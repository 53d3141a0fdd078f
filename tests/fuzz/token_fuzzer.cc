// Continuation tokens: what decodes is what encoding makes or the key itself, and everything else
// is refused.

#include "base/unicode.h"
#include "query/continuation.h"
#include "tests/fuzz/fuzzer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = rowhouse::AsText(data, size);
  if (const auto key = rowhouse::DecodeToken(text)) {
    rowhouse::Require(*key == text || rowhouse::EncodeToken(*key) == text,
                      "a token that decodes was encoded");
  }
  if (!rowhouse::IsValidUtf8(text)) return 0;  // no key
  const auto own = rowhouse::DecodeToken(rowhouse::EncodeToken(text));
  rowhouse::Require(own && *own == text, "a token of ours decodes to its key");
  return 0;
}
