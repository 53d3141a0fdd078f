#pragma once
// An in-memory table for the tests of this folder, scanned row by row.

#include "entity/entity_source.h"
#include "entity/stored_properties.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse::testing {

struct MemoryRow {
  DateTime timestamp;
  std::string properties;
};

class MemorySource final : public EntitySource {
 public:
  void Put(EntityKey key, const std::vector<Property>& properties, DateTime timestamp = {}) {
    rows_[std::move(key)] = {timestamp, EncodeProperties(properties)};
  }

  Result<std::unique_ptr<EntityCursor>> Scan(const ScanRange& range) override {
    ++scans;
    return std::make_unique<Cursor>(*this, range, nullptr);
  }
  Result<std::unique_ptr<EntityCursor>> ScanFiltered(const ScanRange& range,
                                                     RowFilter& filter) override {
    ++scans;
    return std::make_unique<Cursor>(*this, range, filters ? &filter : nullptr);
  }

  const std::map<EntityKey, MemoryRow>& Rows() const { return rows_; }

  bool filters = true;        // whether ScanFiltered() leaves rows out
  std::size_t scans = 0;      // calls of Scan() and ScanFiltered()
  std::size_t rows_read = 0;  // rows that cursors came to

 private:
  class Cursor final : public EntityCursor {
   public:
    Cursor(MemorySource& source, ScanRange range, RowFilter* filter)
        : source_(source),
          range_(std::move(range)),
          filter_(filter),
          next_(source.rows_.lower_bound(range_.from)) {}

    Result<bool> Next(StoredEntity& entity) override {
      for (; next_ != source_.rows_.end(); ++next_) {
        const EntityKey& key = next_->first;
        if (range_.until && key >= *range_.until) {
          return false;
        }
        if (range_.partitions.Contains(key.partition) && range_.rows.Contains(key.row)) {
          entity = {key.partition, key.row, next_->second.timestamp, next_->second.properties};
          ++source_.rows_read;
          if (filter_ != nullptr && !filter_->Matches(entity)) continue;
          ++next_;
          return true;
        }
      }
      return false;
    }

   private:
    MemorySource& source_;
    ScanRange range_;
    RowFilter* filter_;
    std::map<EntityKey, MemoryRow>::const_iterator next_;
  };

  std::map<EntityKey, MemoryRow> rows_;
};

}  // namespace rowhouse::testing
