#include "table_service/store/sqlite/files/row_cache.h"

#include "table_service/store/sqlite/files/partition_file.h"

#include <utility>

namespace rowhouse::sqlite {
namespace {

// What was read within this time is not dropped to make room for something else. Otherwise reading
// more than fits, over and over, would copy rows only to drop them unread.
constexpr std::chrono::seconds kKeptFor{10};

constexpr std::size_t kRowsBetweenChecks = 256;

}  // namespace

void RowCache::Post(std::shared_ptr<PartitionFile> file) {
  thread_.Post([this, file = std::move(file)] {
    if (!is_ending_.load()) Copy(*file);
  });
}

void RowCache::Copy(PartitionFile& file) {
  RowCopy& copy = file.copy();
  const auto ticket = copy.BeginCopy();
  std::shared_ptr<const FileRows> rows;
  // Also ends the copy if memory runs out.
  struct End {
    RowCopy& copy;
    const std::optional<RowCopy::Ticket>& ticket;
    std::shared_ptr<const FileRows>& rows;
    ~End() { copy.EndCopy(ticket, std::move(rows)); }
  } const end{copy, ticket, rows};
  if (!ticket) return;
  rows = ReadRows(file, ticket->bytes_max,
                  [&] { return !is_ending_.load() && copy.IsCurrent(*ticket); });
  if (!rows) return;
  std::erase_if(copied_, [&](const std::weak_ptr<PartitionFile>& one) {
    const auto other = one.lock();
    return !other || other.get() == &file;
  });
  copied_.push_back(file.weak_from_this());
}

std::shared_ptr<const FileRows> RowCache::ReadRows(PartitionFile& file, std::size_t bytes_max,
                                                   const std::function<bool()>& is_current) {
  const auto lease = file.Read();
  if (!lease) return nullptr;
  const auto scan = (*lease)->Scan();
  if (!scan) return nullptr;
  Statement& rows = **scan;  // one statement sees one committed state
  const StatementScope scope(rows);
  rows.Bind(1, std::string_view());
  rows.Bind(2, std::string_view());
  FileRows::Builder builder([this](std::size_t bytes) { return Reserve(bytes); },
                            [used = used_](std::size_t bytes) { used->fetch_sub(bytes); });
  std::size_t bytes = 0;
  for (std::size_t count = 0;; ++count) {
    const auto row = rows.Step();
    if (!row) return nullptr;
    if (!*row) return builder.Finish();
    const StoredRow stored{.partition = rows.Text(0),
                           .row = rows.Text(1),
                           .timestamp = rows.Integer(2),
                           .properties = rows.Text(3)};
    bytes += SizeOf(stored);
    if (bytes > bytes_max || !builder.Add(stored)) return nullptr;
    if (count % kRowsBetweenChecks == 0 && !is_current()) return nullptr;
  }
}

bool RowCache::Reserve(std::size_t bytes) {
  if (used_->load() + bytes > bytes_max_) DropUnused();
  if (used_->load() + bytes > bytes_max_) return false;  // others only take away
  used_->fetch_add(bytes);
  return true;
}

void RowCache::DropUnused() {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_drop_ < kKeptFor) return;
  last_drop_ = now;
  std::erase_if(copied_, [](const std::weak_ptr<PartitionFile>& one) {
    const auto file = one.lock();
    return !file || !file->copy().KeepIfUsed();
  });
}

}  // namespace rowhouse::sqlite
