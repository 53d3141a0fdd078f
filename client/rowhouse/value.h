#pragma once
// The values that an entity's property can have: the eight types of the Table data model, kept
// apart so that what was read is written back as it was.

#include <array>
#include <chrono>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace rowhouse::tables {

// An instant in UTC with the service's resolution of 100 ns, from 0001 to 9999. The service stores
// no instant before 1601.
class DateTime {
 public:
  using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;

  DateTime() = default;  // 0001-01-01T00:00:00Z
  // What a time point has below 100 ns is cut off.
  DateTime(std::chrono::system_clock::time_point time);  // NOLINT(google-explicit-constructor)
  static DateTime FromTicks(std::int64_t ticks) { return DateTime(ticks); }
  static DateTime Now() { return {std::chrono::system_clock::now()}; }

  // "2026-01-01T00:00:00.1234567Z"; offsets are turned into UTC, no zone is UTC. No value for text
  // that is no date.
  static std::optional<DateTime> Parse(std::string_view text);

  // 100 ns steps since 0001-01-01T00:00:00Z.
  std::int64_t TickCount() const { return ticks_; }
  // The nearest that there is: system_clock counts from 1677 to 2262.
  std::chrono::system_clock::time_point ToTimePoint() const;
  // Whether ToTimePoint() is this very instant.
  bool HasTimePoint() const;
  // With as many digits of fraction as it needs, up to seven.
  std::string ToString() const;

  DateTime operator+(Ticks step) const { return DateTime(ticks_ + step.count()); }
  DateTime operator-(Ticks step) const { return DateTime(ticks_ - step.count()); }
  Ticks operator-(DateTime other) const { return Ticks(ticks_ - other.ticks_); }
  auto operator<=>(const DateTime&) const = default;

 private:
  explicit DateTime(std::int64_t ticks) : ticks_(ticks) {}

  std::int64_t ticks_ = 0;
};

// Sixteen bytes in the order of the dashed text.
class Guid {
 public:
  Guid() = default;  // all zero
  explicit Guid(const std::array<std::uint8_t, 16>& bytes) : bytes_(bytes) {}

  // A random one. Unique, not secret.
  static Guid New();
  // Dashed, 32 digits, or dashed in braces; no value for other text.
  static std::optional<Guid> Parse(std::string_view text);

  const std::array<std::uint8_t, 16>& Bytes() const { return bytes_; }
  std::string ToString() const;  // dashed, lower case
  auto operator<=>(const Guid&) const = default;

 private:
  std::array<std::uint8_t, 16> bytes_{};
};

struct Binary {
  std::vector<std::uint8_t> bytes;

  std::string ToBase64() const;
  static std::optional<Binary> FromBase64(std::string_view text);
  auto operator<=>(const Binary&) const = default;
};

// In the order of the alternatives of Value.
enum class ValueType : std::uint8_t {
  kNull,
  kString,
  kBoolean,
  kInt32,
  kInt64,
  kDouble,
  kDateTime,
  kGuid,
  kBinary
};
// "Null", "Edm.String", "Edm.Boolean", ...
std::string_view ToString(ValueType type);

// Types that turn into a value by themselves. Signed integers of up to four bytes are Int32, longer
// ones Int64. There is no unsigned type on the wire: convert to the signed one that fits.
template <class T>
concept SignedInteger = std::signed_integral<T> && !std::same_as<T, char> && !std::same_as<T, bool>;

// One typed value, or null. The service stores no null: a null property is not sent, so that an
// insert or a replace leaves it out and a merge leaves what is stored.
class Value {
 public:
  using Variant = std::variant<std::monostate, std::string, bool, std::int32_t, std::int64_t,
                               double, DateTime, Guid, Binary>;

  // Converting is the purpose of these: entity["Age"] = 42.
  // NOLINTBEGIN(google-explicit-constructor)
  Value() = default;  // null
  Value(std::nullptr_t) {}
  Value(const char* text) : data_(std::string(text)) {}
  Value(std::string text) : data_(std::move(text)) {}
  Value(std::string_view text) : data_(std::string(text)) {}
  template <std::same_as<bool> T>  // a template, so that no pointer becomes a truth value
  Value(T value) : data_(value) {}
  template <SignedInteger T>
  Value(T value) {
    if constexpr (sizeof(T) <= sizeof(std::int32_t)) {
      data_ = static_cast<std::int32_t>(value);
    } else {
      data_ = static_cast<std::int64_t>(value);
    }
  }
  template <std::unsigned_integral T>
  requires(!std::same_as<T, bool>) Value(T)
  = delete;
  Value(char) = delete;
  Value(double value) : data_(value) {}
  Value(DateTime value) : data_(value) {}
  Value(std::chrono::system_clock::time_point value) : data_(DateTime(value)) {}
  Value(Guid value) : data_(value) {}
  Value(Binary value) : data_(std::move(value)) {}
  Value(std::vector<std::uint8_t> bytes) : data_(Binary{std::move(bytes)}) {}
  template <class T>
  Value(std::optional<T> value) {
    if (value) *this = Value(*std::move(value));
  }
  // NOLINTEND(google-explicit-constructor)

  ValueType Type() const { return static_cast<ValueType>(data_.index()); }
  bool IsNull() const { return data_.index() == 0; }
  const Variant& AsVariant() const { return data_; }

  // The value as a T, if it is one or becomes one without loss: an Int32 is also an int64_t and a
  // double. T: std::string, bool, std::int32_t, std::int64_t, double, DateTime,
  // std::chrono::system_clock::time_point, Guid, Binary. Null is none of them.
  template <class T>
  std::optional<T> As() const {
    static_assert(kIsReadable<T>, "no property has this type");
    if constexpr (std::same_as<T, std::chrono::system_clock::time_point>) {
      const auto* time = std::get_if<DateTime>(&data_);
      if (time != nullptr && time->HasTimePoint()) return time->ToTimePoint();
    } else {
      if (const T* value = std::get_if<T>(&data_)) return *value;
      if constexpr (std::same_as<T, std::int64_t> || std::same_as<T, double>) {
        if (const auto* number = std::get_if<std::int32_t>(&data_)) return *number;
      }
    }
    return std::nullopt;
  }
  template <class T>
  static constexpr ValueType TypeFor() {
    if constexpr (std::same_as<T, std::chrono::system_clock::time_point>) {
      return ValueType::kDateTime;
    } else {
      return static_cast<ValueType>(Variant(std::in_place_type<T>).index());
    }
  }

  // For people: numbers and text as they are, "null", dates and guids as text, binary as base64.
  std::string ToString() const;

  bool operator==(const Value&) const = default;

 private:
  template <class T>
  static constexpr bool kIsReadable =
      std::same_as<T, std::string> || std::same_as<T, bool> || std::same_as<T, std::int32_t> ||
      std::same_as<T, std::int64_t> || std::same_as<T, double> || std::same_as<T, DateTime> ||
      std::same_as<T, Guid> || std::same_as<T, Binary> ||
      std::same_as<T, std::chrono::system_clock::time_point>;

  Variant data_;
};

}  // namespace rowhouse::tables
