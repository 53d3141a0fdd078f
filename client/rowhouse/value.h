#pragma once
// The values that an entity's property can have: the eight types of the Table data model, kept
// apart so that what was read is written back as it was.

#include "base/date_time.h"
#include "base/guid.h"
#include "entity/edm_value.h"

#include <chrono>
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

// The values of the server, as it stores and prints them.
using rowhouse::Binary;
using rowhouse::DateTime;
using rowhouse::Guid;

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
  Value(std::chrono::system_clock::time_point value) : data_(DateTime::FromSystem(value)) {}
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
