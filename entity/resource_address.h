#pragma once
// The addresses of tables and entities, and the valid keys and table names. Spec 1.2, 1.3, 1.5,
// 5.10, 6.1.

#include "entity/entity_key.h"
#include "entity/error.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse {

// Rejects characters that a key must not contain: / \ # ? and control characters (spec 6.1).
// Ignores the length: CheckStorable() rejects an overlong key, after the existence checks.
// kOutOfRangeInput "The 'PartitionKey' parameter of value '...' is out of range."
Status CheckKeyCharacters(const EntityKey& key);

// kInvalidResourceName, kOutOfRangeInput (length) or kInvalidInput (reserved "tables"). Spec 1.5.
Status CheckTableName(std::string_view name);

// The resource that a path below the account names.
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

// Reads the part of a request path after the account ("/orders(PartitionKey='a',RowKey='b')",
// "/$batch", "/Tables('x')", "" and "/"), still percent-encoded: it is split at '/', then decoded
// once, then parsed (spec 1.3). kUnreadableInput "Bad Request - Error in query syntax." for text
// that is not an address; kNoSuchAddress for a bracket that no name precedes; kNotImplemented for
// segments after an entity or a set ($count, $value, a property).
// Accepts characters that keys must not contain, except '/' and '\': reads of such a key find
// nothing, and writes reject it by CheckKeyCharacters().
Result<ResourceAddress> ParseAddress(std::string_view encoded_path);

// "orders(PartitionKey='a''b',RowKey='c%20d')": quotes are doubled, then everything except
// unreserved characters and quotes is percent-encoded, as the service prints Location, odata.id and
// odata.editLink (spec 5.10).
std::string EntityPath(std::string_view table, const EntityKey& key);
void AppendEntityPath(std::string& out, std::string_view table, const EntityKey& key);

}  // namespace rowhouse
