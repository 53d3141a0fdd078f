#include "table_service/traffic/activity_grid.h"

#include "base/unicode.h"

#include <algorithm>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::size_t kKeyBytesMax = 80;  // of each of the two keys
constexpr std::uint64_t kSplitTotalMin = 64;
// A range is split when it has this many times the share it would have if all were equal.
constexpr std::uint64_t kSplitFactor = 2;
// The number of operations on a range between checks. Keys that arrive in order make the last range
// large again after a few operations, and a split costs as much as counting hundreds.
constexpr std::uint64_t kSplitInterval = 64;

bool IsBefore(std::string_view partition, std::string_view row, std::string_view other_partition,
              std::string_view other_row) {
  const auto order = CompareOrdinal(partition, other_partition);
  return order != 0 ? order < 0 : CompareOrdinal(row, other_row) < 0;
}

// Returns the beginning of a key, cut at a whole character.
std::string_view Cut(std::string_view key) {
  if (key.size() <= kKeyBytesMax) return key;
  std::size_t end = kKeyBytesMax;
  while (end > 0 && (static_cast<unsigned char>(key[end]) & 0xC0U) == 0x80U) --end;
  return key.substr(0, end);
}

void Add(ActivityGrid::Cell& to, const ActivityGrid::Cell& cell) {
  to.reads += cell.reads;
  to.writes += cell.writes;
}

}  // namespace

void ActivityGrid::Record(std::string_view partition_key, std::string_view row_key, bool is_write,
                          Time now) {
  const std::string_view partition = Cut(partition_key);
  const std::string_view row = Cut(row_key);
  const std::size_t column = ColumnOf(now);
  const std::size_t index = FindBin(partition, row);
  Bin& bin = bins_[index];
  ++(is_write ? bin.cells[column].writes : bin.cells[column].reads);
  ++bin.total;
  ++total_;
  Keep(bin, partition, row, column);
  SplitIfLarge(index);
}

// Returns the column of `now`, making room for it. A time before the first column belongs to the
// first.
std::size_t ActivityGrid::ColumnOf(Time now) {
  if (columns_ == 0) {
    begin_ = now;
    columns_ = 1;
  }
  const auto column_at = [&] {
    return now <= begin_ ? 0 : static_cast<std::size_t>((now - begin_) / step_);
  };
  while (column_at() >= kColumns && step_ < kStepMax) Coarsen();
  if (column_at() >= kColumns) Shift(column_at() - kColumns + 1);
  const std::size_t column = column_at();
  columns_ = std::max(columns_, column + 1);
  return column;
}

void ActivityGrid::Coarsen() {
  for (Bin& bin : bins_) {
    Columns halves = {};
    for (std::size_t i = 0; i < kColumns; ++i) Add(halves[i / 2], bin.cells[i]);
    bin.cells = halves;
    for (Sample& sample : bin.samples) sample.column /= 2;
  }
  columns_ = (columns_ + 1) / 2;
  step_ *= 2;
}

void ActivityGrid::Shift(std::size_t columns) {
  const std::size_t gone = std::min(columns, kColumns);
  for (Bin& bin : bins_) {
    for (std::size_t i = 0; i < gone; ++i) {
      bin.total -= bin.cells[i].Sum();
      total_ -= bin.cells[i].Sum();
    }
    std::move(bin.cells.begin() + std::ptrdiff_t(gone), bin.cells.end(), bin.cells.begin());
    std::fill(bin.cells.end() - std::ptrdiff_t(gone), bin.cells.end(), Cell{});
    std::erase_if(bin.samples, [&](const Sample& sample) { return sample.column < gone; });
    for (Sample& sample : bin.samples) sample.column -= gone;
  }
  begin_ += step_ * columns;
  columns_ -= std::min(columns_, gone);
}

std::size_t ActivityGrid::FindBin(std::string_view partition, std::string_view row) const {
  const auto after = std::partition_point(bins_.begin() + 1, bins_.end(), [&](const Bin& bin) {
    return !IsBefore(partition, row, bin.from.partition, bin.from.row);
  });
  return static_cast<std::size_t>(after - bins_.begin()) - 1;
}

// Keeps a uniform sample of the keys of a bin: J. Vitter's algorithm R.
void ActivityGrid::Keep(Bin& bin, std::string_view partition, std::string_view row,
                        std::size_t column) {
  ++bin.offered;
  if (bin.samples.size() < kSamples) {
    bin.samples.push_back({{std::string(partition), std::string(row)}, column});
    return;
  }
  const std::size_t place = Random() % bin.offered;
  if (place >= kSamples) return;
  Sample& sample = bin.samples[place];
  sample.key.partition.assign(partition);
  sample.key.row.assign(row);
  sample.column = column;
}

