#include "table_service/store/sqlite/partition_list.h"

#include "table_service/store/sqlite/file_scan.h"
#include "table_service/store/sqlite/stored_key.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::uint64_t kRowsMax = 10000;  // of a partition; beyond them its size is estimated
constexpr double kRowOverhead = 24;        // bytes: timestamp, SQLite's headers, room in pages

std::string FileName(const PartitionFile& file) {
  return std::filesystem::path(file.path()).filename().string();
}

Result<std::uint64_t> BytesOf(PartitionFile& file) {
  auto lease = file.Read();
  if (!lease) return tl::unexpected(lease.error());
  Connection& connection = (*lease)->connection();
  const auto pages = connection.QueryInteger("PRAGMA page_count");
  if (!pages) return tl::unexpected(lease->Fail(pages.error()));
  const auto page_bytes = connection.QueryInteger("PRAGMA page_size");
  if (!page_bytes) return tl::unexpected(lease->Fail(page_bytes.error()));
  return static_cast<std::uint64_t>(*pages) * static_cast<std::uint64_t>(*page_bytes);
}

// With what is still in its write-ahead log; 0 in memory.
std::uintmax_t BytesOnDisk(const std::string& path) {
  std::uintmax_t bytes = 0;
  for (const char* const ending : {"", "-wal"}) {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(path + ending, missing);
    if (!missing) bytes += size;
  }
  return bytes;
}

// Merges two ordered streams: the mapped partitions and those of the shared file, whose rows of a
// mapped partition are leftovers of a move.
class PartitionLister {
 public:
  PartitionLister(const Table& table, std::string_view from) : table_(table), from_(from) {
    if (const auto shared = table.SharedLane()) {
      shared_file_ = shared->file();
      shared_ = MakeFileScan(table, shared_file_);
    }
  }

  // The next partition; none at the end.
  Result<std::optional<store::PartitionSize>> Next() {
    auto own = table_.NextOwn(from_, std::numeric_limits<Table::Version>::max());
    auto in_shared = SeekShared();
    if (!in_shared) return tl::unexpected(in_shared.error());
    if (own && (!*in_shared || own->key <= **in_shared)) return MeasureOwn(*own);
    if (!*in_shared) return std::optional<store::PartitionSize>();
    return MeasureShared(**in_shared);
  }

 private:
  Result<std::optional<std::string>> SeekShared() {
    if (!shared_) return std::optional<std::string>();
    const auto found = shared_->Seek(from_, {});
    if (!found) return tl::unexpected(found.error());
    if (!*found) return std::optional<std::string>();
    return std::optional(std::string(shared_->Row().partition));
  }

  // Adds up the rows of `key`, where `scan` stands.
  Status AddUp(FileScan& scan, std::string_view key, store::PartitionSize& size) {
    for (bool more = true; more && scan.Row().partition == key;) {
      if (size.rows == kRowsMax) {
        size.exact = false;
        return {};
      }
      const StoredRow row = scan.Row();
      ++size.rows;
      size.bytes += row.partition.size() + row.row.size() + row.properties.size();
      const auto stepped = scan.Step();
      if (!stepped) return tl::unexpected(stepped.error());
      more = *stepped;
    }
    return {};
  }

  store::PartitionSize Begin(const std::string& key, const PartitionFile& file, bool own_file) {
    from_ = key + '\0';  // no key has a NUL, so nothing lies between
    std::string buffer;
    return {.partition_key = std::string(PlainKey(key, buffer)),
            .file = FileName(file),
            .own_file = own_file};
  }

  Result<std::optional<store::PartitionSize>> MeasureOwn(const Table::OwnPartition& own) {
    store::PartitionSize size = Begin(own.key, *own.file, true);
    const auto scan = MakeFileScan(table_, own.file);
    const auto found = scan->Seek(own.key, {});
    if (!found) return tl::unexpected(found.error());
    if (!*found) return std::optional(std::move(size));
    if (auto added = AddUp(*scan, own.key, size); !added) return tl::unexpected(added.error());
    if (size.exact) return std::optional(std::move(size));
    const auto bytes = BytesOf(*own.file);
    if (!bytes) return tl::unexpected(bytes.error());
    const double row_bytes =
        static_cast<double>(size.bytes) / static_cast<double>(size.rows) + kRowOverhead;
    const auto rows = static_cast<std::uint64_t>(static_cast<double>(*bytes) / row_bytes);
    size.rows = std::max(size.rows, rows);
    size.bytes = std::max(size.bytes, *bytes);
    return std::optional(std::move(size));
  }

  Result<std::optional<store::PartitionSize>> MeasureShared(const std::string& key) {
    store::PartitionSize size = Begin(key, *shared_file_, false);
    if (auto added = AddUp(*shared_, key, size); !added) return tl::unexpected(added.error());
    return std::optional(std::move(size));
  }

  const Table& table_;
  std::string from_;  // in stored form
  std::shared_ptr<PartitionFile> shared_file_;
  std::unique_ptr<FileScan> shared_;
};

}  // namespace

Result<std::vector<store::PartitionSize>> ReadPartitionList(const Table& table,
                                                            std::string_view from,
                                                            std::size_t max) {
  PartitionLister lister(table, StoredKey(from).view());
  std::vector<store::PartitionSize> partitions;
  while (partitions.size() < max) {
    auto next = lister.Next();
    if (!next) {
      if (table.is_deleted()) return Fail(ErrorCode::kTableNotFound);
      return tl::unexpected(next.error());
    }
    if (!*next) break;
    if ((*next)->rows > 0) partitions.push_back(*std::move(*next));
  }
  return partitions;
}

std::vector<store::PartitionSize> ReadLargePartitions(const Table& table, std::uint64_t bytes_min) {
  std::vector<store::PartitionSize> large;
  std::string from;
  while (auto own = table.NextOwn(from, std::numeric_limits<Table::Version>::max())) {
    from = own->key + '\0';
    if (BytesOnDisk(own->file->path()) < bytes_min) continue;
    std::string buffer;
    auto measured = ReadPartitionList(table, PlainKey(own->key, buffer), 1);
    if (measured && !measured->empty()) large.push_back(std::move(measured->front()));
  }
  return large;
}

}  // namespace rowhouse
