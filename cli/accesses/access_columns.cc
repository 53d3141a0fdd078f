#include "cli/accesses/access_columns.h"

#include "base/ascii.h"
#include "base/date_time.h"
#include "base/unicode.h"
#include "entity/limits.h"
#include "entity/stored_properties.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace rowhouse::cli {
namespace {

struct NamedColumn {
  std::string_view name;
  AccessColumn column;
  bool of_operations;
};
constexpr std::array<NamedColumn, 9> kColumns = {
    {{"pk", AccessColumn::kPartitionKey, true},
     {"partitionkey", AccessColumn::kPartitionKey, false},
     {"rk", AccessColumn::kRowKey, true},
     {"rowkey", AccessColumn::kRowKey, false},
     {"op", AccessColumn::kOperation, true},
     {"operation", AccessColumn::kOperation, false},
     {"t", AccessColumn::kTime, true},
     {"time", AccessColumn::kTime, false},
     {"timestamp", AccessColumn::kTimestamp, false}}};

constexpr std::array<std::pair<std::string_view, AccessKind>, 9> kKinds = {
    {{"insert", AccessKind::kInsert},
     {"upsert", AccessKind::kUpsert},
     {"update", AccessKind::kUpdate},
     {"merge", AccessKind::kUpdate},
     {"replace", AccessKind::kUpdate},
     {"delete", AccessKind::kDelete},
     {"read", AccessKind::kRead},
     {"get", AccessKind::kRead},
     {"query", AccessKind::kQuery}}};

constexpr double kSecondsMax = 9e9;  // some 290 years: all that a clock of nanoseconds counts
constexpr std::size_t kQuotedMax = 60;

// Seconds since some start, or a date with a time.
std::optional<AccessTime> ParseTime(std::string_view text) {
  using std::chrono::duration;
  using std::chrono::duration_cast;
  if (const auto seconds = ParseDouble(text)) {
    if (!(std::abs(*seconds) < kSecondsMax)) return {};
    return AccessTime(duration_cast<AccessTime::duration>(duration<double>(*seconds)));
  }
  const auto time = DateTime::Parse(text);
  if (!time) return {};
  const double seconds = static_cast<double>(time->ticks - DateTime::kUnixEpochTicks) / 1e7;
  if (std::abs(seconds) > kSecondsMax) return {};
  return AccessTime(duration_cast<AccessTime::duration>(duration<double>(seconds)));
}

std::optional<std::string> CheckKey(std::string_view name, std::string_view key) {
  if (!IsValidUtf8(key)) return fmt::format("its {} is not UTF-8", name);
  if (Utf16Length(key) > limits::kKeyUnitsMax) {
    return fmt::format("its {} is longer than {} characters", name, limits::kKeyUnitsMax);
  }
  return {};
}

const NamedColumn* FindColumn(std::string_view name) {
  std::string plain = AsciiLower(name);
  std::erase(plain, '_');
  const auto* const found = std::ranges::find(kColumns, plain, &NamedColumn::name);
  return found == kColumns.end() ? nullptr : found;
}

}  // namespace

RecordForm FormOf(std::span<const std::string_view> names) {
  const auto has = [names](std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  if (!has("PartitionKey") || !has("RowKey")) return RecordForm::kOperation;
  return has("Timestamp") ? RecordForm::kEntity : RecordForm::kEntityOrOperation;
}

AccessColumn ColumnOf(std::string_view name, RecordForm form) {
  const NamedColumn* const column = FindColumn(name);
  if (column == nullptr) return AccessColumn::kProperty;
  if (form == RecordForm::kOperation) return column->column;
  if (name == "PartitionKey" || name == "RowKey" || name == "Timestamp") return column->column;
  const bool says_more = !column->of_operations && (column->column == AccessColumn::kOperation ||
                                                    column->column == AccessColumn::kTime);
  return says_more && form == RecordForm::kEntityOrOperation ? column->column
                                                             : AccessColumn::kProperty;
}

bool IsOfOperations(std::string_view name) {
  const NamedColumn* const column = FindColumn(name);
  return column != nullptr && column->of_operations;
}

std::optional<std::string> AccessBuilder::Set(AccessColumn column, std::string_view text) {
  switch (column) {
    case AccessColumn::kPartitionKey:
      has_partition_key_ = true;
      access_.partition_key = text;
      return CheckKey("PartitionKey", text);
    case AccessColumn::kRowKey:
      access_.row_key = text;
      return CheckKey("RowKey", text);
    case AccessColumn::kOperation: {
      const std::string name = AsciiLower(text);
      const auto* const kind =
          std::ranges::find(kKinds, name, &std::pair<std::string_view, AccessKind>::first);
      if (kind == kKinds.end()) {
        return fmt::format("no operation is called \"{}\"", text.substr(0, kQuotedMax));
      }
      access_.kind = kind->second;
      has_operation_ = true;
      return {};
    }
    case AccessColumn::kTime:
    case AccessColumn::kTimestamp: {
      auto& time = column == AccessColumn::kTime ? access_.time : access_.written;
      time = ParseTime(text);
      if (time) return {};
      return fmt::format("\"{}\" is not a time", text.substr(0, kQuotedMax));
    }
    case AccessColumn::kProperty:
      break;
  }
  return {};
}

void AccessBuilder::AddProperty(std::string_view name, EdmValue value) {
  properties_.push_back({std::string(name), std::move(value)});
}

tl::expected<ListedAccess, std::string> AccessBuilder::Finish() && {
  if (!has_partition_key_) return tl::unexpected(std::string("it has no PartitionKey"));
  if (!access_.written && (has_operation_ || access_.time)) access_.is_operation = true;
  if (!properties_.empty()) access_.properties = EncodeProperties(properties_);
  return std::move(access_);
}

}  // namespace rowhouse::cli
