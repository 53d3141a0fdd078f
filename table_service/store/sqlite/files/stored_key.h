#pragma once
// Keys as the files store them: in CESU-8, whose byte order is the order of the service (UTF-16
// code units), so that SQLite's memcmp sorts correctly. Nearly all keys are the same in both forms.

#include "base/unicode.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

// The stored form of a key, copied only if it differs. Borrows the text it was made from.
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

// Returns true if a stored key is certainly the same in UTF-8. Surrogates begin with byte ED. So do
// the Hangul from U+D000 on, which are the same, too.
inline bool IsPlainKey(std::string_view stored) {
  return stored.find('\xed') == std::string_view::npos;
}

// Returns a stored key as UTF-8; uses `buffer` only if the forms differ.
inline std::string_view PlainKey(std::string_view stored, std::string& buffer) {
  if (IsPlainKey(stored)) return stored;
  buffer = FromCesu8(stored);
  return buffer;
}

// Returns the smallest possible key after a stored one; keys never contain NUL.
inline std::string SuccessorOf(std::string_view stored) { return std::string(stored) + '\0'; }

}  // namespace rowhouse::sqlite
