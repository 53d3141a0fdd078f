#include "base/random.h"
#include "keys/key_hash.h"

#include <charconv>
#include <fmt/format.h>
#include <rowhouse/partition_keys.h>
#include <stdexcept>
#include <utility>

namespace rowhouse::tables {
namespace {

constexpr std::size_t kSuffixesMax = 1'000'000;

bool MayBeInKey(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte != 0x7F && std::string_view("/\\#?").find(c) == std::string::npos;
}

void RequireSeparator(char separator) {
  if (!MayBeInKey(separator) || separator == '%' || static_cast<unsigned char>(separator) >= 0x80) {
    throw std::invalid_argument("a key must not have this separator");
  }
}

// Distinct parts stay distinct: what is encoded cannot come from a part that was not.
void AppendPart(std::string& key, std::string_view part, char separator) {
  std::size_t control_end = 0;  // behind the two bytes of a control character U+0080..U+009F
  for (std::size_t i = 0; i < part.size(); ++i) {
    const char c = part[i];
    const bool begins_control =
        c == '\xC2' && i + 1 < part.size() && static_cast<unsigned char>(part[i + 1]) < 0xA0;
    if (begins_control) control_end = i + 2;
    if (MayBeInKey(c) && c != separator && c != '%' && i >= control_end) {
      key += c;
    } else {
      key += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
}

// The text of a property or a key. PropertyError: it is absent.
Value PartOf(const Entity& entity, const std::string& name) {
  if (name == "RowKey") return {entity.RowKey()};
  if (name == "PartitionKey") return {entity.PartitionKey()};
  if (!entity.Has(name)) throw PropertyError(name, "a part of a key", "Null");
  return entity[name];
}

}  // namespace

JoinedKey::JoinedKey(std::vector<std::string> properties, char separator)
    : properties_(std::move(properties)), separator_(separator) {
  if (properties_.empty()) throw std::invalid_argument("a joined key has at least one part");
  RequireSeparator(separator);
}

std::string JoinedKey::Of(const Entity& entity) const {
  std::vector<Value> parts;
  for (const std::string& name : properties_) parts.push_back(PartOf(entity, name));
  return OfParts(parts);
}

std::string JoinedKey::OfParts(const std::vector<Value>& parts) const {
  if (parts.size() != properties_.size()) {
    throw std::invalid_argument(
        fmt::format("this key has {} parts, not {}", properties_.size(), parts.size()));
  }
  std::string key;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) key += separator_;
    AppendPart(key, parts[i].ToString(), separator_);
  }
  return key;
}

std::optional<Entity> JoinedKey::TryGet(const TableClient& table, const std::vector<Value>& parts,
                                        std::string_view row_key, const CallOptions& call) const {
  return table.TryGet(OfParts(parts), row_key, {}, call);
}

SuffixSet::SuffixSet(std::size_t count, char separator)
    : count_(count), digits_(fmt::formatted_size("{}", count - 1)), separator_(separator) {
  if (count == 0 || count > kSuffixesMax) {
    throw std::invalid_argument("there are 1 to 1,000,000 suffixes");
  }
  RequireSeparator(separator);
}

std::string SuffixSet::Key(std::string_view natural, std::size_t suffix) const {
  return fmt::format("{}{}{:0{}}", natural, separator_, suffix, digits_);
}

std::optional<std::size_t> SuffixSet::SuffixOf(std::string_view natural,
                                               std::string_view key) const {
  if (key.size() != natural.size() + 1 + digits_ || !key.starts_with(natural) ||
      key[natural.size()] != separator_) {
    return std::nullopt;
  }
  std::size_t suffix = 0;
  const char* const last = key.data() + key.size();
  const auto [end, error] = std::from_chars(key.data() + natural.size() + 1, last, suffix);
  if (error != std::errc() || end != last || suffix >= count_) return std::nullopt;
  return suffix;
}

std::string RandomSuffix::Of(std::string_view natural) const {
  return suffixes_.Key(natural, RandomBelow(suffixes_.Count()));
}

std::optional<Entity> RandomSuffix::TryGet(const TableClient& table, std::string_view natural,
                                           std::string_view row_key,
                                           const CallOptions& call) const {
  const Filter filter = Where("PartitionKey") >= suffixes_.Key(natural, 0) &&
                        Where("PartitionKey") <= suffixes_.Key(natural, suffixes_.Count() - 1) &&
                        Where("RowKey") == row_key;
  for (const Entity& entity : table.Query({.filter = filter, .call = call})) {
    if (suffixes_.SuffixOf(natural, entity.PartitionKey())) return entity;
  }
  return std::nullopt;
}

std::string HashSuffix::Of(std::string_view natural, const Value& value) const {
  return suffixes_.Key(natural, KeyHash(value.ToString()) % suffixes_.Count());
}

std::string HashSuffix::Of(std::string_view natural, const Entity& entity) const {
  return Of(natural, PartOf(entity, property_));
}

std::optional<Entity> HashSuffix::TryGet(const TableClient& table, std::string_view natural,
                                         std::string_view row_key, const Value& value,
                                         const CallOptions& call) const {
  return table.TryGet(Of(natural, value), row_key, {}, call);
}

}  // namespace rowhouse::tables
