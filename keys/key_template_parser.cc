#include "keys/key_hash.h"
#include "keys/key_template.h"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::array<std::pair<std::string_view, TimeUnit>, 6> kUnits = {
    {{"year", TimeUnit::kYear},
     {"month", TimeUnit::kMonth},
     {"day", TimeUnit::kDay},
     {"hour", TimeUnit::kHour},
     {"minute", TimeUnit::kMinute},
     {"second", TimeUnit::kSecond}}};

// Parses one template from start to end. Members named Take... consume what they match; the first
// fault is kept, and everything after it is ignored.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  tl::expected<std::vector<KeyTemplate::Part>, std::string> Run() {
    while (fault_.empty() && at_ < text_.size()) {
      if (Take("{{")) {
        plain_ += '{';
      } else if (Take("}}")) {
        plain_ += '}';
      } else if (Take("{")) {
        FlushPlain();
        parts_.push_back(TakePart());
        Expect("}");
      } else if (text_[at_] == '}') {
        Fail("a closing brace without an opening one (write }} for the character)");
      } else {
        plain_ += text_[at_++];
      }
    }
    FlushPlain();
    if (!fault_.empty()) return tl::unexpected<std::string>(fault_);
    return std::move(parts_);
  }

 private:
  bool Take(std::string_view token) {
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void Expect(std::string_view token) {
    if (!Take(token)) Fail(fmt::format("expected {}", token));
  }
  void Fail(std::string_view what) {
    if (fault_.empty()) fault_ = fmt::format("at character {}: {}", at_ + 1, what);
  }
  void FlushPlain() {
    if (!plain_.empty()) parts_.emplace_back(std::exchange(plain_, {}));
  }

  KeyTemplate::Part TakePart() {
    if (Take("hash(")) return TakeHash();
    if (Take("letters(")) return TakeLetters();
    if (Take("random(")) {
      KeyTemplate::Hashed part;
      part.count = TakeNumber(KeyTemplate::kCountMax);
      Expect(")");
      return part;
    }
    if (Take("time(")) return TakeTime();
    return TakeSource();
  }

  KeyTemplate::Hashed TakeHash() {
    KeyTemplate::Hashed part;
    part.sources = TakeSources();
    Expect(",");
    part.count = TakeNumber(KeyTemplate::kCountMax);
    Expect(")");
    return part;
  }

  KeyTemplate::Hashed TakeLetters() {
    KeyTemplate::Hashed part;
    part.sources = TakeSources();
    part.letters = Take(",") ? TakeNumber(KeyTemplate::kDigitsMax) : 1;
    for (std::size_t digit = 0; digit < part.letters; ++digit) part.count *= kLetterCount;
    Expect(")");
    return part;
  }

  KeyTemplate::CutTime TakeTime() {
    KeyTemplate::CutTime part;
    part.source = TakeSource();
    Expect(",");
    for (const auto& [name, unit] : kUnits) {
      if (Take(name)) {
        part.unit = unit;
        Expect(")");
        return part;
      }
    }
    Fail("expected year, month, day, hour, minute or second");
    return part;
  }

  std::vector<KeySource> TakeSources() {
    if (Take("random")) return {};
    std::vector<KeySource> sources;
    do sources.push_back(TakeTerm());
    while (fault_.empty() && Take("+"));
    return sources;
  }

  KeySource TakeTerm() {
    if (!Take("hash(")) return TakeSource();
    KeySource source = TakeSource();
    Expect(",");
    source.count = TakeNumber(KeyTemplate::kCountMax);
    Expect(")");
    return source;
  }

  KeySource TakeSource() {
    if (Take("PartitionKey")) return {KeySource::Kind::kPartitionKey};
    if (Take("RowKey")) return {KeySource::Kind::kRowKey};
    if (!Take("property(")) {
      Fail(
          "expected PartitionKey, RowKey, property(NAME), hash(...), letters(...), random(...) or "
          "time(...)");
      return {};
    }
    const std::size_t end = text_.find(')', at_);
    if (end == text_.npos || end == at_) {
      Fail("expected a property name and )");
      return {};
    }
    KeySource source{KeySource::Kind::kProperty, std::string(text_.substr(at_, end - at_))};
    at_ = end + 1;
    return source;
  }

  std::uint64_t TakeNumber(std::uint64_t max) {
    std::uint64_t number = 0;
    const char* const first = text_.data() + at_;
    const auto [end, error] = std::from_chars(first, text_.data() + text_.size(), number);
    if (error != std::errc() || number == 0 || number > max) {
      Fail(fmt::format("expected a number from 1 to {}", max));
      return 1;
    }
    at_ += static_cast<std::size_t>(end - first);
    return number;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string plain_;
  std::vector<KeyTemplate::Part> parts_;
  std::string fault_;
};

}  // namespace

tl::expected<KeyTemplate, std::string> KeyTemplate::Parse(std::string_view text) {
  if (text.size() > kTextMax)
    return tl::unexpected<std::string>(fmt::format("longer than {} bytes", kTextMax));
  auto parts = Parser(text).Run();
  if (!parts) return tl::unexpected<std::string>(std::move(parts).error());
  return KeyTemplate(std::string(text), *std::move(parts));
}

}  // namespace rowhouse
