#include "client/gather.h"
#include "client/merge_stream.h"

#include <algorithm>
#include <memory>
#include <rowhouse/fan_out.h>
#include <utility>

namespace rowhouse::tables {
namespace {

constexpr std::size_t kPageMax = 1000;

QueryOptions PartOptions(const FanOutOptions& options, const Filter& keys, std::size_t page_size) {
  return {.filter = keys && options.filter,
          .select = options.select,
          .page_size = page_size,
          .call = options.call};
}

// Reads each partition separately and merges. About a page and a half of each is held.
std::shared_ptr<EntityStream> OpenEach(const TableClient& table,
                                       const std::vector<std::string>& keys,
                                       const FanOutOptions& options) {
  const std::size_t share = options.buffered_max * 2 / 3 / std::max<std::size_t>(keys.size(), 1);
  std::size_t page_size = std::clamp<std::size_t>(share, 1, kPageMax);
  if (options.limit) page_size = std::min(page_size, std::max<std::size_t>(*options.limit, 1));
  std::vector<MergeSource> sources;
  sources.reserve(keys.size());
  for (const std::string& key : keys) {
    sources.push_back(
        {.table = table, .options = PartOptions(options, Where("PartitionKey") == key, page_size)});
  }
  return OpenMerge(std::move(sources), InRowOrder, options.parallel_max);
}

// All suffixes by range queries while that fits into memory, else each separately.
class SuffixStream final : public EntityStream {
 public:
  SuffixStream(TableClient table, SuffixSet suffixes, std::string natural, FanOutOptions options)
      : table_(std::move(table)),
        suffixes_(suffixes),
        natural_(std::move(natural)),
        options_(std::move(options)) {}

  std::optional<Entity> Next() override {
    if (!begun_) Begin();
    if (each_ != nullptr) return each_->Next();
    if (position_ == sorted_.size()) return std::nullopt;
    return std::move(sorted_[position_++]);
  }

 private:
  void Begin() {
    begun_ = true;
    if (auto all = ReadRanges()) {
      sorted_ = *std::move(all);
      std::sort(sorted_.begin(), sorted_.end(), InRowOrder);
      return;
    }
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < suffixes_.Count(); ++i) keys.push_back(suffixes_.Key(natural_, i));
    each_ = OpenEach(table_, keys, options_);
  }

  // Neighbouring suffixes share a request. Nothing when there is more than may be held.
  std::optional<std::vector<Entity>> ReadRanges() {
    const std::size_t groups = std::clamp<std::size_t>(options_.parallel_max, 1, suffixes_.Count());
    std::vector<MergeSource> sources;
    for (std::size_t i = 0; i < groups; ++i) {
      const std::size_t first = i * suffixes_.Count() / groups;
      const std::size_t last = (i + 1) * suffixes_.Count() / groups - 1;
      const Filter keys = Where("PartitionKey") >= suffixes_.Key(natural_, first) &&
                          Where("PartitionKey") <= suffixes_.Key(natural_, last);
      sources.push_back({.table = table_, .options = PartOptions(options_, keys, kPageMax)});
    }
    return GatherAll(
        std::move(sources),
        [suffixes = suffixes_, natural = natural_](const Entity& entity) {
          return suffixes.SuffixOf(natural, entity.PartitionKey()).has_value();
        },
        options_.buffered_max);
  }

  const TableClient table_;
  const SuffixSet suffixes_;
  const std::string natural_;
  const FanOutOptions options_;
  bool begun_ = false;
  std::vector<Entity> sorted_;
  std::size_t position_ = 0;
  std::shared_ptr<EntityStream> each_;
};

EntityRange Limited(const EntityRange& range, const std::optional<std::size_t>& limit) {
  return limit ? range.Limit(*limit) : range;
}

}  // namespace

EntityRange FanOutQuery(TableClient table, const SuffixSet& suffixes, std::string_view natural,
                        FanOutOptions options) {
  const std::optional<std::size_t> limit = options.limit;
  return Limited(EntityRange([table = std::move(table), suffixes, natural = std::string(natural),
                              options = std::move(options)]() -> std::shared_ptr<EntityStream> {
                   return std::make_shared<SuffixStream>(table, suffixes, natural, options);
                 }),
                 limit);
}

EntityRange FanOutQuery(TableClient table, std::vector<std::string> partition_keys,
                        FanOutOptions options) {
  const std::optional<std::size_t> limit = options.limit;
  return Limited(
      EntityRange([table = std::move(table), keys = std::move(partition_keys),
                   options = std::move(options)] { return OpenEach(table, keys, options); }),
      limit);
}

}  // namespace rowhouse::tables
