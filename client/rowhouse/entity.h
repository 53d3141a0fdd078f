#pragma once
// An entity: two keys and up to 252 typed properties.

#include "entity/entity_key.h"

#include <chrono>
#include <concepts>
#include <cstddef>
#include <optional>
#include <rowhouse/error.h>
#include <rowhouse/etag.h>
#include <rowhouse/value.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse::tables {

using rowhouse::EntityKey;

// A value like std::map: copyable, and const calls may overlap.
class Entity {
 public:
  using Properties = std::vector<std::pair<std::string, Value>>;  // in the order they were added

  Entity() = default;
  Entity(std::string partition_key, std::string row_key)
      : key_{std::move(partition_key), std::move(row_key)} {}

  const std::string& PartitionKey() const { return key_.partition; }
  const std::string& RowKey() const { return key_.row; }
  const EntityKey& Key() const { return key_; }
  void SetKey(EntityKey key) { key_ = std::move(key); }
  void SetPartitionKey(std::string key) { key_.partition = std::move(key); }
  void SetRowKey(std::string key) { key_.row = std::move(key); }

  // The version that was read; empty in an entity that was not read, and after a projection on a
  // service that sends none.
  const tables::ETag& ETag() const { return etag_; }
  void SetETag(tables::ETag etag) { etag_ = std::move(etag); }
  // When it was last written, by the service's clock; only in an entity that was read. Never sent.
  const std::optional<DateTime>& Timestamp() const { return timestamp_; }
  void SetTimestamp(DateTime timestamp) { timestamp_ = timestamp; }

  // The property, added as null if it is absent. std::invalid_argument: PartitionKey, RowKey or
  // Timestamp, which are not properties.
  Value& operator[](std::string_view name);
  // The property, or null if it is absent.
  const Value& operator[](std::string_view name) const;

  // Present and not null.
  bool Has(std::string_view name) const { return !(*this)[name].IsNull(); }
  // PropertyError: absent, null, or not a T (see Value::As).
  template <class T>
  T Get(std::string_view name) const {
    const Value& value = (*this)[name];
    if (auto found = value.As<T>()) return *std::move(found);
    std::string_view wanted = tables::ToString(Value::TypeFor<T>());
    if constexpr (std::same_as<T, std::chrono::system_clock::time_point>) {
      if (value.Type() == ValueType::kDateTime) wanted = "within system_clock's years 1677 to 2262";
    }
    throw PropertyError(name, wanted, tables::ToString(value.Type()));
  }
  // Nothing when absent or null. PropertyError: not a T.
  template <class T>
  std::optional<T> TryGet(std::string_view name) const {
    if (!Has(name)) return std::nullopt;
    return Get<T>(name);
  }
  // `otherwise` when absent or null. PropertyError: not a T.
  template <class T>
  T GetOr(std::string_view name, T otherwise) const {
    return Has(name) ? Get<T>(name) : std::move(otherwise);
  }

  // Returns whether it was there.
  bool Remove(std::string_view name);
  const Properties& AllProperties() const { return properties_; }
  void ReserveProperties(std::size_t count) { properties_.reserve(count); }
  // Appends without checking whether the name exists. For reading in bulk.
  void Append(std::string name, Value value) {
    properties_.emplace_back(std::move(name), std::move(value));
  }

  // Same keys and same properties, in any order; null is as absent. Version and Timestamp do not
  // count.
  bool operator==(const Entity& other) const;

 private:
  EntityKey key_;
  tables::ETag etag_;
  std::optional<DateTime> timestamp_;
  Properties properties_;
};

}  // namespace rowhouse::tables
