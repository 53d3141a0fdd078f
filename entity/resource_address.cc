#include "entity/resource_address.h"

#include "base/ascii.h"
#include "base/percent.h"
#include "base/unicode.h"
#include "entity/limits.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

namespace rowhouse {
namespace {

bool IsAsciiLetter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool IsAsciiDigit(char c) { return c >= '0' && c <= '9'; }

// The C1 control characters U+0080..U+009F are 0xC2 and a byte below 0xA0.
bool IsC1Control(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]) == 0xC2 && at + 1 < text.size() &&
         static_cast<unsigned char>(text[at + 1]) < 0xA0;
}

bool HasForbiddenCharacter(std::string_view key) {
  for (std::size_t i = 0; i < key.size(); ++i) {
    const auto byte = static_cast<unsigned char>(key[i]);
    if (byte < 0x20 || byte == 0x7F || IsC1Control(key, i)) return true;
    if (byte == '/' || byte == '\\' || byte == '#' || byte == '?') return true;
  }
  return false;
}

Status CheckOneKey(std::string_view name, std::string_view key) {
  if (!HasForbiddenCharacter(key)) return {};
  return Fail(ErrorCode::kOutOfRangeInput,
              fmt::format("The '{}' parameter of value '{}' is out of range.", name, key));
}

tl::unexpected<Error> QuerySyntaxError() {
  return Fail(ErrorCode::kUnreadableInput, "Bad Request - Error in query syntax.");
}

// One part of a key predicate: 'value' or name = 'value'.
struct KeyArgument {
  std::string name;  // empty when positional
  std::string value;
};

// Reads the text between the brackets of "name(...)".
class PredicateReader {
 public:
  explicit PredicateReader(std::string_view text) : rest_(text) {}

  // No value for text that is not a list of arguments. Stops after two, since no address has more.
  std::optional<std::vector<KeyArgument>> Read() {
    std::vector<KeyArgument> arguments;
    SkipSpaces();
    if (rest_.empty()) return arguments;
    do {
      auto argument = ReadArgument();
      if (!argument || arguments.size() == 2) return std::nullopt;
      arguments.push_back(std::move(*argument));
    } while (Take(','));
    if (!rest_.empty()) return std::nullopt;
    return arguments;
  }

 private:
  void SkipSpaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }

  // Consumes `c` and the white space around it.
  bool Take(char c) {
    SkipSpaces();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    SkipSpaces();
    return true;
  }

  std::optional<KeyArgument> ReadArgument() {
    KeyArgument argument;
    if (!rest_.starts_with('\'')) {
      const auto name_end = std::find_if_not(rest_.begin(), rest_.end(), IsAsciiLetter);
      const auto length = static_cast<std::size_t>(name_end - rest_.begin());
      argument.name = rest_.substr(0, length);
      rest_.remove_prefix(length);
      if (argument.name.empty() || !Take('=')) return std::nullopt;
    }
    auto value = ReadLiteral();
    if (!value) return std::nullopt;
    argument.value = std::move(*value);
    return argument;
  }

  // 'text', in which two quotes stand for one.
  std::optional<std::string> ReadLiteral() {
    if (!rest_.starts_with('\'')) return std::nullopt;
    rest_.remove_prefix(1);
    std::string value;
    for (;;) {
      const std::size_t quote = rest_.find('\'');
      if (quote == std::string_view::npos) return std::nullopt;
      value += rest_.substr(0, quote);
      rest_.remove_prefix(quote + 1);
      if (!rest_.starts_with('\'')) break;
      value += '\'';
      rest_.remove_prefix(1);
    }
    SkipSpaces();
    return value;
  }

  std::string_view rest_;
};

// Tables('x') or Tables(TableName='x').
Result<ResourceAddress> TableAddress(std::vector<KeyArgument> arguments) {
  if (arguments.empty()) return ResourceAddress{.kind = ResourceAddress::Kind::kTables};
  KeyArgument& argument = arguments.front();
  if (arguments.size() > 1 || (!argument.name.empty() && argument.name != "TableName")) {
    return QuerySyntaxError();
  }
  return ResourceAddress{.kind = ResourceAddress::Kind::kTable, .table = std::move(argument.value)};
}

// orders() or orders(PartitionKey='p',RowKey='r') in either order.
Result<ResourceAddress> EntityAddress(std::string table, std::vector<KeyArgument> arguments) {
  if (arguments.empty()) {
    return ResourceAddress{.kind = ResourceAddress::Kind::kEntities, .table = std::move(table)};
  }
  if (arguments.size() != 2) return QuerySyntaxError();
  if (arguments[0].name == "RowKey") std::swap(arguments[0], arguments[1]);
  if (arguments[0].name != "PartitionKey" || arguments[1].name != "RowKey") {
    return QuerySyntaxError();
  }
  return ResourceAddress{
      .kind = ResourceAddress::Kind::kEntity,
      .table = std::move(table),
      .key = {.partition = std::move(arguments[0].value), .row = std::move(arguments[1].value)}};
}

