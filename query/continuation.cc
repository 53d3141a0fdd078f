#include "query/continuation.h"

#include "base/unicode.h"
#include "entity/edm_value.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::string_view kVersion = "1!";

// The three base64 characters that a URL would have to encode, and their replacements.
constexpr std::string_view kBase64 = "=+/";
constexpr std::string_view kToken = "-*_";

void Replace(std::string& text, std::string_view from, std::string_view to) {
  for (char& character : text) {
    const std::size_t place = from.find(character);
    if (place != std::string_view::npos) {
      character = to[place];
    }
  }
}

}  // namespace

std::string EncodeToken(std::string_view key) {
  std::string text = Binary{{key.begin(), key.end()}}.ToBase64();
  Replace(text, kBase64, kToken);
  return fmt::format("{}{}!{}", kVersion, text.size(), text);
}

Result<std::string> DecodeToken(std::string_view token) {
  if (!token.empty() && !token.starts_with(kVersion) && IsValidUtf8(token)) {
    return std::string(token);
  }
  const std::size_t mark = token.find('!', std::min(kVersion.size(), token.size()));
  if (mark != std::string_view::npos) {
    std::string text(token.substr(mark + 1));
    Replace(text, kToken, kBase64);
    if (const std::optional<Binary> bytes = Binary::ParseBase64(text)) {
      std::string key(bytes->bytes.begin(), bytes->bytes.end());
      // Encoding the key again shows whether version, length and padding are as we write them.
      if (IsValidUtf8(key) && EncodeToken(key) == token) {
        return key;
      }
    }
  }
  return Fail(ErrorCode::kInvalidInput);
}

Result<std::optional<EntityKey>> DecodeResumeKey(std::optional<std::string_view> partition_token,
                                                 std::optional<std::string_view> row_token) {
  if (!partition_token) {
    if (row_token) {
      return Fail(ErrorCode::kInvalidInput);
    }
    return std::nullopt;
  }
  Result<std::string> partition = DecodeToken(*partition_token);
  Result<std::string> row = row_token ? DecodeToken(*row_token) : std::string();
  if (!partition || !row) {
    return Fail(ErrorCode::kInvalidInput);
  }
  return EntityKey{*std::move(partition), *std::move(row)};
}

}  // namespace rowhouse
