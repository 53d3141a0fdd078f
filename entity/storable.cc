#include "entity/storable.h"

#include "base/json_string.h"
#include "base/unicode.h"
#include "entity/limits.h"
#include "entity/stored_properties.h"

#include <algorithm>
#include <cstdlib>

namespace rowhouse {

namespace {

tl::unexpected<Error> Refuse(ErrorCode code) {
  return Fail(code, std::string(ToWire(code).text), ErrorStage::kStorage);
}

// The number of bytes that a padded base64 text encodes.
std::size_t Base64Bytes(std::string_view text) {
  const std::size_t padding = text.ends_with("==") ? 2 : (text.ends_with('=') ? 1 : 0);
  return text.size() / 4 * 3 - std::min(padding, text.size());
}

struct ValueSize {
  std::size_t bytes = 0;  // as the service bills it
  bool too_large = false;
};

ValueSize Measure(const StoredProperty& property) {
  switch (property.type) {
    case EdmType::kString: {
      const std::size_t units = EscapedUnits(WithoutQuotes(property.value));
      return {2 * units + 4, units > limits::kStringUnitsMax};
    }
    case EdmType::kBinary: {
      const std::size_t bytes = Base64Bytes(WithoutQuotes(property.value));
      return {bytes + 4, bytes > limits::kBinaryBytesMax};
    }
    case EdmType::kBoolean:
      return {1};
    case EdmType::kInt32:
      return {4};
    case EdmType::kInt64:
    case EdmType::kDouble:
    case EdmType::kDateTime:
      return {8};
    case EdmType::kGuid:
      return {16};
  }
  std::abort();
}

}  // namespace

Status CheckStorable(std::string_view partition_key, std::string_view row_key,
                     std::string_view text) {
  const std::size_t partition_units = Utf16Length(partition_key);
  const std::size_t row_units = Utf16Length(row_key);
  bool value_too_large = partition_units > limits::kKeyUnitsMax || row_units > limits::kKeyUnitsMax;
  std::size_t bytes = 4 + 2 * (partition_units + row_units);
  std::size_t count = 0;
  for (StoredPropertyCursor cursor(text); cursor.Next(); ++count) {
    const ValueSize size = Measure(cursor.Current());
    value_too_large |= size.too_large;
    bytes += 8 + 2 * EscapedUnits(cursor.Current().name) + size.bytes;
  }
  if (bytes > limits::kEntityBytesMax) return Refuse(ErrorCode::kEntityTooLarge);
  if (value_too_large) return Refuse(ErrorCode::kPropertyValueTooLarge);
  if (count > limits::kCustomPropertiesMax) return Refuse(ErrorCode::kTooManyProperties);
  return {};
}

}  // namespace rowhouse
