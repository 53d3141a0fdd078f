#pragma once
// Listed operations, put into the order in which they arrived and shown to the detector.

#include "cli/accesses/access_columns.h"
#include "table_service/hotspot/findings_json.h"
#include "table_service/hotspot/table_detector.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace rowhouse::cli {

enum class ArrivalOrder : std::uint8_t {
  kAsListed,     // a list of operations
  kByTimestamp,  // entities that say when they were written
  kUnknown       // entities, listed by key
};

class ListedKeys {
 public:
  // Without an order, the first access decides: kAsListed for one that says more than an entity
  // does (a time, an operation, or keys by their short names).
  explicit ListedKeys(std::optional<ArrivalOrder> order, DetectorOptions options = {});

  void Add(ListedAccess access);

  // What is found in all that was added, without findings about an unknown order. Call it once,
  // last.
  TableFindings Finish(std::string_view name);
  // After Finish(): kUnknown, too, if most entities were loaded.
  ArrivalOrder Order() const { return order_.value_or(ArrivalOrder::kAsListed); }
  // How many entities were written so fast that a tool must have loaded them. Their order and speed
  // are not the application's.
  std::uint64_t Loaded() const { return loaded_; }
  static constexpr std::uint64_t kLoadRate = 1000;  // entities in one second

  // Entities that are kept until all are known: the newest by their Timestamp, or a sample if the
  // order is unknown. Of others only the range of keys counts.
  static constexpr std::size_t kKeptMax = 1'000'000;
  static constexpr std::size_t kKeptBytesMax = std::size_t{256} << 20U;

 private:
  struct Kept {
    std::pair<std::uint64_t, std::uint64_t> place;  // by time or by chance, then as listed
    ListedAccess access;
  };

  static bool IsLater(const Kept& left, const Kept& right) { return left.place > right.place; }
  void Keep(ListedAccess access);
  void FindLoads();
  void CountRows(const ListedAccess& access);
  void EndPartition();
  void Record(const ListedAccess& access, bool bulk_load);

  std::optional<ArrivalOrder> order_;
  TableDetector detector_;
  AccessTime now_ = {};
  std::uint64_t listed_ = 0;
  std::uint64_t loaded_ = 0;
  std::unordered_set<std::int64_t> loading_ = {};  // the seconds with at least kLoadRate entities
  std::vector<Kept> kept_ = {};                    // a heap, the earliest in front
  std::size_t kept_bytes_ = 0;
  // The partition being listed: exports list one after another.
  std::string partition_ = {};
  std::uint64_t rows_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace rowhouse::cli
