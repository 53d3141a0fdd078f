#include "table_service/store/sqlite/journal/records.h"

#include "table_service/store/sqlite/journal/bytes.h"

namespace rowhouse::sqlite {
namespace {

enum class Tag : std::uint8_t { kPartition = 1, kNewFile = 2, kPut = 3, kRemove = 4 };

void AppendTag(std::string& bytes, Tag tag) { bytes.push_back(static_cast<char>(tag)); }

void AppendText(std::string& bytes, std::string_view text) {
  AppendNumber(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

}  // namespace

void JournalRecords::Partition(std::int64_t table_id, std::string_view partition_key) {
  AppendTag(bytes_, Tag::kPartition);
  AppendNumber(bytes_, static_cast<std::uint64_t>(table_id));
  AppendText(bytes_, partition_key);
}

void JournalRecords::NewFile(std::string_view file) {
  AppendTag(bytes_, Tag::kNewFile);
  AppendText(bytes_, file);
}

void JournalRecords::Put(std::string_view row_key, DateTime timestamp,
                         std::string_view properties) {
  AppendTag(bytes_, Tag::kPut);
  AppendText(bytes_, row_key);
  AppendNumber(bytes_, static_cast<std::uint64_t>(timestamp.ticks));
  AppendText(bytes_, properties);
}

void JournalRecords::Remove(std::string_view row_key, DateTime timestamp) {
  AppendTag(bytes_, Tag::kRemove);
  AppendText(bytes_, row_key);
  AppendNumber(bytes_, static_cast<std::uint64_t>(timestamp.ticks));
}

std::optional<std::uint8_t> JournalRecordReader::Tag() {
  if (rest_.empty()) return std::nullopt;
  const auto tag = static_cast<std::uint8_t>(rest_.front());
  rest_.remove_prefix(1);
  return tag;
}

bool JournalRecordReader::Number(std::int64_t& number) {
  std::uint64_t read = 0;
  if (!TakeNumber(rest_, read)) return false;
  number = static_cast<std::int64_t>(read);
  return true;
}

bool JournalRecordReader::Text(std::string_view& text) {
  std::uint32_t size = 0;
  if (!TakeNumber(rest_, size) || rest_.size() < size) return false;
  text = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return true;
}

std::optional<JournalRecord> JournalRecordReader::Next() {
  while (const auto read = is_malformed_ ? std::nullopt : Tag()) {
    const auto tag = static_cast<enum Tag>(*read);
    bool is_valid = false;
    if (tag == Tag::kPartition) {
      has_partition_ = is_valid = Number(current_.table_id) && Text(current_.partition_key);
      is_malformed_ = !is_valid;
      continue;
    }
    current_.file = current_.row_key = current_.properties = {};
    current_.timestamp = {};
    if (tag == Tag::kNewFile) {
      current_.kind = JournalRecord::Kind::kNewFile;
      is_valid = Text(current_.file);
    } else if (tag == Tag::kPut) {
      current_.kind = JournalRecord::Kind::kPut;
      is_valid =
          Text(current_.row_key) && Number(current_.timestamp.ticks) && Text(current_.properties);
    } else if (tag == Tag::kRemove) {
      current_.kind = JournalRecord::Kind::kRemove;
      is_valid = Text(current_.row_key) && Number(current_.timestamp.ticks);
    }
    if (is_valid && has_partition_) return current_;
    is_malformed_ = true;
  }
  return std::nullopt;
}

}  // namespace rowhouse::sqlite
