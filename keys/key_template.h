#pragma once
// A rule for making a PartitionKey, as people write it and as the advisor recommends it, e.g.
//   {letters(RowKey)}-{PartitionKey}     Q-2026-03-01
//   {PartitionKey}.{hash(RowKey,400)}    2026-03-01.017
//   {property(Site)}-{property(Device)}  berlin-4711
//
//   template := { text | "{{" | "}}" | "{" part "}" }
//   part     := source | "hash(" what "," count ")" | "letters(" what [ "," digits ] ")"
//             | "random(" count ")" | "time(" source "," unit ")"
//   what     := "random" | term { "+" term }
//   term     := source | "hash(" source "," count ")"
//   source   := "PartitionKey" | "RowKey" | "property(" name ")"
//   unit     := "year" | "month" | "day" | "hour" | "minute" | "second"
//
//   source   the unchanged text. The keys are the original ones of the entity. In the text of a
//            property, control characters and / \ # ? %, which keys cannot contain or which would
//            be ambiguous, are percent-encoded.
//   hash     KeyHash() of the texts, joined by line feeds, modulo count, in decimal with leading
//            zeros
//            A hash within a hash stands for its number: {letters(PartitionKey+hash(RowKey,4))}
//            has at most four values for one PartitionKey.
//   letters  the same hash modulo 52^digits in letters (key_hash.h); digits is 1 unless given
//   random   a random number or random letters
//   time     an xsd:dateTime text truncated to a unit: "2026-03-01T10" for hour
// Text outside the braces stands for itself. A name ends at the first ")".

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

namespace rowhouse {

enum class TimeUnit : std::uint8_t { kYear, kMonth, kDay, kHour, kMinute, kSecond };

struct KeySource {
  enum class Kind : std::uint8_t { kPartitionKey, kRowKey, kProperty };
  Kind kind = Kind::kPartitionKey;
  std::string property = {};
  std::uint64_t count = 0;  // within a hash: use the text's own hash modulo this; 0: the text

  bool operator==(const KeySource&) const = default;
};

// The inputs that a key is made from.
struct KeyInputs {
  std::string_view partition_key = {};
  std::string_view row_key = {};
  // The text of a property; none if the entity does not have it.
  std::function<std::optional<std::string>(std::string_view name)> property = {};
  std::uint64_t random_number = 0;  // for "random": a random or a consecutive number
};

class KeyTemplate {
 public:
  static constexpr std::uint64_t kCountMax = 1'000'000;
  static constexpr std::size_t kDigitsMax = 4;
  static constexpr std::size_t kTextMax = 4096;

  // The error is a message for people that names the position.
  static tl::expected<KeyTemplate, std::string> Parse(std::string_view text);

  // The key. The error is a message for people: a property is absent, a text is not a valid time,
  // or the service would not accept the result as a key.
  tl::expected<std::string, std::string> Apply(const KeyInputs& inputs) const;

  const std::string& Text() const { return text_; }
  bool IsRandom() const;
  bool Uses(KeySource::Kind kind) const;
  // The properties that the template uses, without duplicates.
  std::vector<std::string> Properties() const;

  // A part of a template, as parsed.
  struct Hashed {
    std::vector<KeySource> sources = {};  // none: random
    std::uint64_t count = 1;
    std::size_t letters = 0;  // 0: in decimal
  };
  struct CutTime {
    KeySource source = {};
    TimeUnit unit = TimeUnit::kDay;
  };
  using Part = std::variant<std::string, KeySource, Hashed, CutTime>;  // a string is literal text

 private:
  KeyTemplate(std::string text, std::vector<Part> parts)
      : text_(std::move(text)), parts_(std::move(parts)) {}
  std::vector<KeySource> Sources() const;

  std::string text_;
  std::vector<Part> parts_;
};

}  // namespace rowhouse
