#pragma once
// Helpers for tests that use a store through its port: calls that wait, and short change sets.

#include "entity/change_set.h"
#include "entity/entity_source.h"
#include "entity/etag.h"
#include "table_service/store/account_store.h"

#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse {

inline std::future<ApplyResult> ApplyLater(store::AccountStore& store, ChangeSet changes) {
  auto promise = std::make_shared<std::promise<ApplyResult>>();
  auto result = promise->get_future();
  store.Apply(std::move(changes),
              [promise](ApplyResult done) { promise->set_value(std::move(done)); });
  return result;
}

inline ApplyResult ApplyNow(store::AccountStore& store, ChangeSet changes) {
  return ApplyLater(store, std::move(changes)).get();
}

// A change set of one operation.
inline ChangeSet One(OperationKind kind, std::string partition, std::string row,
                     std::string properties = "{}", IfMatch if_match = {}) {
  return {.table = "orders",
          .partition_key = std::move(partition),
          .operations = {{.kind = kind,
                          .row_key = std::move(row),
                          .if_match = if_match,
                          .properties = std::move(properties)}}};
}

inline ChangeSet Insert(std::string partition, std::string row, std::string properties = "{}") {
  return One(OperationKind::kInsert, std::move(partition), std::move(row), std::move(properties));
}

// A row in the form that tests compare.
struct SeenRow {
  EntityKey key;
  DateTime timestamp;
  std::string properties;
  bool operator==(const SeenRow&) const = default;
};

inline Result<std::vector<SeenRow>> ScanAll(store::AccountStore& store, const ScanRange& range = {},
                                            std::string_view table = "orders",
                                            RowFilter* filter = nullptr) {
  auto source = store.OpenSource(table);
  if (!source) return tl::unexpected(source.error());
  auto cursor =
      filter == nullptr ? (*source)->Scan(range) : (*source)->ScanFiltered(range, *filter);
  if (!cursor) return tl::unexpected(cursor.error());
  std::vector<SeenRow> rows;
  for (StoredEntity entity;;) {
    auto next = (*cursor)->Next(entity);
    if (!next) return tl::unexpected(next.error());
    if (!*next) return rows;
    rows.push_back({{std::string(entity.partition_key), std::string(entity.row_key)},
                    entity.timestamp,
                    std::string(entity.properties)});
  }
}

// Returns "p/r p/r ..." in scan order.
inline std::string KeysOf(const std::vector<SeenRow>& rows) {
  std::string text;
  for (const auto& row : rows) {
    if (!text.empty()) text += ' ';
    text += row.key.partition + '/' + row.key.row;
  }
  return text;
}

inline std::string ScanKeys(store::AccountStore& store, const ScanRange& range = {}) {
  const auto rows = ScanAll(store, range);
  return rows ? KeysOf(*rows) : "error: " + rows.error().message + rows.error().detail;
}

}  // namespace rowhouse
