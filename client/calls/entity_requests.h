#pragma once
// The calls on entities as operations. Pure but for random boundaries.

#include "client/calls/operation.h"

#include <optional>
#include <rowhouse/entity.h>
#include <rowhouse/query.h>
#include <rowhouse/transaction.h>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::tables {

// Whether the write may be sent again after its answer was lost.
Safety SafetyOf(const Write& write);

// Any write but a delete; the result is the version written. std::invalid_argument: Utf8Fault().
Operation<ETag> WriteEntity(const std::string& table, const Write& write);
// Of write.entity only the key and the version count.
Operation<Nothing> DeleteEntity(const std::string& table, const Write& write);
// Whether it existed.
Operation<bool> DeleteEntityIfExists(const std::string& table, EntityKey key);

Operation<Entity> GetEntity(const std::string& table, EntityKey key,
                            const std::vector<std::string>& select);
// Nothing for ResourceNotFound.
Operation<std::optional<Entity>> TryGetEntity(const std::string& table, EntityKey key,
                                              const std::vector<std::string>& select);

// `count` is how many entities to ask for. std::invalid_argument: not in 1..1000.
Operation<Page> QueryEntities(const std::string& table, const QueryOptions& options,
                              std::size_t count, const ContinuationToken& start);

// One write as HTTP spells it, alone or in a change set; the path begins after the account.
struct SubRequestText {
  std::string method = {};
  std::string path = {};
  Headers headers = {};
  std::string body = {};
};
SubRequestText WriteRequest(const std::string& table, const Write& write);

// Which key, name or text is not UTF-8, in a sentence; empty: none. JSON would carry U+FFFD in its
// place and the service would store that.
std::string Utf8Fault(const Entity& entity);

}  // namespace rowhouse::tables