Result<ResourceAddress> ParseSegment(std::string_view encoded) {
  const auto segment = PercentDecode(encoded);
  if (!segment || segment->empty() || !IsValidUtf8(*segment) ||
      segment->find_first_of("/\\") != std::string::npos) {
    return QuerySyntaxError();
  }
  if (segment->starts_with('(')) return Fail(ErrorCode::kNoSuchAddress);
  if (*segment == "$batch") return ResourceAddress{.kind = ResourceAddress::Kind::kBatch};
  if (*segment == "$metadata") return ResourceAddress{.kind = ResourceAddress::Kind::kMetadata};

  std::string name = segment->substr(0, segment->find('('));
  std::vector<KeyArgument> arguments;
  if (name.size() < segment->size()) {
    if (!segment->ends_with(')')) return QuerySyntaxError();
    const std::string_view inner =
        std::string_view(*segment).substr(name.size() + 1, segment->size() - name.size() - 2);
    auto read = PredicateReader(inner).Read();
    if (!read) return QuerySyntaxError();
    arguments = std::move(*read);
  }
  // No table can be named "tables" in any spelling, so each spelling names the collection.
  if (EqualsIgnoringAsciiCase(name, "Tables")) return TableAddress(std::move(arguments));
  return EntityAddress(std::move(name), std::move(arguments));
}

// The text between the quotes of a key literal.
void AppendKeyLiteral(std::string& out, std::string_view key) {
  for (std::size_t quote = key.find('\''); quote != std::string_view::npos;
       quote = key.find('\'')) {
    AppendPercentEncoded(out, key.substr(0, quote));
    out.append("''");
    key.remove_prefix(quote + 1);
  }
  AppendPercentEncoded(out, key);
}

}  // namespace

Status CheckKeyCharacters(const EntityKey& key) {
  if (auto partition = CheckOneKey("PartitionKey", key.partition); !partition) return partition;
  return CheckOneKey("RowKey", key.row);
}

Status CheckTableName(std::string_view name) {
  if (EqualsIgnoringAsciiCase(name, "tables")) return Fail(ErrorCode::kInvalidInput);
  const std::size_t length = IsValidUtf8(name) ? Utf16Length(name) : name.size();
  if (length < limits::kTableNameMin || length > limits::kTableNameMax) {
    return Fail(ErrorCode::kOutOfRangeInput,
                "The specified resource name length is not within the permissible limits.");
  }
  const bool only_allowed = std::all_of(name.begin(), name.end(),
                                        [](char c) { return IsAsciiLetter(c) || IsAsciiDigit(c); });
  if (!only_allowed || !IsAsciiLetter(name.front())) return Fail(ErrorCode::kInvalidResourceName);
  return {};
}

Result<ResourceAddress> ParseAddress(std::string_view encoded_path) {
  if (encoded_path.starts_with('/')) encoded_path.remove_prefix(1);
  if (encoded_path.empty()) return ResourceAddress{};
  const std::size_t slash = encoded_path.find('/');
  auto address = ParseSegment(encoded_path.substr(0, slash));
  if (!address || slash == std::string_view::npos) return address;

  // A segment after an entity, a set or a table asks for a part of it. An empty one asks for
  // nothing, and nothing may follow $batch and $metadata.
  const std::string_view rest = encoded_path.substr(slash + 1);
  const bool has_parts = address->kind != ResourceAddress::Kind::kBatch &&
                         address->kind != ResourceAddress::Kind::kMetadata;
  if (!has_parts || rest.empty() || rest.starts_with('/')) return QuerySyntaxError();
  return Fail(ErrorCode::kNotImplemented);
}

std::string EntityPath(std::string_view table, const EntityKey& key) {
  constexpr std::size_t punctuation = 32;
  std::string path;
  path.reserve(table.size() + key.partition.size() + key.row.size() + punctuation);
  AppendEntityPath(path, table, key);
  return path;
}

void AppendEntityPath(std::string& out, std::string_view table, const EntityKey& key) {
  out.append(table).append("(PartitionKey='");
  AppendKeyLiteral(out, key.partition);
  out.append("',RowKey='");
  AppendKeyLiteral(out, key.row);
  out.append("')");
}

}  // namespace rowhouse
