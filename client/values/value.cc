#include <cstdlib>
#include <fmt/format.h>
#include <rowhouse/value.h>

namespace rowhouse::tables {

std::string_view ToString(ValueType type) {
  if (type == ValueType::kNull) return "Null";
  return ToString(static_cast<EdmType>(static_cast<int>(type) - 1));
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
