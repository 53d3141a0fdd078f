#include "table_service/store/sqlite/file_scan.h"

#include "table_service/store/sqlite/files/stored_key.h"

#include <cassert>
#include <optional>
#include <utility>
#include <vector>

namespace rowhouse::sqlite {
namespace {

// Makes a RowFilter callable from SQLite.
class FilterCall final : public RowPredicate {
 public:
  explicit FilterCall(RowFilter& filter) : filter_(filter) {}

  bool Matches(std::string_view partition, std::string_view row, std::int64_t timestamp,
               std::string_view properties) override {
    bytes_ += partition.size() + row.size() + properties.size();
    return filter_.Matches({.partition_key = PlainKey(partition, partition_),
                            .row_key = PlainKey(row, row_),
                            .timestamp = DateTime{timestamp},
                            .properties = properties});
  }
  // The same for a row whose keys are the same in UTF-8.
  bool MatchesPlain(const StoredRow& row) {
    bytes_ += SizeOf(row);
    return filter_.Matches({.partition_key = row.partition,
                            .row_key = row.row,
                            .timestamp = DateTime{row.timestamp},
                            .properties = row.properties});
  }
  // Of all rows that were asked about.
  std::size_t bytes() const { return bytes_; }

 private:
  RowFilter& filter_;
  std::size_t bytes_ = 0;
  std::string partition_;
  std::string row_;
};

// Reads in one read transaction, straight from SQLite.
class DatabaseRows {
 public:
  DatabaseRows(PartitionFile& file, FilterCall* filter) : file_(file), filter_(filter) {}
  ~DatabaseRows() {
    if (rows_) rows_->Reset();
  }
  DatabaseRows(const DatabaseRows&) = delete;
  DatabaseRows& operator=(const DatabaseRows&) = delete;

  Status Begin() {
    auto lease = file_.Read();
    if (!lease) return tl::unexpected(lease.error());
    lease_.emplace(std::move(*lease));
    auto transaction = DbTransaction::Begin((*lease_)->connection(), DbTransaction::Kind::kRead);
    if (!transaction) return tl::unexpected(lease_->Fail(transaction.error()));
    transaction_.emplace(std::move(*transaction));
    const auto rows = filter_ ? (*lease_)->ScanFiltered() : (*lease_)->Scan();
    if (!rows) return tl::unexpected(lease_->Fail(rows.error()));
    rows_ = *rows;
    return {};
  }

  Result<bool> Seek(std::string_view partition, std::string_view row, StoredRow& current) {
    rows_->Reset();
    partition_ = partition;  // SQLite borrows the bound text
    row_ = row;
    rows_->Bind(1, partition_);
    rows_->Bind(2, row_);
    if (filter_) rows_->Bind(3, *filter_);
    return Step(current);
  }

  Result<bool> Step(StoredRow& current) {
    const auto found = rows_->Step();
    if (!found) return tl::unexpected(lease_->Fail(found.error()));
    if (*found) {
      current = {.partition = rows_->Text(0),
                 .row = rows_->Text(1),
                 .timestamp = rows_->Integer(2),
                 .properties = rows_->Text(3)};
    }
    return *found;
  }

 private:
  PartitionFile& file_;
  FilterCall* const filter_;
  std::optional<PartitionFile::Lease> lease_;
  std::optional<DbTransaction> transaction_;
  Statement* rows_ = nullptr;
  std::string partition_;
  std::string row_;
};

// Reads the rows of the file in memory.
class CopiedRows {
 public:
  CopiedRows(std::shared_ptr<const FileRows> rows, FilterCall* filter)
      : rows_(std::move(rows)), filter_(filter) {}

  bool Seek(std::string_view partition, std::string_view row, StoredRow& current) {
    at_ = rows_->LowerBound(partition, row);
    return Settle(current);
  }

  bool Step(StoredRow& current) {
    ++at_;
    return Settle(current);
  }

 private:
  static constexpr std::size_t kAhead = 8;

  bool Settle(StoredRow& current) {
    for (; at_ < rows_->size(); ++at_) {
      rows_->Prefetch(at_ + kAhead);
      current = (*rows_)[at_];
      if (filter_ == nullptr || Matches(current)) return true;
    }
    return false;
  }

  bool Matches(const StoredRow& row) const {
    if (rows_->has_plain_keys()) return filter_->MatchesPlain(row);
    return filter_->Matches(row.partition, row.row, row.timestamp, row.properties);
  }

  const std::shared_ptr<const FileRows> rows_;
  FilterCall* const filter_;
  std::size_t at_ = 0;
};

// Sees one committed state, in memory if the rows are there.
class SnapshotScan final : public FileScan {
 public:
  SnapshotScan(const Table& table, std::shared_ptr<PartitionFile> file, RowFilter* filter)
      : table_(table), file_(std::move(file)), view_(table.View()) {
    if (filter != nullptr) filter_.emplace(*filter);
  }
  ~SnapshotScan() override { file_->CountRead(filter_ ? filter_->bytes() : bytes_); }

