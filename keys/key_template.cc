#include "keys/key_template.h"

#include "base/date_time.h"
#include "base/percent.h"
#include "base/unicode.h"
#include "entity/limits.h"
#include "entity/resource_address.h"
#include "keys/key_hash.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace rowhouse {
namespace {

using Text = tl::expected<std::string, std::string>;
using Failure = tl::unexpected<std::string>;

// Percent-encodes, in the text of a property, characters that keys must not contain, and '%'.
std::string EncodeForKey(std::string_view text) {
  if (!IsValidUtf8(text)) return PercentEncode(text);
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const auto next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0;
    const bool is_c1 = byte == 0xC2 && next < 0xA0;  // U+0080 to U+009F
    if (is_c1) {
      out += PercentEncode(text.substr(at, 2));
      ++at;
    } else if (byte < 0x20 || byte == 0x7F ||
               std::string_view("/\\#?%").find(text[at]) != std::string_view::npos) {
      fmt::format_to(std::back_inserter(out), "%{:02X}", byte);
    } else {
      out += text[at];
    }
  }
  return out;
}

// The raw text of a source.
Text TextOf(const KeySource& source, const KeyInputs& inputs) {
  switch (source.kind) {
    case KeySource::Kind::kPartitionKey:
      return std::string(inputs.partition_key);
    case KeySource::Kind::kRowKey:
      return std::string(inputs.row_key);
    case KeySource::Kind::kProperty:
      break;
  }
  std::optional<std::string> text;
  if (inputs.property) text = inputs.property(source.property);
  if (!text) return Failure(fmt::format("the entity has no property {}", source.property));
  return *std::move(text);
}

std::string HashNumber(std::string_view text, std::uint64_t count) {
  return PaddedNumber(KeyHash(text) % count, count);
}

// Appends the value of a part. Returns an error message, or nothing on success.
class Writer {
 public:
  Writer(std::string& out, const KeyInputs& inputs, std::uint64_t place)
      : out_(out), inputs_(inputs), place_(place) {}

  std::optional<std::string> operator()(const std::string& text) {
    out_ += text;
    return {};
  }
  std::optional<std::string> operator()(const KeySource& source) {
    auto text = TextOf(source, inputs_);
    if (!text) return text.error();
    out_ += source.kind == KeySource::Kind::kProperty ? EncodeForKey(*text) : *text;
    return {};
  }
  std::optional<std::string> operator()(const KeyTemplate::Hashed& part) {
    std::uint64_t number = MixBits(inputs_.random_number * 0x9E3779B97F4A7C15U + place_ + 1);
    if (!part.sources.empty()) {
      std::string joined;
      for (const KeySource& source : part.sources) {
        auto text = TextOf(source, inputs_);
        if (!text) return text.error();
        if (&source != &part.sources.front()) joined += '\n';
        joined += source.count == 0 ? *text : HashNumber(*text, source.count);
      }
      number = KeyHash(joined);
    }
    out_ += part.letters > 0 ? Letters(number, part.letters)
                             : PaddedNumber(number % part.count, part.count);
    return {};
  }
  std::optional<std::string> operator()(const KeyTemplate::CutTime& part) {
    auto text = TextOf(part.source, inputs_);
    if (!text) return text.error();
    const auto time = DateTime::Parse(*text);
    if (!time) return fmt::format("{} is not a valid time", *text);
    constexpr std::array<std::size_t, 6> lengths = {4, 7, 10, 13, 16, 19};  // by TimeUnit
    out_ += time->ToString().substr(0, lengths[static_cast<std::size_t>(part.unit)]);
    return {};
  }

 private:
  std::string& out_;
  const KeyInputs& inputs_;
  std::uint64_t place_;  // index of the part in the template
};

}  // namespace

Text KeyTemplate::Apply(const KeyInputs& inputs) const {
  std::string key;
  for (std::size_t place = 0; place < parts_.size(); ++place) {
    if (auto fault = std::visit(Writer(key, inputs, place), parts_[place])) {
      return Failure(*std::move(fault));
    }
  }
  if (!CheckKeyCharacters({key, {}}))
    return Failure(fmt::format("a key must not contain / \\ # ? or control characters: {}", key));
  if (!IsValidUtf8(key) || Utf16Length(key) > limits::kKeyUnitsMax) {
    return Failure(fmt::format("a key can have at most {} characters", limits::kKeyUnitsMax));
  }
  return key;
}

std::vector<KeySource> KeyTemplate::Sources() const {
  std::vector<KeySource> sources;
  for (const Part& part : parts_) {
    if (const auto* source = std::get_if<KeySource>(&part)) sources.push_back(*source);
    if (const auto* time = std::get_if<CutTime>(&part)) sources.push_back(time->source);
    if (const auto* hashed = std::get_if<Hashed>(&part)) {
      sources.insert(sources.end(), hashed->sources.begin(), hashed->sources.end());
    }
  }
  return sources;
}

bool KeyTemplate::IsRandom() const {
  return std::ranges::any_of(parts_, [](const Part& part) {
    const auto* hashed = std::get_if<Hashed>(&part);
    return hashed != nullptr && hashed->sources.empty();
  });
}

bool KeyTemplate::Uses(KeySource::Kind kind) const {
  return std::ranges::any_of(Sources(), [&](const KeySource& s) { return s.kind == kind; });
}

std::vector<std::string> KeyTemplate::Properties() const {
  std::vector<std::string> names;
  for (const KeySource& source : Sources()) {
    if (source.kind == KeySource::Kind::kProperty &&
        std::ranges::find(names, source.property) == names.end()) {
      names.push_back(source.property);
    }
  }
  return names;
}

}  // namespace rowhouse