void ActivityGrid::SplitIfLarge(std::size_t index) {
  const Bin& large = bins_[index];
  if (large.offered % kSplitInterval != 0 || large.total < kSplitTotalMin ||
      large.samples.size() < kSamples || large.total * kRangesMax < total_ * kSplitFactor) {
    return;
  }
  std::vector<Sample> samples = large.samples;
  std::sort(samples.begin(), samples.end(), [](const Sample& left, const Sample& right) {
    return IsBefore(left.key.partition, left.key.row, right.key.partition, right.key.row);
  });
  const Key middle = samples[samples.size() / 2].key;
  const auto is_low = [&](const Sample& sample) {
    return IsBefore(sample.key.partition, sample.key.row, middle.partition, middle.row);
  };
  if (!is_low(samples.front())) return;  // (nearly) all operations have one key: nothing to split
  Bin high{.from = middle};
  Bin& low = bins_[index];
  for (std::size_t i = 0; i < kColumns; ++i) {
    // The counts of a column are divided like its samples, or in halves if it has none.
    const auto here = std::count_if(samples.begin(), samples.end(),
                                    [&](const Sample& sample) { return sample.column == i; });
    const auto below = std::count_if(samples.begin(), samples.end(), [&](const Sample& sample) {
      return sample.column == i && is_low(sample);
    });
    const double part = here == 0 ? 0.5 : double(here - below) / double(here);
    const Cell cell = low.cells[i];
    high.cells[i] = {.reads = static_cast<std::uint32_t>(cell.reads * part),
                     .writes = static_cast<std::uint32_t>(cell.writes * part)};
    low.cells[i] = {.reads = cell.reads - high.cells[i].reads,
                    .writes = cell.writes - high.cells[i].writes};
    high.total += high.cells[i].Sum();
  }
  low.total -= high.total;
  low.samples.clear();
  for (Sample& sample : samples) {
    Bin& half = is_low(sample) ? low : high;
    half.samples.push_back(std::move(sample));
  }
  low.offered = static_cast<std::uint32_t>(low.samples.size());
  high.offered = static_cast<std::uint32_t>(high.samples.size());
  bins_.insert(bins_.begin() + std::ptrdiff_t(index) + 1, std::move(high));
  if (bins_.size() > kRangesMax) MergeSmallest(index);
}

// Merges the two neighbouring ranges with the fewest operations, but not the ones just split.
void ActivityGrid::MergeSmallest(std::size_t except) {
  std::size_t smallest = bins_.size();
  for (std::size_t i = 0; i + 1 < bins_.size(); ++i) {
    if (i + 1 == except || i == except || i == except + 1) continue;
    if (smallest == bins_.size() ||
        bins_[i].total + bins_[i + 1].total < bins_[smallest].total + bins_[smallest + 1].total) {
      smallest = i;
    }
  }
  Bin& low = bins_[smallest];
  Bin& high = bins_[smallest + 1];
  for (std::size_t i = 0; i < kColumns; ++i) Add(low.cells[i], high.cells[i]);
  low.total += high.total;
  // Keeps every other sample of both.
  std::vector<Sample> samples;
  for (Bin* const bin : {&low, &high}) {
    for (std::size_t i = 0; i < bin->samples.size(); i += 2) {
      samples.push_back(std::move(bin->samples[i]));
    }
  }
  low.samples = std::move(samples);
  low.offered = static_cast<std::uint32_t>(low.samples.size());
  bins_.erase(bins_.begin() + std::ptrdiff_t(smallest) + 1);
}

// G. Marsaglia's xorshift: the same operations give the same picture.
std::uint32_t ActivityGrid::Random() {
  random_ ^= random_ << 13U;
  random_ ^= random_ >> 17U;
  random_ ^= random_ << 5U;
  return random_;
}

ActivityGrid::Picture ActivityGrid::Show(Time now) const {
  ActivityGrid grid = *this;
  if (grid.columns_ > 0) static_cast<void>(grid.ColumnOf(now));
  Picture picture{.begin = grid.begin_, .step = grid.step_, .ranges = {}};
  if (grid.total_ == 0) return picture;
  for (const Bin& bin : grid.bins_) {
    picture.ranges.push_back(
        {.partition = bin.from.partition,
         .row = bin.from.row,
         .cells = {bin.cells.begin(), bin.cells.begin() + std::ptrdiff_t(grid.columns_)}});
  }
  return picture;
}

}  // namespace rowhouse
