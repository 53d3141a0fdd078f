#include "entity/json_members.h"

#include "base/ascii.h"
#include "base/unicode.h"
#include "entity/limits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <simdjson.h>
#include <string>
#include <utility>

namespace rowhouse {

namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::string_view kTypeSuffix = "@odata.type";
constexpr std::string_view kTimestamp = "Timestamp";

// Lookup of names is linear; this bounds the cost of a body with many tiny members.
constexpr std::size_t kNamesMax = 4 * limits::kCustomPropertiesMax;

// RFC 8259: -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
bool IsJsonNumber(std::string_view token) {
  std::size_t position = token.starts_with('-') ? 1 : 0;
  const std::size_t integer_end = SkipDigits(token, position);
  if (integer_end == position) return false;
  if (token[position] == '0' && integer_end - position > 1) return false;
  position = integer_end;
  if (position < token.size() && token[position] == '.') {
    const std::size_t end = SkipDigits(token, ++position);
    if (end == position) return false;
    position = end;
  }
  if (position < token.size() && (token[position] == 'e' || token[position] == 'E')) {
    ++position;
    if (position < token.size() && (token[position] == '+' || token[position] == '-')) ++position;
    const std::size_t end = SkipDigits(token, position);
    if (end == position) return false;
    position = end;
  }
  return position == token.size();
}

std::string_view TrimRight(std::string_view token) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!token.empty() && is_space(token.back())) token.remove_suffix(1);
  return token;
}

// Decodes strings into our own memory: simdjson 3.0 allocates some for them, but does not notice
// when that fails, and writes to a null pointer.
class StringDecoder {
 public:
  // The bytes that a text of `size` bytes may need.
  static std::size_t RoomFor(std::size_t size) { return size + simdjson::SIMDJSON_PADDING; }

  StringDecoder(const ondemand::parser& parser, std::uint8_t* room) : parser_(parser), end_(room) {}

  // Lives as long as the memory. No value if an escape is malformed.
  std::optional<std::string_view> Decode(simdjson::simdjson_result<ondemand::raw_json_string> raw) {
    if (raw.error() != simdjson::SUCCESS) return std::nullopt;
    std::string_view text;
    if (parser_.unescape(raw.value_unsafe(), end_).get(text) != simdjson::SUCCESS) {
      return std::nullopt;
    }
    return text;
  }

 private:
  const ondemand::parser& parser_;
  std::uint8_t* end_;
};

// simdjson parses lazily and would not notice a malformed token; this checks each one.
std::optional<JsonScalar> ReadScalar(ondemand::value value, StringDecoder& strings) {
  using enum JsonScalar::Kind;
  const std::string_view token = TrimRight(value.raw_json_token());
  if (token.starts_with('"')) {
    const auto text = strings.Decode(value.get_raw_json_string());
    return text ? std::optional(JsonScalar{kString, *text}) : std::nullopt;
  }
  if (token == "null") return JsonScalar{kNull, token};
  if (token == "true" || token == "false") return JsonScalar{kBoolean, token};
  if (IsJsonNumber(token)) return JsonScalar{kNumber, token};
  return std::nullopt;
}

// Skips a value of any shape. False if it is not JSON or nested too deeply.
bool SkipValue(ondemand::value value, StringDecoder& strings, std::size_t depth) {
  const std::string_view token = value.raw_json_token();
  if (!token.starts_with('{') && !token.starts_with('[')) {
    return ReadScalar(value, strings).has_value();
  }
  if (depth == limits::kJsonDepthMax) return false;
  if (token.starts_with('[')) {
    ondemand::array array;
    if (value.get_array().get(array) != simdjson::SUCCESS) return false;
    for (auto element : array) {
      ondemand::value inner;
      if (element.get(inner) != simdjson::SUCCESS || !SkipValue(inner, strings, depth + 1)) {
        return false;
      }
    }
    return true;
  }
  ondemand::object object;
  if (value.get_object().get(object) != simdjson::SUCCESS) return false;
  for (auto element : object) {
    ondemand::field field;
    if (std::move(element).get(field) != simdjson::SUCCESS || !strings.Decode(field.key()) ||
        !SkipValue(field.value(), strings, depth + 1)) {
      return false;
    }
  }
  return true;
}

bool IsSkipped(std::string_view name) {
  return name == kTimestamp || name.find('.') != std::string_view::npos;
}

