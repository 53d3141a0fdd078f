#pragma once
// An instant with 100 ns resolution: Edm.DateTime, the Timestamp of an entity, and what an ETag is
// made of. Spec 3.6, 4.4, 6.2, 6.4.

#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <ratio>
#include <string>
#include <string_view>

namespace rowhouse {

struct DateTime {
  std::int64_t ticks = 0;  // 100 ns steps since 0001-01-01T00:00:00Z, as .NET counts

  auto operator<=>(const DateTime&) const = default;

  // 1601-01-01T00:00:00Z and 9999-12-31T23:59:59.9999999Z: what the service stores.
  static constexpr std::int64_t kStoredTicksMin = 504911232000000000;
  static constexpr std::int64_t kTicksMax = 3155378975999999999;
  static constexpr std::int64_t kUnixEpochTicks = 621355968000000000;

  using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;

  static DateTime Now() { return FromSystem(std::chrono::system_clock::now()); }
  // Cuts off what a time point has below 100 ns.
  static DateTime FromSystem(std::chrono::system_clock::time_point time);
  // The nearest time point that there is: system_clock counts from 1677 to 2262.
  std::chrono::system_clock::time_point ToTimePoint() const;
  // Whether ToTimePoint() is exactly this instant.
  bool HasTimePoint() const;

  constexpr DateTime operator+(Ticks step) const { return {ticks + step.count()}; }
  constexpr DateTime operator-(Ticks step) const { return {ticks - step.count()}; }
  constexpr Ticks operator-(DateTime other) const { return Ticks(ticks - other.ticks); }

  // xsd:dateTime text "YYYY-MM-DD[THH:MM[:SS[.f+]][Z|+hh:mm|-hh:mm]]"; offsets are turned into UTC,
  // no zone is UTC, digits beyond seven are cut off. No value for other text and for what is not in
  // the calendar or not in 0001..9999.
  static std::optional<DateTime> Parse(std::string_view text);

  // "2026-01-01T00:00:00.12Z": trailing zeros of the fraction trimmed, no dot without fraction. For
  // bodies and ETags.
  std::string ToString() const;
  // Always seven digits of fraction: the Time line of an error.
  std::string ToStringSevenDigits() const;
};

// "Thu, 01 Jan 2026 00:00:00 GMT" (RFC 1123), the form of the Date and x-ms-date headers.
std::string ToHttpDate(std::chrono::system_clock::time_point time);
std::optional<std::chrono::system_clock::time_point> ParseHttpDate(std::string_view text);

}  // namespace rowhouse
