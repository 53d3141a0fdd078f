#include "table_service/operations/content_negotiation.h"

#include "base/ascii.h"

#include <algorithm>

namespace rowhouse::operations {
namespace {

// Removes the text up to `separator` from the start of `rest`, and returns it trimmed.
std::string_view TakeUpTo(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view head = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return TrimBlanks(head);
}

struct MediaType {
  std::string_view name;                                         // "application/json"
  std::optional<MetadataLevel> odata = MetadataLevel::kMinimal;  // none: an unknown level
  int quality = 1000;                                            // q, in thousandths
};

std::optional<MetadataLevel> ParseLevel(std::string_view value) {
  if (EqualsIgnoringAsciiCase(value, "minimalmetadata")) return MetadataLevel::kMinimal;
  if (EqualsIgnoringAsciiCase(value, "nometadata")) return MetadataLevel::kNone;
  if (EqualsIgnoringAsciiCase(value, "fullmetadata")) return MetadataLevel::kFull;
  return std::nullopt;
}

// "1", "0.5", "0.123"; anything else counts as 1.
int ParseQuality(std::string_view value) {
  if (!value.starts_with('0')) return 1000;
  int quality = 0;
  int weight = 100;
  for (const char c : value.substr(std::min<std::size_t>(2, value.size()))) {
    if (c < '0' || c > '9') return 1000;
    quality += (c - '0') * weight;
    weight /= 10;
  }
  return quality;
}

MediaType ParseMediaType(std::string_view text) {
  MediaType type;
  type.name = TakeUpTo(text, ';');
  while (!text.empty()) {
    std::string_view value = TakeUpTo(text, ';');
    const std::string_view name = TakeUpTo(value, '=');
    value = TrimBlanks(value);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
      value = value.substr(1, value.size() - 2);
    }
    if (EqualsIgnoringAsciiCase(name, "odata")) type.odata = ParseLevel(value);
    if (EqualsIgnoringAsciiCase(name, "q")) type.quality = ParseQuality(value);
  }
  return type;
}

bool IsJson(std::string_view name) { return EqualsIgnoringAsciiCase(name, "application/json"); }

bool IsAtomOrXml(std::string_view name) {
  return EqualsIgnoringAsciiCase(name, "application/atom+xml") ||
         EqualsIgnoringAsciiCase(name, "application/xml") ||
         EqualsIgnoringAsciiCase(name, "text/xml");
}

AnswerFormat FromFormatOption(std::string_view option) {
  const MediaType type = ParseMediaType(option);
  if (EqualsIgnoringAsciiCase(type.name, "json")) return {Acceptance::kJson};
  if (IsJson(type.name) && type.odata) return {Acceptance::kJson, *type.odata};
  const bool atom = IsAtomOrXml(type.name) || EqualsIgnoringAsciiCase(type.name, "atom");
  return {atom ? Acceptance::kAtom : Acceptance::kOther};
}

}  // namespace

AnswerFormat Negotiate(std::optional<std::string_view> accept,
                       std::optional<std::string_view> format_option) {
  if (format_option && !format_option->empty()) return FromFormatOption(*format_option);
  if (!accept || TrimBlanks(*accept).empty()) return {};
  AnswerFormat format{Acceptance::kOther};
  int best_quality = 0;
  std::string_view rest = *accept;
  while (!rest.empty()) {
    const MediaType type = ParseMediaType(TakeUpTo(rest, ','));
    if (type.quality == 0) continue;
    if (IsJson(type.name)) {
      if (!type.odata || type.quality <= best_quality) continue;
      format = {Acceptance::kJson, *type.odata};
      best_quality = type.quality;
    } else if (format.acceptance == Acceptance::kJson) {
      continue;
    } else if (type.name == "*/*" || EqualsIgnoringAsciiCase(type.name, "application/*")) {
      format.acceptance = Acceptance::kAny;
    } else if (IsAtomOrXml(type.name) && format.acceptance == Acceptance::kOther) {
      format.acceptance = Acceptance::kAtom;
    }
  }
  return format;
}

Status CheckAcceptable(const AnswerFormat& format) {
  switch (format.acceptance) {
    case Acceptance::kJson:
    case Acceptance::kAny:
      return {};
    case Acceptance::kAtom:
      return Fail(ErrorCode::kAtomFormatNotSupported);
    case Acceptance::kOther:
      return Fail(ErrorCode::kMediaTypeNotSupported);
  }
  std::abort();
}

Status CheckBodyType(std::optional<std::string_view> content_type) {
  if (!content_type) return {};
  const std::string_view name = ParseMediaType(*content_type).name;
  if (name.empty() || IsJson(name)) return {};
  if (IsAtomOrXml(name)) return Fail(ErrorCode::kAtomFormatNotSupported);
  return Fail(ErrorCode::kMediaTypeNotSupported);
}

}  // namespace rowhouse::operations
