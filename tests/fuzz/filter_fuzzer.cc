// $filter: what parses prints itself, and its plan selects the same rows as testing every row does.
// One of tables is tested without harm.

#include "entity/entity_source.h"
#include "entity/stored_properties.h"
#include "query/filter.h"
#include "query/row_test.h"
#include "query/scan_plan.h"
#include "tests/fuzz/fuzzer.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace {

using rowhouse::ScanPlan;
using rowhouse::StoredEntity;

struct Row {
  std::string partition_key, row_key, properties;

  StoredEntity View() const {
    return {.partition_key = partition_key,
            .row_key = row_key,
            .timestamp = {},
            .properties = properties};
  }
};

// Keys around those that the seeds compare with, with properties of each type.
std::vector<Row> MakeRows() {
  const std::string properties = rowhouse::EncodeProperties(std::vector<rowhouse::Property>{
      {"A", std::int32_t{3}}, {"B", std::int64_t{42}}, {"C", 1.5}, {"D", true}, {"E", "text"}});
  std::vector<Row> rows;
  for (const char* partition_key : {"", "a", "b", "b\xc3\xa9"}) {
    for (const char* row_key : {"", "1", "10", "2", "\xef\xbf\xbd", "\xf0\x9f\x98\x80"}) {
      rows.push_back({partition_key, row_key, properties});
      rows.push_back({partition_key, std::string(row_key) + "x", "{}"});
    }
  }
  return rows;
}

bool IsPlanned(const ScanPlan& plan, const StoredEntity& row) {
  return std::any_of(plan.ranges.begin(), plan.ranges.end(), [&](const auto& range) {
    const rowhouse::EntityKey key{std::string(row.partition_key), std::string(row.row_key)};
    return range.partitions.Contains(row.partition_key) && range.rows.Contains(row.row_key) &&
           key >= range.from;
  });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<Row> kRows = MakeRows();
  const auto of_tables =
      rowhouse::ParseFilter(rowhouse::AsText(data, size), rowhouse::FilterSubject::kTables);
  if (of_tables && *of_tables) (void)rowhouse::MatchesTable(**of_tables, "a");
  const auto filter = rowhouse::ParseFilter(rowhouse::AsText(data, size));
  if (!filter || !*filter) return 0;

  const std::string dump = rowhouse::Dump(**filter);
  const auto again = rowhouse::ParseFilter(dump);
  rowhouse::Require(again && *again && rowhouse::Dump(**again) == dump,
                    "what a filter prints parses back to it");

  const ScanPlan plan = rowhouse::PlanScan(filter->get());
  (void)rowhouse::Explain(plan);
  const rowhouse::RowTest whole(filter->get());
  const rowhouse::RowTest residual(plan.residual.get());
  for (const Row& row : kRows) {
    const StoredEntity view = row.View();
    rowhouse::Require(whole.Matches(view) == (IsPlanned(plan, view) && residual.Matches(view)),
                      "the plan selects what the filter matches");
  }
  return 0;
}
