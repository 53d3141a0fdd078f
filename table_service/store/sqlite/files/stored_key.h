#pragma once
// Keys as the files hold them: CESU-8, whose byte order is the order of the service (UTF-16 units),
// so that SQLite's memcmp sorts right. Nearly every key is the same text in both forms.

#include "base/unicode.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

// The stored form of a key, copied only when it differs. Borrows the text it is made of.
class StoredKey {
 public:
  explicit StoredKey(std::string_view utf8) : view_(utf8) {
    const bool has_supplementary = std::any_of(
        utf8.begin(), utf8.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xf0; });
    if (has_supplementary) {
      copy_ = ToCesu8(utf8);
      view_ = copy_;
    }
  }
  StoredKey(const StoredKey&) = delete;
  StoredKey& operator=(const StoredKey&) = delete;

  std::string_view view() const { return view_; }

 private:
  std::string copy_;
  std::string_view view_;
};

// The way back: `buffer` is used only when the forms differ.
inline std::string_view PlainKey(std::string_view stored, std::string& buffer) {
  // A surrogate begins with byte ED; so do the few Hangul above U+D000, which come back unchanged.
  if (stored.find('\xed') == std::string_view::npos) return stored;
  buffer = FromCesu8(stored);
  return buffer;
}

// The next key after a stored one, with nothing between: keys hold no NUL.
inline std::string SuccessorOf(std::string_view stored) { return std::string(stored) + '\0'; }

}  // namespace rowhouse::sqlite
