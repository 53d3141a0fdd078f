#include "table_service/store/sqlite/files/entity_table.h"

namespace rowhouse::sqlite {
namespace {

constexpr std::array<std::string_view, 10> kTexts = {
    "SELECT timestamp, properties FROM entity WHERE partition_key=?1 AND row_key=?2",
    "INSERT INTO entity VALUES(?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
    "INSERT INTO entity VALUES(?1, ?2, ?3, ?4) ON CONFLICT(partition_key, row_key) "
    "DO UPDATE SET timestamp=excluded.timestamp, properties=excluded.properties",
    "DELETE FROM entity WHERE partition_key=?1 AND row_key=?2",
    "DELETE FROM entity WHERE partition_key=?1",
    "SELECT partition_key, row_key, timestamp, properties FROM entity "
    "WHERE (partition_key, row_key) >= (?1, ?2) ORDER BY partition_key, row_key",
    "SELECT partition_key, row_key, timestamp, properties FROM entity "
    "WHERE (partition_key, row_key) >= (?1, ?2) "
    "AND matches(?3, partition_key, row_key, timestamp, properties) "
    "ORDER BY partition_key, row_key",
    "SELECT count(*) FROM entity WHERE partition_key=?1",
    "SELECT count(*), max(timestamp), min(partition_key), max(partition_key) FROM entity",
    "SELECT count(*), max(timestamp), min(partition_key), max(partition_key) FROM entity "
    "WHERE partition_key=?1",
};

}  // namespace

DbResult<Statement*> EntityTable::Prepared(Sql sql) {
  static_assert(kTexts.size() == kSqlCount);
  auto& statement = statements_[sql];
  if (!statement) {
    auto prepared = connection_.Prepare(kTexts[sql]);
    if (!prepared) return tl::unexpected(prepared.error());
    statement.emplace(std::move(*prepared));
  }
  return &*statement;
}

DbResult<std::optional<store::EntityRecord>> EntityTable::Find(std::string_view partition,
                                                               std::string_view row) {
  const auto statement = Prepared(kFind);
  if (!statement) return tl::unexpected(statement.error());
  const StatementScope scope(**statement);
  (*statement)->Bind(1, partition);
  (*statement)->Bind(2, row);
  const auto found = (*statement)->Step();
  if (!found) return tl::unexpected(found.error());
  if (!*found) return std::optional<store::EntityRecord>();
  return store::EntityRecord{.timestamp = DateTime{(*statement)->Integer(0)},
                             .properties = std::string((*statement)->Text(1))};
}

DbResult<std::optional<std::string>> EntityTable::FirstPartition() {
  auto rows = connection_.Prepare("SELECT partition_key FROM entity LIMIT 1");
  if (!rows) return tl::unexpected(rows.error());
  const auto row = rows->Step();
  if (!row) return tl::unexpected(row.error());
  return *row ? std::optional(std::string(rows->Text(0))) : std::nullopt;
}

DbResult<std::uint64_t> EntityTable::Count() {
  const auto count = connection_.QueryInteger("SELECT count(*) FROM entity");
  if (!count) return tl::unexpected(count.error());
  return static_cast<std::uint64_t>(*count);
}

DbResult<std::uint64_t> EntityTable::CountPartition(std::string_view partition) {
  const auto statement = Prepared(kCountPartition);
  if (!statement) return tl::unexpected(statement.error());
  const StatementScope scope(**statement);
  (*statement)->Bind(1, partition);
  const auto row = (*statement)->Step();
  if (!row) return tl::unexpected(row.error());
  return static_cast<std::uint64_t>((*statement)->Integer(0));
}

DbResult<EntityTable::Summary> EntityTable::ReadSummary(Statement& statement) {
  const auto row = statement.Step();
  if (!row) return tl::unexpected(row.error());
  return Summary{.rows = static_cast<std::uint64_t>(statement.Integer(0)),
                 .latest = DateTime{statement.Integer(1)},
                 .first_partition = std::string(statement.Text(2)),
                 .last_partition = std::string(statement.Text(3))};
}

DbResult<EntityTable::Summary> EntityTable::Summarize() {
  const auto statement = Prepared(kSummarize);
  if (!statement) return tl::unexpected(statement.error());
  const StatementScope scope(**statement);
  return ReadSummary(**statement);
}

DbResult<EntityTable::Summary> EntityTable::SummarizePartition(std::string_view partition) {
  const auto statement = Prepared(kSummarizePartition);
  if (!statement) return tl::unexpected(statement.error());
  const StatementScope scope(**statement);
  (*statement)->Bind(1, partition);
  return ReadSummary(**statement);
}

DbResult<bool> EntityTable::Run(Sql sql, std::string_view partition, std::string_view row,
                                DateTime timestamp, std::string_view properties) {
  const auto statement = Prepared(sql);
  if (!statement) return tl::unexpected(statement.error());
  const StatementScope scope(**statement);
  (*statement)->Bind(1, partition);
  (*statement)->Bind(2, row);  // binding a parameter that the SQL does not have is ignored
  (*statement)->Bind(3, timestamp.ticks);
  (*statement)->Bind(4, properties);
  const auto done = (*statement)->Step();
  if (!done) return tl::unexpected(done.error());
  return connection_.Changes() > 0;
}

DbResult<bool> EntityTable::Insert(std::string_view partition, std::string_view row,
                                   DateTime timestamp, std::string_view properties) {
  return Run(kInsert, partition, row, timestamp, properties);
}

DbStatus EntityTable::Put(std::string_view partition, std::string_view row, DateTime timestamp,
                          std::string_view properties) {
  const auto done = Run(kPut, partition, row, timestamp, properties);
  if (!done) return tl::unexpected(done.error());
  return {};
}

DbStatus EntityTable::Remove(std::string_view partition, std::string_view row) {
  const auto done = Run(kRemove, partition, row, {}, {});
  if (!done) return tl::unexpected(done.error());
  return {};
}

DbStatus EntityTable::RemovePartition(std::string_view partition) {
  const auto done = Run(kRemovePartition, partition, {}, {}, {});
  if (!done) return tl::unexpected(done.error());
  return {};
}

DbResult<Statement*> EntityTable::Scan() { return Prepared(kScan); }

DbResult<Statement*> EntityTable::ScanFiltered() { return Prepared(kScanFiltered); }

}  // namespace rowhouse::sqlite
