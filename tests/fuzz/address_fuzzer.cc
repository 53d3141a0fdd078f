// Paths of requests: any bytes are an address or an error, and an entity's own path leads back to
// it.

#include "entity/resource_address.h"
#include "tests/fuzz/fuzzer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using rowhouse::ResourceAddress;
  const auto address = rowhouse::ParseAddress(rowhouse::AsText(data, size));
  if (!address || address->kind != ResourceAddress::Kind::kEntity) return 0;
  // Keys and names are checked by those who use them, so only what passes the checks has a path.
  if (!rowhouse::CheckTableName(address->table) || !rowhouse::CheckKeyCharacters(address->key)) {
    return 0;
  }
  const auto again =
      rowhouse::ParseAddress("/" + rowhouse::EntityPath(address->table, address->key));
  rowhouse::Require(again.has_value(), "an entity's path is an address");
  rowhouse::Require(again->table == address->table && again->key == address->key,
                    "an entity's path names the entity");
  return 0;
}
