#include "table_service/store/sqlite/partition_list.h"

#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/stored_key.h"
#include "table_service/store/sqlite/row_walk.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace rowhouse::sqlite {
namespace {

constexpr std::uint64_t kRowsMax = 10000;  // larger partitions are estimated
constexpr double kRowOverhead = 24;        // bytes: timestamp, SQLite's headers, free page space

std::string FileName(const PartitionFile& file) {
  return std::filesystem::path(file.path()).filename().string();
}

Result<std::uint64_t> BytesOf(PartitionFile& file) {
  auto lease = file.Read();
  if (!lease) return tl::unexpected(lease.error());
  DbConnection& connection = (*lease)->connection();
  const auto pages = connection.QueryInteger("PRAGMA page_count");
  if (!pages) return tl::unexpected(lease->Fail(pages.error()));
  const auto page_bytes = connection.QueryInteger("PRAGMA page_size");
  if (!page_bytes) return tl::unexpected(lease->Fail(page_bytes.error()));
  return static_cast<std::uint64_t>(*pages) * static_cast<std::uint64_t>(*page_bytes);
}

// Includes the write-ahead log; 0 for a file in memory.
std::uintmax_t BytesOnDisk(const std::string& path) {
  std::error_code missing;
  const std::uintmax_t bytes = std::filesystem::file_size(path, missing);
  return (missing ? 0 : bytes) + LogBytesOf(path);
}

// Extrapolates `size`, measured on the first rows of a partition, to all of them, assuming that the
// others are like these.
Status Extrapolate(PartitionFile& file, store::PartitionSize& size) {
  const auto bytes = BytesOf(file);
  if (!bytes) return tl::unexpected(bytes.error());
  const double row_bytes =
      static_cast<double>(size.bytes) / static_cast<double>(size.rows) + kRowOverhead;
  const auto rows = static_cast<std::uint64_t>(static_cast<double>(*bytes) / row_bytes);
  size.rows = std::max(size.rows, rows);
  size.bytes = std::max(size.bytes, *bytes);
  return {};
}

class PartitionLister {
 public:
  // Lists the partitions whose keys (in stored form) are in [from, end), or from `from` on if there
  // is no `end`.
  PartitionLister(const Table& table, std::string from, std::optional<std::string> end)
      : from_(std::move(from)), walk_(table, {.row_low = {}, .partition_end = std::move(end)}) {}

  // Returns the next partition; nothing at the end.
  Result<std::optional<store::PartitionSize>> Next() {
    if (from_) {
      const auto sought = Note(walk_.Seek(*std::exchange(from_, std::nullopt)));
      if (!sought) return tl::unexpected(sought.error());
    }
    if (!is_on_row_) return std::optional<store::PartitionSize>();
    auto size = Measure(std::string(walk_.Row().partition));
    if (!size) return tl::unexpected(std::move(size.error()));
    return std::optional(*std::move(size));
  }

 private:
  Status Note(const Result<bool>& moved) {
    if (!moved) return tl::unexpected(moved.error());
    is_on_row_ = *moved;
    return {};
  }

  // REQUIRES: the walk is at the first row of `partition_key`
  Result<store::PartitionSize> Measure(const std::string& partition_key) {
    std::string buffer;
    store::PartitionSize size{.partition_key = std::string(PlainKey(partition_key, buffer)),
                              .file = FileName(walk_.file()),
                              .own_file = walk_.is_in_own_file()};
    while (is_on_row_ && walk_.Row().partition == partition_key) {
      if (size.rows == kRowsMax) return Estimate(partition_key, std::move(size));
      const StoredRow row = walk_.Row();
      ++size.rows;
      size.bytes += row.partition.size() + row.row.size() + row.properties.size();
      if (auto stepped = Note(walk_.Step()); !stepped) return tl::unexpected(stepped.error());
    }
    return size;
  }

  // Only a partition with its own file can be extrapolated; of others the first rows are all that
  // is known.
  Result<store::PartitionSize> Estimate(const std::string& partition_key,
                                        store::PartitionSize size) {
    size.exact = false;
    if (size.own_file) {
      if (auto done = Extrapolate(walk_.file(), size); !done) return tl::unexpected(done.error());
    }
    from_ = SuccessorOf(partition_key);
    return size;
  }

  std::optional<std::string> from_;  // where to continue; none: at the current row of the walk
  RowWalk walk_;
  bool is_on_row_ = false;
};

}  // namespace

Result<std::vector<store::PartitionSize>> ReadPartitionList(const Table& table,
                                                            std::string_view from,
                                                            std::size_t max) {
  PartitionLister lister(table, std::string(StoredKey(from).view()), std::nullopt);
  std::vector<store::PartitionSize> partitions;
  while (partitions.size() < max) {
    auto next = lister.Next();
    if (!next) {
      if (table.is_deleted()) return Fail(ErrorCode::kTableNotFound);
      return tl::unexpected(next.error());
    }
    if (!*next) break;
    partitions.push_back(**std::move(next));
  }
  return partitions;
}

std::vector<store::PartitionSize> ReadLargePartitions(const Table& table, std::uint64_t bytes_min) {
  std::vector<store::PartitionSize> large;
  const MapView view = table.View();
  for (auto own = view.Next({}); own; own = view.Next(SuccessorOf(own->partition_key))) {
    if (BytesOnDisk(own->file->path()) < bytes_min) continue;
    auto measured =
        PartitionLister(table, own->partition_key, SuccessorOf(own->partition_key)).Next();
    if (measured && *measured) large.push_back(**std::move(measured));
  }
  return large;
}

}  // namespace rowhouse::sqlite
