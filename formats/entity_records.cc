#include "formats/entity_records.h"

#include "base/ascii.h"
#include "entity/export_lines.h"
#include "formats/azurite_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace rowhouse {

// Whether the tables of this account are taken. The error: two accounts have a table of one name.
tl::expected<bool, std::string> EntityRecords::IsWanted(const std::string& account,
                                                        const std::string& table) {
  if (!account_.empty()) {
    const bool is_wanted = account == account_;
    any_wanted_ = any_wanted_ || is_wanted;
    if (!is_wanted) others_.insert(account);
    return is_wanted;
  }
  const auto [owner, is_new] = owners_.try_emplace(AsciiLower(table), account);
  if (is_new || owner->second == account) return true;
  return tl::unexpected(
      fmt::format("the accounts {} and {} both have a table {}: choose one of them", owner->second,
                  account, table));
}

EntityRecords::Read EntityRecords::ReadAzurite(const JsonRecord& record) {
  auto table = AzuriteTableOf(record.collection);
  const bool is_list = record.collection == kAzuriteTables;
  if (is_list) {
    auto listed = ReadAzuriteTable(record.text);
    if (!listed) return tl::unexpected(std::move(listed).error());
    table = *std::move(listed);
  }
  if (!table) return std::nullopt;
  const auto wanted = IsWanted(table->account, table->table);
  if (!wanted) return tl::unexpected(wanted.error());
  if (!*wanted) return std::nullopt;
  text_.clear();
  if (!is_list) {
    auto text = ReadAzuriteEntity(record.text);
    if (!text) return tl::unexpected(std::move(text).error());
    text_ = *std::move(text);
  }
  return EntityRecord{std::move(table->table), text_, record.line, record.end};
}

EntityRecords::Read EntityRecords::ReadRecord(const JsonRecord& record) {
  if (!record.collection.empty()) return ReadAzurite(record);
  auto header = ReadExportHeader(record.text);
  if (!header) return tl::unexpected(std::move(header).error());
  if (!*header) return EntityRecord{table_, record.text, record.line, record.end};
  table_ = **std::move(header);
  return EntityRecord{table_, {}, record.line, record.end};
}

std::optional<tl::expected<EntityRecord, RecordFault>> EntityRecords::Next() {
  while (const auto record = records_.Next()) {
    auto read = ReadRecord(*record);
    if (!read)
      return tl::unexpected(RecordFault{record->line, std::move(read).error(), record->text});
    if (*read) return **std::move(read);
  }
  if (std::exchange(ended_, true)) return std::nullopt;
  if (!records_.Fault().empty()) {
    return tl::unexpected(RecordFault{records_.FaultLine(), records_.Fault(), {}});
  }
  if (any_wanted_ || others_.empty()) return std::nullopt;
  return tl::unexpected(
      RecordFault{records_.FaultLine(),
                  fmt::format("the database has no table of the account {}, but of {}", account_,
                              fmt::join(others_, ", ")),
                  {}});
}

}  // namespace rowhouse
