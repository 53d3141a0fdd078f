#pragma once
// The workloads: what one operation sends and which answers are right.

#include "bench/load_driver/calls.h"
#include "bench/load_driver/connection.h"

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace rowhouse::bench {

enum class Workload : std::uint8_t {
  kInsert,
  kUpsert,
  kPoint,
  kBatch,
  kPage,
  kRange,
  kFilter,
  kCreate
};

inline constexpr std::array kWorkloads{Workload::kPoint,  Workload::kRange,  Workload::kPage,
                                       Workload::kFilter, Workload::kUpsert, Workload::kInsert,
                                       Workload::kBatch,  Workload::kCreate};
std::string_view WorkloadName(Workload workload);  // "insert", "upsert", "point", ...
std::optional<Workload> ParseWorkload(std::string_view name);
bool IsWrite(Workload workload);

inline constexpr std::uint64_t kBatchRows = 100;
inline constexpr std::uint64_t kPageRows = 1000;
inline constexpr std::uint64_t kRangeRows = 10;

// Random neighbouring rows of one partition (few) or of neighbouring partitions (each), at most
// `count` and no more than there are.
RowSpan RandomSpan(const TableSpec& table, std::uint64_t count, std::mt19937_64& random);
// $filter text for the rows of `span`. An open one has no upper bound: the page size ends it.
enum class SpanEnd : std::uint8_t { kOpen, kClosed };
std::string SpanFilter(const TableSpec& table, RowSpan span, SpanEnd end);

// Keys of the `number`-th new row of a run that calls itself `tag`. They sort after the table's
// own rows, in no order; `few` puts them into the table's own partitions.
RowKeys NewKeys(const TableSpec& table, std::string_view tag, std::uint64_t number);

// Whether a batch's answer says 204 for each of `rows`.
bool AllWritten(const Answer& answer, RowSpan rows);

// The work of one operation so far.
struct Work {
  std::uint64_t requests = 0;
  std::uint64_t entities = 0;      // written, or received
  std::uint64_t rows_scanned = 0;  // by the server; the filter workload only
  std::uint64_t answer_bytes = 0;  // on the wire

  Work& operator+=(const Work& other);
};

struct WorkloadOptions {
  Workload workload = Workload::kPoint;
  TableSpec table = {};
  // Distinguishes the rows (create: the table) that this run adds from others'. Letters and digits.
  std::string tag = {};
  bool any_answer = false;  // accept any answer of the right status: for the HTTP limit
};
// The table that the workload is about. create has a new one of its own.
std::string TableOf(const WorkloadOptions& options);

// The operations of one connection. An operation is one request, except that `filter` follows
// continuation tokens to the end of the table.
class OperationSource {
 public:
  // `lane` numbers the connection: no two of a run write the same new row.
  OperationSource(WorkloadOptions options, const Endpoint& endpoint, std::uint64_t lane,
                  std::uint64_t lanes);

  // The first request of a new operation.
  Call Begin();

  enum class Verdict : std::uint8_t { kDone, kContinue, kWrong };
  // Checks the answer to the last request. kContinue: Next() has the operation's next request.
  Verdict CheckAnswer(const Answer& answer);
  Call Next() const;

  // Of the operation in progress, or just done.
  const Work& Done() const { return work_; }

 private:
  Call BeginWrite();
  Call BeginRead();
  Verdict CheckRows(const Answer& answer);

  WorkloadOptions options_;
  const Endpoint& endpoint_;
  std::string table_name_;
  std::mt19937_64 random_;
  std::uint64_t next_new_row_;
  std::uint64_t lanes_;

  Work work_;
  std::string filter_;
  ContinuationToken token_;
  std::string first_key_;  // must be in the answer
  std::uint64_t rows_wanted_ = 0;
};

}  // namespace rowhouse::bench
