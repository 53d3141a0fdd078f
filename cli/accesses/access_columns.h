#pragma once
// One line of a file of operations, whatever its form: which member means what.

#include "entity/edm_value.h"
#include "table_service/hotspot/key_access.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse::cli {

// An operation as a file has it.
struct ListedAccess {
  AccessKind kind = AccessKind::kInsert;
  std::string partition_key = {};
  std::string row_key = {};
  std::string properties = {};             // in the stored form
  std::optional<AccessTime> time = {};     // of the operation; none: the file does not say
  std::optional<AccessTime> written = {};  // the Timestamp of an entity
  bool is_operation = false;               // listed as an operation, not as an entity of a table is
};

enum class AccessColumn : std::uint8_t {
  kPartitionKey,
  kRowKey,
  kOperation,
  kTime,
  kTimestamp,
  kProperty
};

// What a record is. PartitionKey, RowKey and Timestamp are spelled so in an entity, and other
// spellings of them are properties there.
enum class RecordForm : std::uint8_t {
  kOperation,          // all names of columns count
  kEntityOrOperation,  // has PartitionKey and RowKey: pk, rk, op and t are properties
  kEntity              // of an export, or with a Timestamp: operation and time are properties, too
};
// By the names of its members or columns.
RecordForm FormOf(std::span<const std::string_view> names);

// By name, in any case and with or without '_': pk, PartitionKey; rk, RowKey; op, operation; t,
// time; Timestamp. Everything else is a property.
AccessColumn ColumnOf(std::string_view name, RecordForm form);
// Whether only lists of operations have this column: pk, rk, op, t. An entity may well have a
// property Time or Operation; it has a Timestamp then.
bool IsOfOperations(std::string_view name);

// Puts an operation together from its parts. A part that is not given is left as it is by default:
// an insert, with an empty RowKey.
class AccessBuilder {
 public:
  void SetIsOperation() { access_.is_operation = true; }
  // Failure: a text for a person.
  std::optional<std::string> Set(AccessColumn column, std::string_view text);
  void AddProperty(std::string_view name, EdmValue value);
  // Failure, as a text for a person: no PartitionKey, or keys that no store takes.
  tl::expected<ListedAccess, std::string> Finish() &&;

 private:
  ListedAccess access_;
  bool has_partition_key_ = false;
  bool has_operation_ = false;
  std::vector<Property> properties_;
};

}  // namespace rowhouse::cli
