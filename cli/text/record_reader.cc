#include "cli/text/record_reader.h"

#include "base/unicode.h"

#include <algorithm>
#include <cstring>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10U;

}  // namespace

RecordReader::RecordReader(std::istream& in, Breaks breaks, std::uint64_t offset,
                           std::uint64_t line)
    : in_(in), breaks_(breaks), offset_(offset), line_(line) {
  if (offset == 0 && Fill() && buffer_.starts_with(kByteOrderMark)) {
    begin_ = scanned_ = kByteOrderMark.size();
    offset_ = begin_;
  }
}

bool RecordReader::Fill() {
  buffer_.erase(0, begin_);
  scanned_ -= begin_;
  begin_ = 0;
  const std::size_t filled = buffer_.size();
  buffer_.resize(filled + kBlockBytes);
  in_.read(buffer_.data() + filled, kBlockBytes);
  buffer_.resize(filled + static_cast<std::size_t>(in_.gcount()));
  at_end_ = buffer_.size() == filled;
  return !at_end_;
}

std::size_t RecordReader::FindBreak() {
  if (breaks_ == Breaks::kEveryLine) {
    const std::size_t found = buffer_.find('\n', scanned_);
    scanned_ = std::min(found, buffer_.size());
    return found;
  }
  for (; scanned_ < buffer_.size(); ++scanned_) {
    const char byte = buffer_[scanned_];
    if (byte == '"') quoted_ = !quoted_;
    if (quoted_ || (byte != '\n' && byte != '\r')) continue;
    if (byte == '\n') return scanned_;
    if (scanned_ + 1 == buffer_.size() && !at_end_) break;  // what follows it decides
    if (scanned_ + 1 == buffer_.size() || buffer_[scanned_ + 1] != '\n') return scanned_;
  }
  return std::string::npos;
}

std::optional<TextRecord> RecordReader::Next() {
  std::size_t end = FindBreak();
  while (end == std::string::npos && buffer_.size() - begin_ <= kRecordBytesMax && Fill()) {
    end = FindBreak();
  }
  if (end == std::string::npos && at_end_) end = FindBreak();
  if (end == std::string::npos && buffer_.size() - begin_ > kRecordBytesMax) too_long_ = true;
  if (too_long_ || begin_ == buffer_.size()) return std::nullopt;

  const bool has_break = end != std::string::npos;
  if (!has_break) end = buffer_.size();
  TextRecord record{std::string_view(buffer_).substr(begin_, end - begin_), line_, 0};
  ++line_;
  if (breaks_ == Breaks::kUnquoted) {
    line_ += static_cast<std::uint64_t>(std::count(record.text.begin(), record.text.end(), '\n'));
  }
  const std::size_t next = end + (has_break ? 1 : 0);
  offset_ += next - begin_;
  record.end = offset_;
  begin_ = scanned_ = next;
  quoted_ = false;
  return record;
}

}  // namespace rowhouse::cli
