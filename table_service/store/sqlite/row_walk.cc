#include "table_service/store/sqlite/row_walk.h"

#include "table_service/store/sqlite/files/stored_key.h"

#include <utility>

namespace rowhouse::sqlite {
namespace {

std::shared_ptr<PartitionFile> SharedFileOf(const Table& table) {
  const auto lane = table.SharedLane();
  return lane ? lane->file() : nullptr;
}

}  // namespace

RowWalk::RowWalk(const Table& table, Limits limits, RowFilter* filter)
    : table_(table),
      limits_(std::move(limits)),
      filter_(filter),
      view_(table.View()),
      shared_file_(SharedFileOf(table)),
      has_shared_row_(shared_file_ != nullptr) {}

Result<bool> RowWalk::Seek(std::string partition, std::string row) {
  SetFloor(std::move(partition), std::move(row));
  if (own_ && own_next_->partition_key == floor_partition_) {
    auto found = own_->Seek(floor_partition_, floor_row_);
    if (!found || (*found && IsOnOwnRow())) return found;
    LeaveOwn();
  } else {
    own_.reset();
    if (!own_next_ || own_next_->partition_key < floor_partition_) FindOwn();
  }
  return Settle();
}

Result<bool> RowWalk::Step() {
  if (own_) {
    auto stepped = own_->Step();
    if (!stepped || (*stepped && IsOnOwnRow())) return stepped;
    LeaveOwn();
  } else if (auto stepped = StepShared(); !stepped) {
    return tl::unexpected(std::move(stepped.error()));
  }
  return Settle();
}

Result<bool> RowWalk::Settle() {
  while (!IsPastEnd(floor_partition_)) {
    if (IsOwnNext()) {
      auto found = EnterOwn();
      if (!found || *found) return found;
      LeaveOwn();
    } else if (has_shared_row_) {
      auto fits = FitShared();
      if (!fits || *fits) return fits;
    } else {
      break;
    }
  }
  return false;
}

bool RowWalk::IsPastEnd(std::string_view partition) const {
  return limits_.partition_end && partition >= *limits_.partition_end;
}

void RowWalk::SetFloor(std::string partition, std::string row) {
  floor_partition_ = std::move(partition);
  if (row < limits_.row_low) row = limits_.row_low;
  floor_row_ = std::move(row);
}

void RowWalk::FindOwn() {
  own_next_ = view_.Next(floor_partition_);
  if (own_next_ && IsPastEnd(own_next_->partition_key)) own_next_.reset();
}

// --- partitions with their own files

bool RowWalk::IsOwnNext() const {
  if (!own_next_) return false;
  // The shared file has at most leftovers of this partition.
  if (!has_shared_row_ || own_next_->partition_key == floor_partition_) return true;
  return shared_ && shared_->Row().partition >= own_next_->partition_key;
}

// Returns false if the file has no row within the limits.
Result<bool> RowWalk::EnterOwn() {
  if (table_.is_deleted()) return Fail(ErrorCode::kTableNotFound);
  own_ = MakeFileScan(table_, own_next_->file, filter_);
  auto found =
      own_->Seek(own_next_->partition_key,
                 own_next_->partition_key == floor_partition_ ? floor_row_ : limits_.row_low);
  if (!found || !*found) return found;
  return IsOnOwnRow();
}

void RowWalk::LeaveOwn() {
  own_.reset();
  SetFloor(SuccessorOf(own_next_->partition_key), {});
  FindOwn();
}

// --- the shared file

Result<bool> RowWalk::FitShared() {
  Status moved;
  if (!shared_) {
    shared_ = MakeFileScan(table_, shared_file_, filter_);
    moved = SeekShared(floor_partition_, floor_row_);
  } else {
    const StoredRow row = shared_->Row();
    if (IsPastEnd(row.partition)) {
      has_shared_row_ = false;
    } else if (row.partition < floor_partition_ ||
               (row.partition == floor_partition_ && row.row < floor_row_)) {
      moved = SeekShared(floor_partition_, floor_row_);
    } else if (row.row < limits_.row_low) {
      moved = SeekShared(std::string(row.partition), limits_.row_low);
    } else {
      return true;
    }
  }
  if (!moved) return tl::unexpected(std::move(moved.error()));
  return false;
}

Status RowWalk::StepShared() {
  // Only a chunked scan can see another version of the map; it must then know where it was.
  EntityKey last;
  if (table_.context().opener.single_connection()) {
    const StoredRow row = shared_->Row();
    last = {.partition = std::string(row.partition), .row = std::string(row.row)};
  }
  const auto stepped = shared_->Step();
  if (!stepped) return tl::unexpected(stepped.error());
  has_shared_row_ = *stepped;
  FollowView(std::move(last.partition), SuccessorOf(last.row));
  return {};
}

Status RowWalk::SeekShared(std::string partition, std::string row) {
  const auto found = shared_->Seek(partition, row);
  if (!found) return tl::unexpected(found.error());
  has_shared_row_ = *found;
  FollowView(std::move(partition), std::move(row));
  return {};
}

// Any partition, even the one being read, may have moved out between two chunks.
void RowWalk::FollowView(std::string partition, std::string row) {
  if (shared_->view() == view_) return;
  view_ = shared_->view();
  SetFloor(std::move(partition), std::move(row));
  FindOwn();
}

}  // namespace rowhouse::sqlite
