#include "entity/stored_properties.h"

#include "base/json_string.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <utility>

// text       := "{" [ member *( "," member ) ] "}"
// member     := [ annotation "," ] name ":" value
// annotation := '"' escaped-name '@odata.type":"' type '"'
// type       := Edm.Int64, Edm.DateTime, Edm.Guid, Edm.Binary; Edm.Double for NaN and infinities
// value      := a JSON string, number, true or false; between quotes when annotated

namespace rowhouse {

namespace {

constexpr std::string_view kAnnotationSuffix = "@odata.type";
constexpr std::string_view kTypePrefix = "Edm.";

// Types that need no annotation in the text because the token determines them.
bool IsAnnotated(const EdmValue& value) {
  switch (TypeOf(value)) {
    case EdmType::kString:
    case EdmType::kBoolean:
    case EdmType::kInt32:
      return false;
    case EdmType::kDouble:
      return !std::isfinite(std::get<double>(value));
    case EdmType::kInt64:
    case EdmType::kDateTime:
    case EdmType::kGuid:
    case EdmType::kBinary:
      return true;
  }
  std::abort();
}

// The type that an annotation names. Two letters distinguish the five possible ones.
EdmType AnnotatedType(std::string_view type) {
  if (!type.starts_with(kTypePrefix) || type.size() < kTypePrefix.size() + 2) {
    return EdmType::kString;
  }
  switch (type[kTypePrefix.size()]) {
    case 'I':
      return EdmType::kInt64;
    case 'G':
      return EdmType::kGuid;
    case 'B':
      return EdmType::kBinary;
    default:
      return type[kTypePrefix.size() + 1] == 'a' ? EdmType::kDateTime : EdmType::kDouble;
  }
}

EdmType TokenType(std::string_view token) {
  switch (token.front()) {
    case '"':
      return EdmType::kString;
    case 't':
    case 'f':
      return EdmType::kBoolean;
    default:
      return std::any_of(token.begin(), token.end(), [](char c) { return c == '.' || c == 'E'; })
                 ? EdmType::kDouble
                 : EdmType::kInt32;
  }
}

// The content of the JSON string at the start of `rest`, without the quotes. No value if the text
// is not in stored form.
std::optional<std::string_view> QuotedAtFront(std::string_view rest) {
  if (!rest.starts_with('"')) return std::nullopt;
  const char* const first = rest.data() + 1;
  const char* const close = FindClosingQuote(first, rest.data() + rest.size());
  if (close == nullptr) return std::nullopt;
  return std::string_view(first, static_cast<std::size_t>(close - first));
}

// The token at the start of `rest`, up to the comma or brace that follows it.
std::string_view TokenAtFront(std::string_view rest) {
  if (const auto quoted = QuotedAtFront(rest)) return rest.substr(0, quoted->size() + 2);
  const auto* const end =
      std::find_if(rest.begin(), rest.end(), [](char c) { return c == ',' || c == '}'; });
  return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
}

template <class Number>
Number NumberIn(std::string_view text) {
  Number number{};
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

void AppendValue(std::string& out, const EdmValue& value) {
  const auto append_quoted = [&out](std::string_view ascii) {
    out += '"';
    out += ascii;
    out += '"';
  };
  switch (TypeOf(value)) {
    case EdmType::kString:
      return AppendJsonString(out, std::get<std::string>(value));
    case EdmType::kBoolean:
      out += std::get<bool>(value) ? "true" : "false";
      return;
    case EdmType::kInt32:
      out += std::to_string(std::get<std::int32_t>(value));
      return;
    case EdmType::kInt64:
      return append_quoted(std::to_string(std::get<std::int64_t>(value)));
    case EdmType::kDouble: {
      const std::string text = FormatDouble(std::get<double>(value));
      if (IsAnnotated(value)) return append_quoted(text);
      out += text;
      return;
    }
    case EdmType::kDateTime:
      return append_quoted(std::get<DateTime>(value).ToString());
    case EdmType::kGuid:
      return append_quoted(std::get<Guid>(value).ToString());
    case EdmType::kBinary:
      return append_quoted(std::get<Binary>(value).ToBase64());
  }
}

// The approximate size of a property in the text, to reserve enough memory.
std::size_t RoomFor(const Property& property) {
  constexpr std::size_t other = 64;  // annotation, number, punctuation
  std::size_t room = 2 * property.name.size() + other;
  if (const auto* text = std::get_if<std::string>(&property.value)) room += text->size();
  if (const auto* binary = std::get_if<Binary>(&property.value)) room += 2 * binary->bytes.size();
  return room;
}

// The ordinal order of two escaped names. Escapes are rare in names, so names without escapes are
// compared directly.
bool NameLess(const StoredProperty& left, const StoredProperty& right) {
  if (left.name.find('\\') == std::string_view::npos &&
      right.name.find('\\') == std::string_view::npos) {
    return left.name < right.name;
  }
  std::size_t left_position = 0;
  std::size_t right_position = 0;
  while (left_position < left.name.size() && right_position < right.name.size()) {
    const std::uint32_t left_unit = NextEscapedUnit(left.name, left_position);
    const std::uint32_t right_unit = NextEscapedUnit(right.name, right_position);
    if (left_unit != right_unit) return left_unit < right_unit;
  }
  return left_position == left.name.size() && right_position < right.name.size();
}

std::vector<StoredProperty> SortedMembers(std::string_view text) {
  std::vector<StoredProperty> members;
  for (StoredPropertyCursor cursor(text); cursor.Next();) members.push_back(cursor.Current());
  std::sort(members.begin(), members.end(), NameLess);
  return members;
}

bool IsSorted(std::string_view text) {
  StoredPropertyCursor cursor(text);
  if (!cursor.Next()) return true;
  for (StoredProperty previous = cursor.Current(); cursor.Next(); previous = cursor.Current()) {
    if (NameLess(cursor.Current(), previous)) return false;
  }
  return true;
}

// Joins members with commas and encloses them in braces.
class TextBuilder {
 public:
  explicit TextBuilder(std::size_t size) { text_.reserve(size); }

  // The text, ready for appending the next member.
  std::string& Next() {
    text_ += text_.empty() ? '{' : ',';
    return text_;
  }
  std::string Finish() {
    text_ += text_.empty() ? "{}" : "}";
    return std::move(text_);
  }

 private:
  std::string text_;
};

}  // namespace

bool StoredPropertyCursor::Next() {
  if (rest_.size() < 2 || rest_[1] != '"') return false;  // rest_ is "{...", ",...", "{}" or "}"
  std::string_view rest = rest_.substr(1);
  const char* const member = rest.data();

  auto name = QuotedAtFront(rest);
  if (!name) return false;
  rest.remove_prefix(std::min(name->size() + 3, rest.size()));  // two quotes and a colon
  const bool annotated = name->ends_with(kAnnotationSuffix);
  if (annotated) {
    const auto type = QuotedAtFront(rest);
    if (!type) return false;
    current_.type = AnnotatedType(*type);
    name->remove_suffix(kAnnotationSuffix.size());
    // After the type: ',"name":'
    rest.remove_prefix(std::min(type->size() + name->size() + 6, rest.size()));
  }
  current_.name = *name;
  current_.value = TokenAtFront(rest);
  if (current_.value.empty()) return false;
  if (!annotated) current_.type = TokenType(current_.value);
  rest.remove_prefix(current_.value.size());
  current_.member = std::string_view(member, static_cast<std::size_t>(rest.data() - member));
  rest_ = rest;
  return true;
}

std::string EscapeName(std::string_view name) {
  std::string escaped;
  AppendEscaped(escaped, name);
  return escaped;
}

EdmValue DecodeValue(const StoredProperty& property) {
  const std::string_view token = property.value;
  switch (property.type) {
    case EdmType::kString:
      return Unescape(WithoutQuotes(token));
    case EdmType::kBoolean:
      return token == "true";
    case EdmType::kInt32:
      return NumberIn<std::int32_t>(token);
    case EdmType::kInt64:
      return NumberIn<std::int64_t>(WithoutQuotes(token));
    case EdmType::kDouble:
      if (token.starts_with('"')) return ParseDouble(WithoutQuotes(token)).value_or(0);
      return NumberIn<double>(token);
    case EdmType::kDateTime:
      return DateTime::Parse(WithoutQuotes(token)).value_or(DateTime{});
    case EdmType::kGuid:
      return Guid::Parse(WithoutQuotes(token)).value_or(Guid{});
    case EdmType::kBinary:
      return Binary::ParseBase64(WithoutQuotes(token)).value_or(Binary{});
  }
  std::abort();
}

void AppendProperty(std::string& out, std::string_view name, const EdmValue& value) {
  out += '"';
  if (IsAnnotated(value)) {
    AppendEscaped(out, name);
    out.append(kAnnotationSuffix).append("\":\"");
    out.append(ToString(TypeOf(value))).append("\",\"");
  }
  AppendEscaped(out, name);
  out += "\":";
  AppendValue(out, value);
}

void AppendStringProperty(std::string& out, std::string_view name, std::string_view text) {
  AppendJsonString(out, name);
  out += ':';
  AppendJsonString(out, text);
}

std::string EncodeProperties(std::span<const Property> properties) {
  std::size_t room = 2;
  for (const Property& property : properties) room += RoomFor(property);
  TextBuilder builder(room);
  for (const Property& property : properties)
    AppendProperty(builder.Next(), property.name, property.value);
  return builder.Finish();
}

std::vector<Property> DecodeProperties(std::string_view text) {
  std::vector<Property> properties;
  for (StoredPropertyCursor cursor(text); cursor.Next();) {
    properties.push_back({Unescape(cursor.Current().name), DecodeValue(cursor.Current())});
  }
  return properties;
}

std::string SortProperties(std::string text) {
  if (IsSorted(text)) return text;
  TextBuilder builder(text.size());
  for (const StoredProperty& property : SortedMembers(text)) builder.Next() += property.member;
  return builder.Finish();
}

std::string MergeProperties(std::string_view stored, std::string_view patch) {
  // set_union takes elements that are in both ranges from the first.
  const std::vector<StoredProperty> old_members = SortedMembers(stored);
  const std::vector<StoredProperty> new_members = SortedMembers(patch);
  std::vector<StoredProperty> merged;
  std::set_union(new_members.begin(), new_members.end(), old_members.begin(), old_members.end(),
                 std::back_inserter(merged), NameLess);
  TextBuilder builder(stored.size() + patch.size());
  for (const StoredProperty& property : merged) builder.Next() += property.member;
  return builder.Finish();
}

void AppendJsonString(std::string& out, std::string_view text) {
  out += '"';
  AppendEscaped(out, text);
  out += '"';
}

}  // namespace rowhouse
