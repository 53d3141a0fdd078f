#include "cli/transfer/copy_job.h"

#include "cli/outcome/command_error.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/transfer/escape.h"
#include "cli/transfer/journal.h"
#include "cli/transfer/parallel_parts.h"
#include "cli/transfer/resumable_writer.h"
#include "cli/transfer/table_ranges.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

namespace rowhouse::cli {
namespace {

namespace fs = std::filesystem;
using tables::Entity;
using tables::EntityKey;

constexpr std::size_t kInFlightPerReader = 2;

std::string KeyText(const EntityKey& key) { return Escape(key.partition) + "," + Escape(key.row); }

std::optional<EntityKey> ReadKey(const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return std::nullopt;
  return EntityKey{Unescape(text.substr(0, comma)), Unescape(text.substr(comma + 1))};
}

class CopyJob {
 public:
  CopyJob(const CopyOptions& options, Progress& progress)
      : options_(options), progress_(progress), journal_(options.journal) {}

  JobReport Run();

 private:
  bool Plan();
  std::vector<std::size_t> Order() const;
  void CopyRange(std::size_t number);
  void WritePage(ResumableWriter& writer, const tables::Page& page) const;
  void SavePlace(std::size_t number, const std::string& place);

  const CopyOptions& options_;
  Progress& progress_;
  std::vector<KeyRange> ranges_;
  std::atomic<std::uint64_t> entities_ = 0;  // written, or left as they are
  std::atomic<std::uint64_t> skipped_ = 0;   // the latter
  ParallelParts readers_;
  std::mutex mutex_;
  // Guarded by mutex_ while readers_ run.
  Journal journal_;
  bool has_journal_ = false;  // in its file
};

constexpr const char* kDone = "done";

// Whether it resumes a run before.
bool CopyJob::Plan() {
  const std::vector<std::pair<std::string, std::string>> question = {
      {"source", options_.source.Url()},
      {"target", options_.target.Url()},
      {"key", options_.key_name},
      {"filter", options_.filter.ToString()}};
  const bool resumed = options_.resume && journal_.Load();
  has_journal_ = resumed;
  for (const auto& [name, now] : question) {
    if (resumed && journal_.Get(name) != now) {
      throw CommandError(
          ExitCode::kUsage,
          fmt::format(
              "{} was started with {} '{}', this is '{}'. Resume with the same, or leave out "
              "--resume to start over",
              journal_.Path().string(), name, journal_.Get(name), now));
    }
  }
  if (!resumed) {
    journal_.Clear();
    for (const auto& [name, now] : question) journal_.Set(name, now);
    const auto ranges = RangesOf(options_.source, options_.parallel * kRangesPerReader);
    for (const KeyRange& range : ranges) journal_.Add("range", range.ToString());
  }
  for (const std::string& text : journal_.GetAll("range")) {
    const auto range = KeyRange::FromString(text);
    if (!range) {
      throw CommandError(
          ExitCode::kFailure,
          fmt::format("{} is damaged: start over without --resume", journal_.Path().string()));
    }
    ranges_.push_back(*range);
  }
  return resumed;
}

// The ranges as they are begun: unless the order of keys is to be kept, those that are copied at the
// same time lie far apart.
std::vector<std::size_t> CopyJob::Order() const {
  std::vector<std::size_t> order(ranges_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (options_.keep_order) return order;
  std::ranges::stable_sort(order, {}, [](std::size_t range) { return range % kRangesPerReader; });
  return order;
}

void CopyJob::SavePlace(std::size_t number, const std::string& place) {
  const std::lock_guard lock(mutex_);
  journal_.Set(fmt::format("place{}", number), place);
  journal_.Save();
  has_journal_ = true;
}

void CopyJob::WritePage(ResumableWriter& writer, const tables::Page& page) const {
  for (const Entity& read : page.entities) {
    Entity entity = read;
    if (options_.new_partition_key) entity.SetPartitionKey(options_.new_partition_key(read));
    writer.Add(std::move(entity));
  }
}

void CopyJob::CopyRange(std::size_t number) {
  std::string place;
  {
    const std::lock_guard lock(mutex_);
    place = journal_.Get(fmt::format("place{}", number));
  }
  if (place == kDone) return;
  ResumableWriter writer(options_.target, {.parallel = kInFlightPerReader,
                                           .on_conflict = options_.on_conflict,
                                           .resumed = options_.resume,
                                           .keep_order = options_.keep_order,
                                           .on_done = [this] {
                                             progress_.Advance(1);
                                             ++entities_;
                                           }});
  for (const tables::Filter& filter : FiltersOf(ranges_[number], ReadKey(place))) {
    tables::QueryOptions query;
    query.filter = filter && options_.filter;
    for (const tables::Page& page : options_.source.QueryPages(query)) {
      if (readers_.Stopped()) {
        writer.Stop();
        skipped_ += writer.Skipped();
        return;
      }
      if (page.entities.empty()) continue;
      WritePage(writer, page);
      writer.Checkpoint(
          [this, number, key = page.entities.back().Key()] { SavePlace(number, KeyText(key)); });
    }
  }
  writer.Finish();
  skipped_ += writer.Skipped();
  SavePlace(number, kDone);
}

JobReport CopyJob::Run() {
  const bool resumed = Plan();  // fails without a source, so that no target is made then
  options_.target.CreateIfNotExists();
  if (!resumed) {  // instead of the journal that an earlier run may have left
    journal_.Save();
    has_journal_ = true;
  }
  JobReport report;
  try {
    const std::vector<std::size_t> order = Order();
    readers_.Run(order.size(), options_.parallel,
                 [this, &order](std::size_t place) { CopyRange(order[place]); });
  } catch (const std::exception&) {
    if (!Interrupted()) report.failure = std::current_exception();
  }
  report.skipped = skipped_;
  report.entities = entities_ - skipped_;
  report.interrupted = Interrupted();
  const bool is_whole = !report.failure && !report.interrupted;
  const bool is_unused = !resumed && entities_ == 0;
  if (is_whole || is_unused) journal_.Remove();
  report.can_resume = has_journal_ && !is_unused;
  return report;
}

std::uint64_t Fnv1a(std::string_view text, std::uint64_t hash) {
  constexpr std::uint64_t prime = 0x100000001B3;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * prime;
  return hash ^ (hash >> 29U);
}

}  // namespace

fs::path CopyJournalPath(const tables::TableClient& source, const tables::TableClient& target) {
  std::string name = Escape(source.Url() + "_to_" + target.Url());
  for (char& letter : name) {
    if (letter == '/' || letter == ':') letter = '_';
  }
  return StateFolder() / (name + ".copy-journal");
}

JobReport Copy(const CopyOptions& options, Progress& progress) {
  return CopyJob(options, progress).Run();
}

void Fingerprint::Add(const Entity& entity) {
  constexpr std::uint64_t first_seed = 0xCBF29CE484222325;
  constexpr std::uint64_t second_seed = 0x9E3779B97F4A7C15;
  const std::string key = KeyText(entity.Key());
  std::uint64_t of_first = Fnv1a(key, first_seed);
  std::uint64_t of_second = Fnv1a(key, second_seed);
  for (const auto& [name, value] : entity.AllProperties()) {
    const std::string text =
        fmt::format("{}@{}={}", name, tables::ToString(value.Type()), value.ToString());
    of_first += Fnv1a(text, first_seed);
    of_second += Fnv1a(text, second_seed);
  }
  ++entities;
  first += Fnv1a({reinterpret_cast<const char*>(&of_first), sizeof(of_first)}, first_seed);
  second += Fnv1a({reinterpret_cast<const char*>(&of_second), sizeof(of_second)}, second_seed);
}

Fingerprint FingerprintOf(const tables::TableClient& table, const tables::Filter& filter,
                          const NewPartitionKey& new_partition_key, Progress& progress) {
  Fingerprint fingerprint;
  tables::QueryOptions query;
  query.filter = filter;
  for (Entity entity : table.Query(query)) {
    if (new_partition_key) entity.SetPartitionKey(new_partition_key(entity));
    fingerprint.Add(entity);
    progress.Advance(1);
    if (Interrupted()) break;
  }
  return fingerprint;
}

}  // namespace rowhouse::cli
