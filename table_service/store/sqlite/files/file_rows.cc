#include "table_service/store/sqlite/files/file_rows.h"

#include "table_service/store/sqlite/files/stored_key.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

namespace rowhouse::sqlite {
namespace {

// Large enough that few blocks make a large file, and small enough that little is reserved in vain.
constexpr std::size_t kBlockBytes = 1U << 18U;

}  // namespace

FileRows::~FileRows() {
  if (release_) release_(bytes_);
}

std::size_t FileRows::LowerBound(std::string_view partition, std::string_view row) const {
  const auto found = std::partition_point(places_.begin(), places_.end(), [&](const Place& place) {
    const std::string_view own(place.text, place.partition_size);
    if (const int order = own.compare(partition); order != 0) return order < 0;
    return std::string_view(place.text + place.partition_size, place.row_size) < row;
  });
  return static_cast<std::size_t>(found - places_.begin());
}

FileRows::Builder::Builder(Reserve reserve, Release release)
    : reserve_(std::move(reserve)), rows_(new FileRows) {
  rows_->release_ = std::move(release);
}

bool FileRows::Builder::Add(const StoredRow& row) {
  constexpr std::size_t key_max = std::numeric_limits<std::uint16_t>::max();
  if (row.partition.size() > key_max || row.row.size() > key_max ||
      row.properties.size() > std::numeric_limits<std::uint32_t>::max()) {
    return false;
  }
  const std::size_t size = SizeOf(row);
  if (!block_.empty() && block_.size() + size > kBlockBytes && !EndBlock()) return false;
  rows_->places_.push_back({.text = nullptr,
                            .timestamp = row.timestamp,
                            .properties_size = static_cast<std::uint32_t>(row.properties.size()),
                            .partition_size = static_cast<std::uint16_t>(row.partition.size()),
                            .row_size = static_cast<std::uint16_t>(row.row.size())});
  if (!IsPlainKey(row.partition) || !IsPlainKey(row.row)) rows_->has_plain_keys_ = false;
  block_.append(row.partition).append(row.row).append(row.properties);
  return true;
}

bool FileRows::Builder::EndBlock() {
  auto& places = rows_->places_;
  const std::size_t bytes = block_.size() + (places.size() - first_) * sizeof(Place);
  if (!reserve_(bytes)) return false;
  rows_->bytes_ += bytes;
  auto text = std::make_unique_for_overwrite<char[]>(block_.size());
  std::memcpy(text.get(), block_.data(), block_.size());
  const char* next = text.get();
  for (; first_ < places.size(); ++first_) {
    Place& place = places[first_];
    place.text = next;
    next += std::size_t{place.partition_size} + place.row_size + place.properties_size;
  }
  rows_->blocks_.push_back(std::move(text));
  block_.clear();
  return true;
}

std::shared_ptr<const FileRows> FileRows::Builder::Finish() {
  constexpr std::size_t overhead = sizeof(FileRows) + 128;  // blocks of the heap, counters
  if (!reserve_(overhead)) return nullptr;
  rows_->bytes_ += overhead;
  if (!EndBlock()) return nullptr;
  rows_->places_.shrink_to_fit();
  return std::move(rows_);
}

}  // namespace rowhouse::sqlite
