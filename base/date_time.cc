#include "base/date_time.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace rowhouse {

namespace {

namespace chr = std::chrono;
using Ticks = DateTime::Ticks;
using SystemTime = chr::system_clock::time_point;

constexpr auto kSystemMin = chr::duration_cast<Ticks>(SystemTime::min().time_since_epoch());
constexpr auto kSystemMax = chr::duration_cast<Ticks>(SystemTime::max().time_since_epoch());

constexpr int kFractionDigits = 7;
constexpr std::array<std::string_view, 7> kWeekdays{"Sun", "Mon", "Tue", "Wed",
                                                    "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

// Parses a text part by part from its start.
class TextReader {
 public:
  explicit TextReader(std::string_view text) : rest_(text) {}

  bool AtEnd() const { return rest_.empty(); }

  bool Take(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }

  // Takes exactly `count` decimal digits.
  bool TakeNumber(std::size_t count, int& number) {
    if (rest_.size() < count) return false;
    number = 0;
    for (const char digit : rest_.substr(0, count)) {
      if (digit < '0' || digit > '9') return false;
      number = number * 10 + (digit - '0');
    }
    rest_.remove_prefix(count);
    return true;
  }

  // Takes one or more digits; drops those after the seventh.
  bool TakeFraction(std::int64_t& ticks) {
    const std::size_t count = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (count == 0) return false;
    ticks = 0;
    for (std::size_t index = 0; index < kFractionDigits; ++index) {
      ticks = ticks * 10 + (index < count ? rest_[index] - '0' : 0);
    }
    rest_.remove_prefix(count);
    return true;
  }

  // Takes one of `names`, and sets `index` to its index.
  template <std::size_t kCount>
  bool TakeName(const std::array<std::string_view, kCount>& names, unsigned& index) {
    for (index = 0; index < kCount; ++index) {
      if (Take(names[index])) return true;
    }
    return false;
  }

 private:
  std::string_view rest_;
};

struct ClockTime {
  int hour = 0;
  int minute = 0;
  int second = 0;
  std::int64_t fraction = 0;

  bool IsValid() const { return hour < 24 && minute < 60 && second < 60; }
  Ticks SinceMidnight() const {
    return chr::hours(hour) + chr::minutes(minute) + chr::seconds(second) + Ticks(fraction);
  }
};

// Parses "HH:MM[:SS[.f+]]".
bool TakeClockTime(TextReader& reader, ClockTime& time) {
  if (!reader.TakeNumber(2, time.hour) || !reader.Take(":")) return false;
  if (!reader.TakeNumber(2, time.minute)) return false;
  if (reader.Take(":")) {
    if (!reader.TakeNumber(2, time.second)) return false;
    if (reader.Take(".") && !reader.TakeFraction(time.fraction)) return false;
  }
  return time.IsValid();
}

// Parses "Z", "+hh:mm", "-hh:mm" or nothing. xsd:dateTime allows offsets up to fourteen hours.
bool TakeOffset(TextReader& reader, chr::minutes& offset) {
  offset = chr::minutes(0);
  if (reader.AtEnd() || reader.Take("Z")) return true;
  const bool is_negative = reader.Take("-");
  int hours = 0;
  int minutes = 0;
  if (!is_negative && !reader.Take("+")) return false;
  if (!reader.TakeNumber(2, hours) || !reader.Take(":") || !reader.TakeNumber(2, minutes)) {
    return false;
  }
  offset = chr::hours(hours) + chr::minutes(minutes);
  const bool valid = minutes < 60 && offset <= chr::hours(14);
  if (is_negative) offset = -offset;
  return valid;
}

std::optional<DateTime> FromUnixTicks(Ticks since_epoch) {
  const std::int64_t ticks = since_epoch.count() + DateTime::kUnixEpochTicks;
  if (ticks < 0 || ticks > DateTime::kTicksMax) return std::nullopt;
  return DateTime{ticks};
}

struct CalendarTime {
  chr::year_month_day date;
  chr::hh_mm_ss<Ticks> time;
};

CalendarTime ToCalendar(Ticks since_epoch) {
  const chr::sys_time<Ticks> instant(since_epoch);
  const auto day = chr::floor<chr::days>(instant);
  return {chr::year_month_day(day), chr::hh_mm_ss<Ticks>(instant - day)};
}

// "000102...99"
constexpr std::array<char, 200> kDigitPairs = [] {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

// Writes two decimal digits. REQUIRES: number < 100
void PutPair(char* at, std::uint32_t number) {
  std::copy_n(kDigitPairs.data() + std::size_t{2} * number, 2, at);
}

constexpr std::size_t kSevenDigitsSize = 27;  // "2026-01-01T00:00:00.1200000"

// Writes kSevenDigitsSize characters, without the zone. Formatted by hand, since each row of an
// answer has one and fmt takes ten times as long.
void PutSevenDigits(DateTime instant, char* text) {
  const auto [date, time] = ToCalendar(Ticks(instant.ticks - DateTime::kUnixEpochTicks));
  constexpr std::string_view form = "0000-00-00T00:00:00.0000000";
  static_assert(form.size() == kSevenDigitsSize);
  form.copy(text, form.size());
  const auto year = static_cast<std::uint32_t>(static_cast<int>(date.year()));
  PutPair(text, year / 100 % 100);
  PutPair(text + 2, year % 100);
  PutPair(text + 5, static_cast<unsigned>(date.month()));
  PutPair(text + 8, static_cast<unsigned>(date.day()));
  PutPair(text + 11, static_cast<std::uint32_t>(time.hours().count()));
  PutPair(text + 14, static_cast<std::uint32_t>(time.minutes().count()));
  PutPair(text + 17, static_cast<std::uint32_t>(time.seconds().count()));
  const auto fraction = static_cast<std::uint32_t>(time.subseconds().count());
  PutPair(text + 20, fraction / 100'000);
  PutPair(text + 22, fraction / 1'000 % 100);
  PutPair(text + 24, fraction / 10 % 100);
  text[26] = static_cast<char>('0' + fraction % 10);
}

}  // namespace

DateTime DateTime::FromSystem(chr::system_clock::time_point time) {
  return {chr::floor<Ticks>(time.time_since_epoch()).count() + kUnixEpochTicks};
}

SystemTime DateTime::ToTimePoint() const {
  const Ticks since_epoch(
      std::clamp(ticks - kUnixEpochTicks, kSystemMin.count(), kSystemMax.count()));
  return SystemTime(chr::duration_cast<SystemTime::duration>(since_epoch));
}

bool DateTime::HasTimePoint() const {
  const Ticks since_epoch(ticks - kUnixEpochTicks);
  return since_epoch >= kSystemMin && since_epoch <= kSystemMax;
}

std::optional<DateTime> DateTime::Parse(std::string_view text) {
  TextReader reader(text);
  int year = 0;
  int month = 0;
  int day = 0;
  if (!reader.TakeNumber(4, year) || !reader.Take("-") || !reader.TakeNumber(2, month) ||
      !reader.Take("-") || !reader.TakeNumber(2, day)) {
    return std::nullopt;
  }
  ClockTime time;
  chr::minutes offset{0};
  if (reader.Take("T") && (!TakeClockTime(reader, time) || !TakeOffset(reader, offset))) {
    return std::nullopt;
  }
  const chr::year_month_day date(chr::year(year), chr::month(static_cast<unsigned>(month)),
                                 chr::day(static_cast<unsigned>(day)));
  if (!reader.AtEnd() || !date.ok() || year == 0) return std::nullopt;
  return FromUnixTicks(chr::sys_days(date).time_since_epoch() + time.SinceMidnight() - offset);
}

DateTime::Text DateTime::ToText() const {
  Text text;
  char* const begin = text.characters_.data();
  PutSevenDigits(*this, begin);
  std::size_t size = kSevenDigitsSize;
  while (begin[size - 1] == '0') --size;  // ends at the dot
  if (begin[size - 1] == '.') --size;
  begin[size] = 'Z';
  text.size_ = size + 1;
  return text;
}

std::string DateTime::ToStringSevenDigits() const {
  std::string text(kSevenDigitsSize, 'Z');
  PutSevenDigits(*this, text.data());
  return text + 'Z';
}

std::string ToHttpDate(chr::system_clock::time_point time) {
  const auto seconds = chr::floor<chr::seconds>(time);
  const auto [date, clock] = ToCalendar(seconds.time_since_epoch());
  const chr::weekday weekday(chr::floor<chr::days>(seconds));
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT", kWeekdays[weekday.c_encoding()],
                     static_cast<unsigned>(date.day()),
                     kMonths[static_cast<unsigned>(date.month()) - 1],
                     static_cast<int>(date.year()), clock.hours().count(), clock.minutes().count(),
                     clock.seconds().count());
}

std::optional<chr::system_clock::time_point> ParseHttpDate(std::string_view text) {
  TextReader reader(text);
  unsigned weekday = 0;
  unsigned month = 0;
  int day = 0;
  int year = 0;
  ClockTime time;
  const bool read =
      reader.TakeName(kWeekdays, weekday) && reader.Take(", ") && reader.TakeNumber(2, day) &&
      reader.Take(" ") && reader.TakeName(kMonths, month) && reader.Take(" ") &&
      reader.TakeNumber(4, year) && reader.Take(" ") && reader.TakeNumber(2, time.hour) &&
      reader.Take(":") && reader.TakeNumber(2, time.minute) && reader.Take(":") &&
      reader.TakeNumber(2, time.second) && reader.Take(" GMT") && reader.AtEnd();
  const chr::year_month_day date(chr::year(year), chr::month(month + 1),
                                 chr::day(static_cast<unsigned>(day)));
  if (!read || !time.IsValid() || !date.ok()) return std::nullopt;
  const chr::sys_seconds seconds = chr::sys_days(date) + chr::hours(time.hour) +
                                   chr::minutes(time.minute) + chr::seconds(time.second);
  // The clock counts nanoseconds in 64 bits: from 1678 to 2261.
  if (year < 1678 || year > 2261) return std::nullopt;
  return chr::time_point_cast<chr::system_clock::duration>(seconds);
}

}  // namespace rowhouse
