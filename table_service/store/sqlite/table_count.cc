#include "table_service/store/sqlite/table_count.h"

#include <string>
#include <utility>

namespace rowhouse {
namespace {

Result<std::uint64_t> CountFile(PartitionFile& file, std::optional<std::string_view> partition) {
  auto lease = file.Read();
  if (!lease) return tl::unexpected(std::move(lease.error()));
  const auto count = partition ? (*lease)->CountPartition(*partition) : (*lease)->Count();
  if (!count) return tl::unexpected(lease->Fail(count.error()));
  return *count;
}

Result<std::uint64_t> CountPartition(const Table& table, std::string_view partition) {
  for (auto lane = table.Route(partition); lane;) {
    auto count = CountFile(*lane->file(), partition);
    if (!count || *count > 0) return count;
    // The partition may have moved since it was looked up.
    auto now = table.Route(partition);
    if (now == lane) break;
    lane = std::move(now);
  }
  return std::uint64_t{0};
}

// Without the rows that moves left behind: those of partitions with a file of their own.
Result<std::uint64_t> CountShared(const Table& table, SharedSnapshot& snapshot) {
  auto count = snapshot.lease->Count();
  if (!count) return tl::unexpected(snapshot.lease.Fail(count.error()));
  std::string from;
  while (const auto own = table.NextOwn(from, snapshot.version)) {
    const auto left = snapshot.lease->CountPartition(own->key);
    if (!left) return tl::unexpected(snapshot.lease.Fail(left.error()));
    *count -= *left;
    from = own->key + '\0';
  }
  return *count;
}

}  // namespace

Result<SharedSnapshot> TakeSharedSnapshot(const Table& table, PartitionFile& shared) {
  auto lease = shared.Read();
  if (!lease) return tl::unexpected(std::move(lease.error()));
  auto transaction = Transaction::Begin((*lease)->connection(), Transaction::Kind::kRead);
  if (!transaction) return tl::unexpected(lease->Fail(transaction.error()));
  SharedSnapshot snapshot{std::move(*lease), std::move(*transaction), 0};
  DbResult<std::int64_t> first = 0;
  table.ReadWithMap([&](Table::Version version) {
    snapshot.version = version;
    // The transaction sees what is there at its first read.
    first = snapshot.lease->connection().QueryInteger("SELECT 1 FROM entity LIMIT 1");
  });
  if (!first) return tl::unexpected(snapshot.lease.Fail(first.error()));
  return snapshot;
}

Result<std::uint64_t> CountEntities(const Table& table, std::optional<std::string_view> partition) {
  if (table.is_deleted()) return Fail(ErrorCode::kTableNotFound);
  if (partition) return CountPartition(table, *partition);
  std::uint64_t total = 0;
  Table::Version version = 0;
  table.ReadWithMap([&](Table::Version now) { version = now; });
  if (const auto shared = table.SharedLane()) {
    auto snapshot = TakeSharedSnapshot(table, *shared->file());
    if (!snapshot) return tl::unexpected(std::move(snapshot.error()));
    version = snapshot->version;
    auto count = CountShared(table, *snapshot);
    if (!count) return count;
    total = *count;
  }
  std::string from;
  while (const auto own = table.NextOwn(from, version)) {
    auto count = CountFile(*own->file, std::nullopt);
    if (!count) return count;
    total += *count;
    from = own->key + '\0';
  }
  return total;
}

}  // namespace rowhouse