  Result<bool> Seek(std::string_view partition, std::string_view row) override {
    if (copied_ || database_) return Find(partition, row);
    // Taking the rows in memory, or reading the first row, takes the snapshot, which must match the
    // map's version.
    Result<bool> found = false;
    table_.ReadWithMap([&](MapView view) {
      view_ = view;
      if (auto begun = Begin(); !begun) {
        found = tl::unexpected(begun.error());
      } else {
        found = Find(partition, row);
      }
    });
    return found;
  }

  Result<bool> Step() override {
    assert(copied_ || database_);
    return Count(copied_ ? copied_->Step(current_) : database_->Step(current_));
  }

  StoredRow Row() const override { return current_; }

  MapView view() const override { return view_; }

 private:
  Status Begin() {
    FilterCall* const filter = filter_ ? &*filter_ : nullptr;
    if (auto rows = file_->Rows()) {
      copied_.emplace(std::move(rows), filter);
      return {};
    }
    database_.emplace(*file_, filter);
    return database_->Begin();
  }

  Result<bool> Find(std::string_view partition, std::string_view row) {
    return Count(copied_ ? copied_->Seek(partition, row, current_)
                         : database_->Seek(partition, row, current_));
  }

  Result<bool> Count(Result<bool> found) {
    if (found && *found) bytes_ += SizeOf(current_);
    return found;
  }

  const Table& table_;
  std::shared_ptr<PartitionFile> file_;
  std::optional<FilterCall> filter_;
  std::optional<CopiedRows> copied_;
  std::optional<DatabaseRows> database_;
  StoredRow current_;  // read once: Row() is called often, and each column costs two calls
  std::size_t bytes_ = 0;
  MapView view_;
};

// Copies rows in chunks, so that the only connection is not held between two calls.
class ChunkScan final : public FileScan {
 public:
  ChunkScan(const Table& table, std::shared_ptr<PartitionFile> file)
      : table_(table), file_(std::move(file)), view_(table.View()) {}

  Result<bool> Seek(std::string_view partition, std::string_view row) override {
    partition_ = partition;
    row_ = row;
    return Fill();
  }

  Result<bool> Step() override {
    assert(at_ < rows_.size());
    if (++at_ < rows_.size()) return true;
    if (is_last_) return false;
    partition_ = Text(rows_.back().partition);
    row_ = Text(rows_.back().row);
    row_ += '\0';  // the smallest key after it
    return Fill();
  }

  StoredRow Row() const override {
    assert(at_ < rows_.size());
    const auto& row = rows_[at_];
    return {.partition = Text(row.partition),
            .row = Text(row.row),
            .timestamp = row.timestamp,
            .properties = Text(row.properties)};
  }

  MapView view() const override { return view_; }

 private:
  // Large enough for a page of a query and the row after it, so that a page without a filter sees
  // one committed state.
  static constexpr std::size_t kChunkRows = 1024;
  static constexpr std::size_t kChunkBytes = 4U << 20U;

  struct Span {
    std::size_t begin, size;
  };
  struct CopiedRow {
    Span partition, row, properties;
    std::int64_t timestamp;
  };

  Result<bool> Fill() {
    Status read;
    table_.ReadWithMap([&](MapView view) {
      view_ = view;
      read = Read();
    });
    if (!read) return tl::unexpected(read.error());
    at_ = 0;
    return !rows_.empty();
  }

  Status Read() {
    rows_.clear();
    text_.clear();
    auto lease = file_->Read();
    if (!lease) return tl::unexpected(lease.error());
    const auto scan = (*lease)->Scan();
    if (!scan) return tl::unexpected(lease->Fail(scan.error()));
    Statement& rows = **scan;
    const StatementScope scope(rows);
    rows.Bind(1, partition_);
    rows.Bind(2, row_);
    while (rows_.size() < kChunkRows && text_.size() < kChunkBytes) {
      const auto row = rows.Step();
      if (!row) return tl::unexpected(lease->Fail(row.error()));
      is_last_ = !*row;
      if (is_last_) break;
      rows_.push_back({.partition = Copy(rows.Text(0)),
                       .row = Copy(rows.Text(1)),
                       .properties = Copy(rows.Text(3)),
                       .timestamp = rows.Integer(2)});
    }
    return {};
  }

  Span Copy(std::string_view text) {
    const Span span{.begin = text_.size(), .size = text.size()};
    text_ += text;
    return span;
  }
  std::string_view Text(Span span) const {
    return std::string_view(text_).substr(span.begin, span.size);
  }

  const Table& table_;
  std::shared_ptr<PartitionFile> file_;
  std::string partition_;
  std::string row_;
  std::vector<CopiedRow> rows_;
  std::string text_;
  std::size_t at_ = 0;
  bool is_last_ = false;
  MapView view_;
};

}  // namespace

std::unique_ptr<FileScan> MakeFileScan(const Table& table, std::shared_ptr<PartitionFile> file,
                                       RowFilter* filter) {
  if (table.context().opener.single_connection()) {
    return std::make_unique<ChunkScan>(table, std::move(file));
  }
  return std::make_unique<SnapshotScan>(table, std::move(file), filter);
}

}  // namespace rowhouse::sqlite
