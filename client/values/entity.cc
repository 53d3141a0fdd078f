#include <algorithm>
#include <fmt/format.h>
#include <rowhouse/entity.h>
#include <stdexcept>

namespace rowhouse::tables {
namespace {

const Value& NullValue() {
  static const Value null;
  return null;
}

}  // namespace

Value& Entity::operator[](std::string_view name) {
  const auto found = std::find_if(properties_.begin(), properties_.end(),
                                  [name](const auto& property) { return property.first == name; });
  if (found != properties_.end()) return found->second;
  if (name == "PartitionKey" || name == "RowKey" || name == "Timestamp") {
    throw std::invalid_argument(
        fmt::format("'{}' is not a property: it has a member function of its own", name));
  }
  return properties_.emplace_back(std::string(name), Value()).second;
}

const Value& Entity::operator[](std::string_view name) const {
  const auto found = std::find_if(properties_.begin(), properties_.end(),
                                  [name](const auto& property) { return property.first == name; });
  return found == properties_.end() ? NullValue() : found->second;
}

bool Entity::Remove(std::string_view name) {
  return std::erase_if(properties_,
                       [name](const auto& property) { return property.first == name; }) > 0;
}

bool Entity::operator==(const Entity& other) const {
  if (key_ != other.key_) return false;
  const auto holds_all = [](const Entity& left, const Entity& right) {
    return std::all_of(left.properties_.begin(), left.properties_.end(), [&](const auto& property) {
      return right[property.first] == property.second;
    });
  };
  return holds_all(*this, other) && holds_all(other, *this);
}

}  // namespace rowhouse::tables
