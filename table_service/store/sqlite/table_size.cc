#include "table_service/store/sqlite/table_size.h"

#include "table_service/store/sqlite/files/stored_key.h"
#include "table_service/store/sqlite/table_files.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace rowhouse::sqlite {
namespace {

constexpr std::uint64_t kSampledRows = 1000;     // for the estimate of a file's rows
constexpr std::uint64_t kRowOverheadBytes = 24;  // as in partition_list.cc

// Measures one file of a table, of whose other files `counted_bytes` have been counted.
class FileMeasurement {
 public:
  FileMeasurement(const StoreOptions& options, TableFile& file) : options_(options), file_(file) {}

  const FileSize& Size() const { return size_; }

  Status Run(std::uint64_t counted_bytes) {
    const auto bytes = Bytes();
    if (!bytes) return tl::unexpected(bytes.error());
    const bool is_counted = counted_bytes + *bytes <= options_.counted_bytes_max;
    size_.bytes = *bytes;
    auto rows = is_counted ? Failing(file_.lease->Count()) : EstimateRows(*bytes);
    if (!rows) return tl::unexpected(std::move(rows.error()));
    size_.rows = *rows;
    if (!file_.moved_out) {
      size_.partitions = *rows > 0 ? 1 : 0;
      return {};
    }
    const auto partitions = CountPartitions();
    if (!partitions) return tl::unexpected(partitions.error());
    size_.partitions = *partitions;
    return file_.ForEachLeftover([&](const std::string& key) { return Subtract(key); });
  }

 private:
  template <class Value>
  Result<Value> Failing(DbResult<Value> result) {
    if (result) return *std::move(result);
    return tl::unexpected(file_.lease.Fail(result.error()));
  }

  Result<std::uint64_t> Bytes() {
    DbConnection& connection = file_.lease->connection();
    const auto pages = Failing(connection.QueryInteger("PRAGMA page_count"));
    if (!pages) return tl::unexpected(pages.error());
    const auto page_bytes = Failing(connection.QueryInteger("PRAGMA page_size"));
    if (!page_bytes) return tl::unexpected(page_bytes.error());
    return static_cast<std::uint64_t>(*pages) * static_cast<std::uint64_t>(*page_bytes);
  }

  // Assumes that all rows are as large as the first ones.
  Result<std::uint64_t> EstimateRows(std::uint64_t bytes) {
    size_.exact = false;
    const auto scan = Failing(file_.lease->Scan());
    if (!scan) return tl::unexpected(scan.error());
    Statement& rows = **scan;
    const StatementScope scope(rows);
    rows.Bind(1, std::string_view());
    rows.Bind(2, std::string_view());
    std::uint64_t sampled = 0;
    std::uint64_t sampled_bytes = 0;
    while (sampled < kSampledRows) {
      const auto row = Failing(rows.Step());
      if (!row) return tl::unexpected(row.error());
      if (!*row) return sampled;
      ++sampled;
      sampled_bytes += rows.Text(0).size() + rows.Text(1).size() + rows.Text(3).size();
    }
    const std::uint64_t row_bytes = sampled_bytes / sampled + kRowOverheadBytes;
    return std::max(sampled, bytes / row_bytes);
  }

  Result<std::uint64_t> CountPartitions() {
    std::string from;
    for (std::uint64_t count = 0; count < options_.counted_partitions_max; ++count) {
      const auto next = NextPartition(from);
      if (!next) return tl::unexpected(next.error());
      if (!*next) return count;
      from = SuccessorOf(**next);
    }
    size_.exact = false;
    return options_.counted_partitions_max;
  }

  // Returns the first partition whose key is `from` or later; none at the end.
  Result<std::optional<std::string>> NextPartition(const std::string& from) {
    const auto scan = Failing(file_.lease->Scan());
    if (!scan) return tl::unexpected(scan.error());
    Statement& rows = **scan;
    const StatementScope scope(rows);
    rows.Bind(1, std::string_view(from));
    rows.Bind(2, std::string_view());
    const auto row = Failing(rows.Step());
    if (!row) return tl::unexpected(row.error());
    return *row ? std::optional(std::string(rows.Text(0))) : std::nullopt;
  }

  // Leaves out a partition whose rows in this file are leftovers of a move.
  Status Subtract(const std::string& partition_key) {
    const auto rows = Failing(file_.lease->CountPartition(partition_key));
    if (!rows) return tl::unexpected(rows.error());
    if (*rows == 0) return {};
    size_.rows -= std::min(size_.rows, *rows);
    size_.partitions -= std::min<std::uint64_t>(size_.partitions, 1);
    return {};
  }

  const StoreOptions& options_;
  TableFile& file_;
  FileSize size_;
};

void Add(store::TableSize& size, const FileSize& file) {
  size.rows += file.rows;
  size.bytes += file.bytes;
  size.partitions += file.partitions;
  size.exact = size.exact && file.exact;
}

}  // namespace

Result<store::TableSize> MeasureTable(const Table& table) {
  store::TableSize size;
  std::uint64_t changes = 0;  // of the file that is visited next
  const auto needs = [&](PartitionFile& file) {
    const auto known = file.KnownSize();
    if (known) Add(size, *known);
    changes = file.changes();
    return !known;
  };
  const auto measured = ForEachFile(table, needs, [&](TableFile& file) -> Status {
    FileMeasurement measurement(table.context().options, file);
    if (auto done = measurement.Run(size.bytes); !done) return done;
    Add(size, measurement.Size());
    file.lease.file().RememberSize(changes, measurement.Size());
    return {};
  });
  if (table.is_deleted()) return Fail(ErrorCode::kTableNotFound);
  if (!measured) return tl::unexpected(measured.error());
  return size;
}

}  // namespace rowhouse::sqlite
