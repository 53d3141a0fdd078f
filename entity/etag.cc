#include "entity/etag.h"

#include <fmt/format.h>
#include <string>

namespace rowhouse {
namespace {

constexpr std::string_view kTimePrefix = "W/\"datetime'";
constexpr std::string_view kTimeSuffix = "'\"";
constexpr std::string_view kEncodedColon = "%3A";

// W/"..." without further quotes in between.
bool IsWeakETag(std::string_view text) {
  return text.size() >= 4 && text.starts_with("W/\"") && text.find('"', 3) == text.size() - 1;
}

// The instant in a weak ETag of the service's form. The service parses the time as a literal, so
// the number of fraction digits does not matter, but an unencoded colon makes it a different ETag.
std::optional<DateTime> TimeOf(std::string_view etag) {
  if (etag.size() < kTimePrefix.size() + kTimeSuffix.size() || !etag.starts_with(kTimePrefix) ||
      !etag.ends_with(kTimeSuffix)) {
    return std::nullopt;
  }
  etag.remove_prefix(kTimePrefix.size());
  etag.remove_suffix(kTimeSuffix.size());
  if (etag.find(':') != std::string_view::npos) return std::nullopt;
  std::string time;
  for (std::size_t begin = 0; begin < etag.size();) {
    const std::size_t escape = etag.find('%', begin);
    time += etag.substr(begin, escape - begin);
    if (escape == std::string_view::npos) break;
    if (etag.substr(escape, kEncodedColon.size()) != kEncodedColon) return std::nullopt;
    time += ':';
    begin = escape + kEncodedColon.size();
  }
  return DateTime::Parse(time);
}

}  // namespace

std::string FormatETag(DateTime timestamp) {
  std::string etag;
  AppendETag(etag, timestamp);
  return etag;
}

void AppendETag(std::string& out, DateTime timestamp) {
  const DateTime::Text time = timestamp.ToText();
  out.reserve(out.size() + kTimePrefix.size() + time.view().size() + 2 * kEncodedColon.size() +
              kTimeSuffix.size());
  out.append(kTimePrefix);
  AppendETagTime(out, time.view());
  out.append(kTimeSuffix);
}

void AppendETagTime(std::string& out, std::string_view time) {  // YYYY-MM-DDTHH:MM:SS.fffffffZ
  constexpr std::size_t hour_end = 13;
  constexpr std::size_t minute_end = 16;
  out.append(time, 0, hour_end).append(kEncodedColon);
  out.append(time, hour_end + 1, minute_end - hour_end - 1).append(kEncodedColon);
  out.append(time, minute_end + 1);
}

Result<IfMatch> IfMatch::Parse(std::optional<std::string_view> header) {
  if (!header || header->empty()) return IfMatch{};
  if (*header == "*") return IfMatch{.kind = Kind::kAny};
  if (!IsWeakETag(*header)) {
    return Fail(
        ErrorCode::kInvalidInput,
        fmt::format("The etag value '{}' specified in one of the request headers is not "
                    "valid. Please make sure only one etag value is specified and is valid.",
                    *header));
  }
  if (const auto time = TimeOf(*header)) return IfMatch{.kind = Kind::kETag, .timestamp = *time};
  return IfMatch{.kind = Kind::kOtherETag};
}

Status IfMatch::Check(DateTime stored) const {
  switch (kind) {
    case Kind::kNone:
    case Kind::kAny:
      return {};
    case Kind::kETag:
      if (timestamp == stored) return {};
      return Fail(ErrorCode::kUpdateConditionNotSatisfied);
    case Kind::kOtherETag:
      return Fail(ErrorCode::kConditionNotMet);
  }
  return {};
}

}  // namespace rowhouse
