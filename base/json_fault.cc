#include "base/json_fault.h"

namespace rowhouse {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// Every function reads one element at place_, and returns false if it is malformed there.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t depth_max) : text_(text), depth_max_(depth_max) {}

  std::optional<std::size_t> Fault() {
    SkipBlanks();
    if (!At('{') || !Value(0)) return too_deep_ ? std::nullopt : std::optional(place_);
    SkipBlanks();
    return place_ == text_.size() ? std::nullopt : std::optional(place_);
  }

 private:
  bool At(char letter) const { return place_ < text_.size() && text_[place_] == letter; }
  bool Take(char letter) {
    if (!At(letter)) return false;
    ++place_;
    return true;
  }
  bool TakeAnyOf(std::string_view letters) {
    if (place_ == text_.size() || letters.find(text_[place_]) == letters.npos) return false;
    ++place_;
    return true;
  }
  void SkipBlanks() {
    while (TakeAnyOf(kBlanks)) {
    }
  }

  bool Value(std::size_t depth) {
    if (depth > depth_max_) {
      too_deep_ = true;
      return false;
    }
    if (Take('{')) return Members('}', depth);
    if (Take('[')) return Members(']', depth);
    if (At('"')) return String();
    for (const std::string_view word : {"true", "false", "null"}) {
      if (At(word.front())) return Word(word);
    }
    return Number();
  }
  // The rest of an object or an array, after its opening bracket.
  bool Members(char end, std::size_t depth) {
    SkipBlanks();
    if (Take(end)) return true;
    do {
      SkipBlanks();
      if (end == '}') {
        if (!String()) return false;
        SkipBlanks();
        if (!Take(':')) return false;
        SkipBlanks();
      }
      if (!Value(depth + 1)) return false;
      SkipBlanks();
    } while (Take(','));
    return Take(end);
  }
  bool String() {
    if (!Take('"')) return false;
    while (!Take('"')) {
      if (place_ == text_.size() || static_cast<unsigned char>(text_[place_]) < 0x20) return false;
      if (!Take('\\')) {
        ++place_;
      } else if (Take('u')) {
        for (int digit = 0; digit < 4; ++digit) {
          if (!TakeAnyOf("0123456789abcdefABCDEF")) return false;
        }
      } else if (!TakeAnyOf("\"\\/bfnrt")) {
        return false;
      }
    }
    return true;
  }
  bool Word(std::string_view word) {
    for (const char letter : word) {
      if (!Take(letter)) return false;
    }
    return true;
  }
  bool Digits() {
    if (!TakeAnyOf("0123456789")) return false;
    while (TakeAnyOf("0123456789")) {
    }
    return true;
  }
  bool Number() {
    Take('-');
    if (!Take('0') && !Digits()) return false;
    if (Take('.') && !Digits()) return false;
    if (!TakeAnyOf("eE")) return true;
    TakeAnyOf("+-");
    return Digits();
  }

  std::string_view text_;
  std::size_t depth_max_;
  std::size_t place_ = 0;
  bool too_deep_ = false;
};

}  // namespace

std::optional<std::size_t> FindJsonFault(std::string_view text, std::size_t depth_max) {
  return Scanner(text, depth_max).Fault();
}

}  // namespace rowhouse
