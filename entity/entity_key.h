#pragma once
// Keys, tables' names and the addresses that are made of them. Spec 1.2, 1.3, 1.5, 5.10, 6.1.

#include "entity/error.h"

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// A key is one type, in scan order: partition, then row, each by UTF-16 code units.
struct EntityKey {
  std::string partition;
  std::string row;

  bool operator==(const EntityKey&) const = default;
  std::strong_ordering operator<=>(const EntityKey& other) const;
};

// Characters that a key must not hold: / \ # ? and control characters (spec 6.1). Length is not
// looked at: an over-long key is refused by CheckStorable(), after the existence checks.
// kOutOfRangeInput "The 'PartitionKey' parameter of value '...' is out of range."
Status CheckKeyCharacters(const EntityKey& key);

// kInvalidResourceName, kOutOfRangeInput (length) or kInvalidInput (reserved "tables"). Spec 1.5.
Status CheckTableName(std::string_view name);

// What a decoded path below the account names.
struct ResourceAddress {
  enum class Kind : std::uint8_t {
    kService,
    kTables,
    kTable,
    kEntities,
    kEntity,
    kBatch,
    kMetadata
  };
  Kind kind = Kind::kService;
  std::string table = {};  // kTable, kEntities, kEntity: as spelled in the address
  EntityKey key = {};      // kEntity
};

// Reads the part of a request path behind the account ("/orders(PartitionKey='a',RowKey='b')",
// "/$batch", "/Tables('x')",
// "" and "/"), still percent-encoded: it is split at '/', then decoded once, then parsed
// (spec 1.3). kUnreadableInput "Bad Request - Error in query syntax." for what is not an address;
// kNoSuchAddress for a bracket without a name before it; kNotImplemented for segments behind an
// entity or a set ($count, $value, a property).
// Forbidden characters of keys other than '/' and '\' pass: reads of such a key find nothing, and
// writes refuse it by CheckKeyCharacters().
Result<ResourceAddress> ParseAddress(std::string_view encoded_path);

// "orders(PartitionKey='a''b',RowKey='c%20d')": quotes doubled, then percent-encoded but for the
// unreserved characters and the quote, as the service prints Location, odata.id and odata.editLink
// (spec 5.10).
std::string EntityPath(std::string_view table, const EntityKey& key);

}  // namespace rowhouse