std::optional<Error> AddValue(JsonMember& member, ondemand::value value, StringDecoder& strings) {
  const std::optional<JsonScalar> scalar = ReadScalar(value, strings);
  if (!scalar) return UnreadableBody();
  if (member.value) return Error(ErrorCode::kDuplicatePropertiesSpecified);
  member.value = scalar;
  return std::nullopt;
}

std::optional<Error> AddAnnotation(JsonMember& member, ondemand::value value,
                                   StringDecoder& strings) {
  const std::optional<JsonScalar> scalar = ReadScalar(value, strings);
  if (!scalar || scalar->kind != JsonScalar::Kind::kString) return UnreadableBody();
  if (member.annotation) return Error(ErrorCode::kDuplicatePropertiesSpecified);
  member.annotation = scalar->text;
  return std::nullopt;
}

// The member named `name`, added if it is new; null if there are too many. An annotation is usually
// next to its value, so the search starts at the end.
JsonMember* FindOrAdd(std::vector<JsonMember>& members, std::string_view name) {
  const auto found = std::find_if(members.rbegin(), members.rend(),
                                  [&](const JsonMember& member) { return member.name == name; });
  if (found != members.rend()) return &*found;
  if (members.size() == kNamesMax) return nullptr;
  return &members.emplace_back(JsonMember{name, {}, {}});
}

std::optional<Error> ReadField(ondemand::field field, StringDecoder& strings,
                               std::vector<JsonMember>& members) {
  const auto name = strings.Decode(field.key());
  if (!name) return UnreadableBody();
  const bool is_type = name->ends_with(kTypeSuffix);
  const std::string_view subject =
      name->substr(0, name->size() - (is_type ? kTypeSuffix.size() : 0));
  if (IsSkipped(subject) || (is_type && subject.empty())) {
    if (!SkipValue(field.value(), strings, 1)) return UnreadableBody();
    return std::nullopt;
  }
  JsonMember* const member = FindOrAdd(members, subject);
  if (member == nullptr) return Error(ErrorCode::kTooManyProperties);
  return is_type ? AddAnnotation(*member, field.value(), strings)
                 : AddValue(*member, field.value(), strings);
}

}  // namespace

struct JsonMembers::Document {
  std::string text;  // with the padding that simdjson may read
  ondemand::parser parser;
  std::vector<std::uint8_t> strings;
  std::vector<JsonMember> members;

  // The next document on the same thread reuses the memory: bodies are small and many, and a parser
  // makes five allocations.
  static thread_local std::unique_ptr<Document> spare;
  static constexpr std::size_t kSpareBytesMax = 65536;

  static std::unique_ptr<Document> Take(std::string_view body) {
    auto document = spare ? std::move(spare) : std::make_unique<Document>();
    document->text.clear();
    document->text.reserve(body.size() + simdjson::SIMDJSON_PADDING);
    document->text = body;
    const std::size_t room = StringDecoder::RoomFor(body.size());
    if (document->strings.size() < room) document->strings.resize(room);
    document->members.clear();
    return document;
  }
};

thread_local std::unique_ptr<JsonMembers::Document> JsonMembers::Document::spare;

void JsonMembers::Return::operator()(Document* document) const {
  std::unique_ptr<Document> owner(document);
  if (owner->text.capacity() <= Document::kSpareBytesMax) Document::spare = std::move(owner);
}

JsonMembers::JsonMembers(std::string_view body) : document_(Document::Take(body).release()) {}

JsonMembers JsonMembers::Read(std::string_view body) {
  if (body.starts_with(kByteOrderMark)) body.remove_prefix(kByteOrderMark.size());
  JsonMembers members(body);
  members.fault_ = members.ReadAll();
  return members;
}

const std::vector<JsonMember>& JsonMembers::Members() const { return document_->members; }

std::optional<Error> JsonMembers::ReadAll() {
  ondemand::document document;
  ondemand::object object;
  const auto error = document_->parser.iterate(document_->text).get(document);
  if (error == simdjson::MEMALLOC) throw std::bad_alloc();
  if (error != simdjson::SUCCESS || document.get_object().get(object) != simdjson::SUCCESS) {
    return UnreadableBody();
  }
  StringDecoder strings(document_->parser, document_->strings.data());
  for (auto element : object) {
    ondemand::field field;
    if (std::move(element).get(field) != simdjson::SUCCESS) return UnreadableBody();
    if (auto fault = ReadField(field, strings, document_->members)) return fault;
  }
  // A document with nothing after the object ends out of bounds.
  if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) return UnreadableBody();
  return std::nullopt;
}

Error UnreadableBody() {
  return Error(ErrorCode::kInvalidInput, "An error occurred while processing this request.");
}

}  // namespace rowhouse
