#include "base/date_time.h"
#include "client/edm.h"
#include "client/random.h"
#include "entity/edm_value.h"

#include <algorithm>
#include <fmt/format.h>
#include <rowhouse/value.h>

namespace rowhouse::tables {
namespace {

using SystemTime = std::chrono::system_clock::time_point;

// What system_clock, which counts nanoseconds here, can hold.
constexpr auto kTimePointMin =
    std::chrono::duration_cast<DateTime::Ticks>(SystemTime::min().time_since_epoch());
constexpr auto kTimePointMax =
    std::chrono::duration_cast<DateTime::Ticks>(SystemTime::max().time_since_epoch());

}  // namespace

DateTime::DateTime(std::chrono::system_clock::time_point time)
    : ticks_(rowhouse::DateTime::FromSystem(time).ticks) {}

std::optional<DateTime> DateTime::Parse(std::string_view text) {
  const auto parsed = rowhouse::DateTime::Parse(text);
  if (!parsed) return std::nullopt;
  return DateTime(parsed->ticks);
}

std::chrono::system_clock::time_point DateTime::ToTimePoint() const {
  const Ticks ticks(std::clamp(ticks_ - rowhouse::DateTime::kUnixEpochTicks, kTimePointMin.count(),
                               kTimePointMax.count()));
  return SystemTime(std::chrono::duration_cast<SystemTime::duration>(ticks));
}

bool DateTime::HasTimePoint() const {
  const Ticks ticks(ticks_ - rowhouse::DateTime::kUnixEpochTicks);
  return ticks >= kTimePointMin && ticks <= kTimePointMax;
}

std::string DateTime::ToString() const { return rowhouse::DateTime{ticks_}.ToString(); }

Guid Guid::New() {
  std::array<std::uint8_t, 16> bytes{};
  const std::uint64_t halves[] = {RandomBits(), RandomBits()};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes.at(i) = static_cast<std::uint8_t>(halves[i / 8] >> (8 * (i % 8)));
  }
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0FU) | 0x40U);  // version 4
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3FU) | 0x80U);  // variant 1
  return Guid(bytes);
}

std::optional<Guid> Guid::Parse(std::string_view text) {
  const auto parsed = rowhouse::Guid::Parse(text);
  if (!parsed) return std::nullopt;
  return Guid(parsed->bytes);
}

std::string Guid::ToString() const { return rowhouse::Guid{bytes_}.ToString(); }

std::string Binary::ToBase64() const { return rowhouse::Binary{bytes}.ToBase64(); }

std::optional<Binary> Binary::FromBase64(std::string_view text) {
  auto parsed = rowhouse::Binary::ParseBase64(text);
  if (!parsed) return std::nullopt;
  return Binary{std::move(parsed->bytes)};
}

std::string_view ToString(ValueType type) {
  switch (type) {
    case ValueType::kNull:
      return "Null";
    case ValueType::kString:
      return "Edm.String";
    case ValueType::kBoolean:
      return "Edm.Boolean";
    case ValueType::kInt32:
      return "Edm.Int32";
    case ValueType::kInt64:
      return "Edm.Int64";
    case ValueType::kDouble:
      return "Edm.Double";
    case ValueType::kDateTime:
      return "Edm.DateTime";
    case ValueType::kGuid:
      return "Edm.Guid";
    case ValueType::kBinary:
      return "Edm.Binary";
  }
  std::abort();
}

std::string Value::ToString() const {
  switch (Type()) {
    case ValueType::kNull:
      return "null";
    case ValueType::kString:
      return std::get<std::string>(data_);
    case ValueType::kBoolean:
      return std::get<bool>(data_) ? "true" : "false";
    case ValueType::kInt32:
      return fmt::to_string(std::get<std::int32_t>(data_));
    case ValueType::kInt64:
      return fmt::to_string(std::get<std::int64_t>(data_));
    case ValueType::kDouble:
      return FormatDouble(std::get<double>(data_));
    case ValueType::kDateTime:
      return std::get<DateTime>(data_).ToString();
    case ValueType::kGuid:
      return std::get<Guid>(data_).ToString();
    case ValueType::kBinary:
      return std::get<Binary>(data_).ToBase64();
  }
  std::abort();
}

}  // namespace rowhouse::tables
