#include "table_service/store/sqlite/repair/journal_keys.h"

#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/journal/reader.h"
#include "table_service/store/sqlite/journal/records.h"

#include <utility>

namespace rowhouse::sqlite {

DbResult<JournalKeys> ReadJournalKeys(const std::filesystem::path& account) {
  const auto journal = ReadJournal(account / kJournalFolderName, {});
  if (!journal) return tl::unexpected(journal.error());
  JournalKeys keys;
  std::set<std::pair<std::int64_t, std::string>> created;
  for (const auto& segment : journal->segments) {
    keys.groups += segment->frames.size();
    for (const auto& frame : segment->frames) {
      JournalRecordReader reader(frame.records);
      while (const auto record = reader.Next()) {
        auto& table = keys.tables[record->table_id];
        std::string key(record->partition_key);
        if (record->kind == JournalRecord::Kind::kNewFile) {
          table.new_files.emplace(record->file);
          table.changed.erase(key);
          created.emplace(record->table_id, std::move(key));
        } else if (!created.contains({record->table_id, key})) {
          table.changed.insert(std::move(key));
        }
      }
    }
  }
  return keys;
}

}  // namespace rowhouse::sqlite
