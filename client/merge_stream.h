#pragma once
// Several queries as one ordered stream, with bounded requests at a time.

#include <cstddef>
#include <memory>
#include <rowhouse/query.h>
#include <rowhouse/table_client.h>
#include <vector>

namespace rowhouse::tables {

struct MergeSource {
  TableClient table;
  QueryOptions options = {};  // limit, start and read_ahead do not count
};

using EntityOrder = bool (*)(const Entity& left, const Entity& right);

// By PartitionKey, then RowKey: the order of a table.
bool InKeyOrder(const Entity& left, const Entity& right);
// By RowKey, then PartitionKey.
bool InRowOrder(const Entity& left, const Entity& right);

// The entities of all sources, each of which must be in `order` itself. At most `parallel_max`
// requests are in flight at a time. About a page and a half of each source is held. Nothing is sent
// before the first Next(). A page that fails ends the stream.
std::shared_ptr<EntityStream> OpenMerge(std::vector<MergeSource> sources, EntityOrder order,
                                        std::size_t parallel_max);

}  // namespace rowhouse::tables
