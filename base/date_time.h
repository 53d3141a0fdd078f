#pragma once
// An instant with 100 ns resolution: Edm.DateTime, the Timestamp of an entity, and the time in an
// ETag. Spec 3.6, 4.4, 6.2, 6.4.

#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ratio>
#include <string>
#include <string_view>

namespace rowhouse {

struct DateTime {
  std::int64_t ticks = 0;  // 100 ns steps since 0001-01-01T00:00:00Z, as .NET counts

  auto operator<=>(const DateTime&) const = default;

  // 1601-01-01T00:00:00Z and 9999-12-31T23:59:59.9999999Z: the range that the service stores.
  static constexpr std::int64_t kStoredTicksMin = 504911232000000000;
  static constexpr std::int64_t kTicksMax = 3155378975999999999;
  static constexpr std::int64_t kUnixEpochTicks = 621355968000000000;

  using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;

  static DateTime Now() { return FromSystem(std::chrono::system_clock::now()); }
  // Truncates a time point to 100 ns.
  static DateTime FromSystem(std::chrono::system_clock::time_point time);
  // Returns the nearest possible time point: system_clock ranges from 1677 to 2262.
  std::chrono::system_clock::time_point ToTimePoint() const;
  // Returns true if ToTimePoint() is exactly this instant.
  bool HasTimePoint() const;

  constexpr DateTime operator+(Ticks step) const { return {ticks + step.count()}; }
  constexpr DateTime operator-(Ticks step) const { return {ticks - step.count()}; }
  constexpr Ticks operator-(DateTime other) const { return Ticks(ticks - other.ticks); }

  // Parses xsd:dateTime text "YYYY-MM-DD[THH:MM[:SS[.f+]][Z|+hh:mm|-hh:mm]]". Offsets are converted
  // to UTC, a missing zone means UTC, and digits beyond seven are cut off. No value for other text,
  // for dates that are not in the calendar, and for years outside 0001..9999.
  static std::optional<DateTime> Parse(std::string_view text);

  // Text of at most 28 characters, which needs no memory of its own.
  class Text {
   public:
    std::string_view view() const { return {characters_.data(), size_}; }

   private:
    friend struct DateTime;
    std::array<char, 28> characters_;
    std::size_t size_ = 0;
  };
  // Returns "2026-01-01T00:00:00.12Z": without trailing zeros of the fraction, and without a dot if
  // there is no fraction. For bodies and ETags.
  std::string ToString() const { return std::string(ToText().view()); }
  Text ToText() const;
  // Returns the same with seven digits of fraction, for the Time line of an error.
  std::string ToStringSevenDigits() const;
};

// Writes and parses "Thu, 01 Jan 2026 00:00:00 GMT" (RFC 1123), the form of the Date and x-ms-date
// headers.
std::string ToHttpDate(std::chrono::system_clock::time_point time);
std::optional<std::chrono::system_clock::time_point> ParseHttpDate(std::string_view text);

}  // namespace rowhouse
