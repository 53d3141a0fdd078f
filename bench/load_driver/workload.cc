#include "bench/load_driver/workload.h"

#include <algorithm>
#include <fmt/format.h>
#include <string.h>
#include <utility>
#include <vector>

namespace rowhouse::bench {
namespace {

struct NamedWorkload {
  Workload workload;
  std::string_view name;
};
constexpr std::array kNames{
    NamedWorkload{Workload::kInsert, "insert"}, NamedWorkload{Workload::kUpsert, "upsert"},
    NamedWorkload{Workload::kPoint, "point"},   NamedWorkload{Workload::kBatch, "batch"},
    NamedWorkload{Workload::kPage, "page"},     NamedWorkload{Workload::kRange, "range"},
    NamedWorkload{Workload::kFilter, "filter"}, NamedWorkload{Workload::kCreate, "create"}};

// Spreads numbers so that neighbours lie far apart; no two numbers give the same result.
std::uint64_t Scatter(std::uint64_t number) {
  number = (number ^ (number >> 30U)) * 0xBF58476D1CE4E5B9U;
  number = (number ^ (number >> 27U)) * 0x94D049BB133111EBU;
  return number ^ (number >> 31U);
}

std::uint64_t RandomBelow(std::uint64_t end, std::mt19937_64& random) {
  return std::uniform_int_distribution<std::uint64_t>(0, end - 1)(random);
}

// memmem() is several times as fast here as string_view::find(), and the driver shares its
// processors with the server that it measures.
std::uint64_t CountOccurrences(std::string_view text, std::string_view part) {
  std::uint64_t count = 0;
  while (const void* found = memmem(text.data(), text.size(), part.data(), part.size())) {
    ++count;
    const auto offset = static_cast<const char*>(found) - text.data();
    text.remove_prefix(static_cast<std::size_t>(offset) + part.size());
  }
  return count;
}

int StatusWanted(Workload workload) {
  if (workload == Workload::kBatch) return 202;
  return IsWrite(workload) ? 204 : 200;
}

EntityContent NewContent(std::uint64_t number) {
  return {.bucket = -1, .number = number, .text_seed = number};
}

}  // namespace

std::string_view WorkloadName(Workload workload) {
  return std::find_if(kNames.begin(), kNames.end(),
                      [&](const NamedWorkload& named) { return named.workload == workload; })
      ->name;
}

std::optional<Workload> ParseWorkload(std::string_view name) {
  const auto* const found = std::find_if(
      kNames.begin(), kNames.end(), [&](const NamedWorkload& named) { return named.name == name; });
  if (found == kNames.end()) return std::nullopt;
  return found->workload;
}

bool IsWrite(Workload workload) {
  return workload == Workload::kInsert || workload == Workload::kUpsert ||
         workload == Workload::kBatch || workload == Workload::kCreate;
}

RowSpan RandomSpan(const TableSpec& table, std::uint64_t count, std::mt19937_64& random) {
  RowSpan whole{0, table.rows};
  if (table.shape == Shape::kFew) {
    whole = PartitionRows(table, RandomBelow(PartitionCount(table), random));
  }
  const std::uint64_t size = std::min(count, whole.end - whole.first);
  const std::uint64_t first = whole.first + RandomBelow(whole.end - whole.first - size + 1, random);
  return {first, first + size};
}

std::string SpanFilter(const TableSpec& table, RowSpan span, SpanEnd end) {
  const RowKeys first = KeysOf(table, span.first);
  const RowKeys past = KeysOf(table, span.end);
  const bool few = table.shape == Shape::kFew;
  const std::string_view key = few ? "RowKey" : "PartitionKey";
  std::string filter;
  if (few) filter = fmt::format("PartitionKey eq '{}' and ", first.partition);
  filter += fmt::format("{} ge '{}'", key, few ? first.row : first.partition);
  if (end == SpanEnd::kClosed) {
    filter += fmt::format(" and {} lt '{}'", key, few ? past.row : past.partition);
  }
  return filter;
}

RowKeys NewKeys(const TableSpec& table, std::string_view tag, std::uint64_t number) {
  const std::string name = fmt::format("w{:016x}{}", Scatter(number), tag);
  if (table.shape == Shape::kEach) return {name, "r"};
  const std::uint64_t partition = Scatter(number) % PartitionCount(table);
  return {KeysOf(table, PartitionRows(table, partition).first).partition, name};
}

bool AllWritten(const Answer& answer, RowSpan rows) {
  return answer.status == 202 &&
         CountOccurrences(answer.body, "HTTP/1.1 204 ") == rows.end - rows.first;
}

Work& Work::operator+=(const Work& other) {
  requests += other.requests;
  entities += other.entities;
  rows_scanned += other.rows_scanned;
  answer_bytes += other.answer_bytes;
  return *this;
}

std::string TableOf(const WorkloadOptions& options) {
  return options.workload == Workload::kCreate ? "create" + options.tag : TableName(options.table);
}

OperationSource::OperationSource(WorkloadOptions options, const Endpoint& endpoint,
                                 std::uint64_t lane, std::uint64_t lanes)
    : options_(std::move(options)),
      endpoint_(endpoint),
      table_name_(TableOf(options_)),
      random_(options_.table.seed * 1'000'003 + lane),
      next_new_row_(lane),
      lanes_(lanes) {}

Call OperationSource::Begin() {
  work_ = {};
  return IsWrite(options_.workload) ? BeginWrite() : BeginRead();
}

Call OperationSource::BeginWrite() {
  work_.entities = options_.workload == Workload::kBatch ? kBatchRows : 1;
  if (options_.workload == Workload::kUpsert) {
    const std::uint64_t index = RandomBelow(options_.table.rows, random_);
    const RowKeys keys = KeysOf(options_.table, index);
    return UpsertCall(
        table_name_, keys,
        EntityJson(options_.table, keys,
                   {.bucket = BucketOf(index), .number = index, .text_seed = random_()}));
  }
  const std::uint64_t number = std::exchange(next_new_row_, next_new_row_ + lanes_);
  const RowKeys keys = NewKeys(options_.table, options_.tag, number);
  if (options_.workload != Workload::kBatch) {
    return InsertCall(table_name_, EntityJson(options_.table, keys, NewContent(number)));
  }
  std::vector<BatchItem> items;
  for (std::uint64_t i = 0; i < kBatchRows; ++i) {
    const RowKeys item{keys.partition, fmt::format("{}-{:02}", keys.row, i)};
    items.push_back({item, EntityJson(options_.table, item, NewContent(number + i))});
  }
  return BatchCall(endpoint_, table_name_, BatchVerb::kInsert, items);
}

Call OperationSource::BeginRead() {
  const TableSpec& table = options_.table;
  token_ = {};
  if (options_.workload == Workload::kPoint) {
    const RowKeys keys = KeysOf(table, RandomBelow(table.rows, random_));
    first_key_ = fmt::format(R"("PartitionKey":"{}","RowKey":"{}")", keys.partition, keys.row);
    rows_wanted_ = 1;
    return PointReadCall(table_name_, keys);
  }
  if (options_.workload == Workload::kFilter) {
    first_key_.clear();
    rows_wanted_ = RowsSought(table);
    filter_ = fmt::format("Bucket eq {}", kBucketSought);
  } else {
    const bool page = options_.workload == Workload::kPage;
    const RowSpan span = RandomSpan(table, page ? kPageRows : kRangeRows, random_);
    first_key_ = fmt::format(R"("RowKey":"{}")", KeysOf(table, span.first).row);
    rows_wanted_ = span.end - span.first;
    filter_ = SpanFilter(table, span, page ? SpanEnd::kOpen : SpanEnd::kClosed);
  }
  return Next();
}

Call OperationSource::Next() const { return QueryCall(table_name_, filter_, token_); }

OperationSource::Verdict OperationSource::CheckAnswer(const Answer& answer) {
  ++work_.requests;
  work_.answer_bytes += answer.bytes;
  if (answer.status != StatusWanted(options_.workload)) return Verdict::kWrong;
  if (IsWrite(options_.workload)) {
    const bool complete = options_.any_answer || options_.workload != Workload::kBatch ||
                          AllWritten(answer, {0, kBatchRows});
    return complete ? Verdict::kDone : Verdict::kWrong;
  }
  return CheckRows(answer);
}

OperationSource::Verdict OperationSource::CheckRows(const Answer& answer) {
  work_.entities += CountOccurrences(answer.body, R"("RowKey":)");
  if (options_.any_answer) return Verdict::kDone;
  if (answer.body.find(first_key_) == std::string::npos) return Verdict::kWrong;
  if (options_.workload == Workload::kFilter) {
    token_ = answer.next;
    if (!token_.next_partition.empty()) return Verdict::kContinue;
    work_.rows_scanned = options_.table.rows;
  }
  return work_.entities == rows_wanted_ ? Verdict::kDone : Verdict::kWrong;
}

}  // namespace rowhouse::bench
