// Kinds that differ in their RowKeys, and kinds with and without hot partitions.

#include "tests/hotspot/labelled_traces.h"

namespace rowhouse::test {
namespace {

// Makes `partitions` devices, each with rows by key(i, seconds), in the order in which they arrive
// from `writers` concurrent writers.
template <typename Key>
auto Devices(std::uint64_t partitions, double writers, Key key) {
  return [partitions, writers, key](Draw& draw, std::size_t count) {
    const auto order = draw.Jittered(count, writers);
    std::vector<TraceRow> rows;
    for (const std::uint64_t i : order) {
      rows.push_back({draw.NextTime(), AccessKind::kInsert,
                      "device-" + Padded(draw.Below(partitions), 4), key(i)});
    }
    return rows;
  };
}

std::string Number(std::uint64_t i) { return Padded(i, 9); }
std::string Inverted(std::uint64_t i) { return Padded(999'999'999 - i, 9); }

void Request(TraceRow& row, AccessKind kind, std::string partition, std::string key) {
  row.kind = kind;
  row.partition_key = std::move(partition);
  row.row_key = std::move(key);
}

}  // namespace

std::vector<TraceKind> RowKeyTraces() {
  return {
      {"300 devices, newest first", kNone, kDescending, {{}}, Devices(300, 1, Inverted)},
      {"50 devices, 64 writers", kNone, kAscending, {{}}, Devices(50, 64, Number)},
      {"700 devices", kNone, kAscending, {{}}, Devices(700, 1, Number)},
      {"1,000 devices", kNone, kAscending, {{}}, Devices(1000, 1, Number)},
      {"three balanced partitions, appended to", kNone, kAscending, {{}}, Devices(3, 1, Number)},
      {"one partition, 64 writers", kNone, kAscending, {{"device-0000"}}, Devices(1, 64, Number)},
      {"one partition, newest first, 64 writers",
       kNone,
       kDescending,
       {{"device-0000"}},
       Devices(1, 64, Inverted)},
      {"one partition, unpadded numbers",
       kNone,
       kNone,
       {{"device-0000"}},
       Devices(1, 1, [](std::uint64_t i) { return std::to_string(i + 1); })},
      {"one of five partitions is appended to",
       kNone,
       kNone,
       {{}},
       Rows([](Draw& d, std::size_t i, TraceRow& row) {
         const std::uint64_t p = d.Below(5);
         Request(row, AccessKind::kInsert, "p" + std::to_string(p), p == 0 ? Number(i) : d.Guid());
       })},
      {"three lines an order",
       kNone,
       kNone,
       {{}},
       [](Draw& draw, std::size_t count) {
         std::string order;
         return Rows([&order](Draw& d, std::size_t i, TraceRow& row) {
           if (i % 3 == 0) order = d.Guid();
           Request(row, AccessKind::kInsert, order, std::to_string(i % 3));
         })(draw, count);
       }},
      {"devices join in order",
       kNone,
       kAscending,
       {{}},
       Rows([](Draw& d, std::size_t i, TraceRow& row) {
         Request(row, AccessKind::kInsert, "device-" + Padded(d.Below(40 + i / 60), 5), Number(i));
       })},
      {"two kinds of rows, each in order",
       kNone,
       kNone,
       {{}},
       Rows([](Draw& d, std::size_t i, TraceRow& row) {
         Request(row, AccessKind::kInsert, "device-" + Padded(d.Below(20), 4),
                 (d.Odds(0.5) ? "heat-" : "power-") + Number(i));
       })},
  };
}

std::vector<TraceKind> HotPartitionTraces() {
  return {
      {"two hot tenants",
       kNone,
       kNone,
       {{"t1", "t2"}},
       Rows([](Draw& d, std::size_t, TraceRow& row) {
         const double place = d.Uniform(0, 1);
         Request(row, AccessKind::kInsert,
                 place < 0.27   ? "t1"
                 : place < 0.52 ? "t2"
                                : "x" + std::to_string(d.Below(300)),
                 d.Guid());
       })},
      {"hot by reads", kNone, kNone, {{"t1"}}, Rows([](Draw& d, std::size_t, TraceRow& row) {
         if (d.Odds(0.4)) return Request(row, AccessKind::kRead, "t1", "r");
         Request(row, AccessKind::kInsert, "x" + std::to_string(d.Below(300)), d.Guid());
       })},
      {"hot by updates", kNone, kNone, {{"t1"}}, Rows([](Draw& d, std::size_t, TraceRow& row) {
         Request(row, AccessKind::kUpdate, d.Odds(0.3) ? "t1" : "x" + std::to_string(d.Below(300)),
                 "r");
       })},
      {"one of ten", kNone, kNone, {{"p0"}}, Rows([](Draw& d, std::size_t, TraceRow& row) {
         Request(row, AccessKind::kInsert, "p" + std::to_string(d.Odds(0.6) ? 0 : d.Below(10)),
                 d.Guid());
       })},
      {"nearly all in one of two",
       kNone,
       kNone,
       {{"p0"}},
       Rows([](Draw& d, std::size_t, TraceRow& row) {
         Request(row, AccessKind::kInsert, d.Odds(0.95) ? "p0" : "p1", d.Guid());
       })},
      {"two thirds in one of four",
       kNone,
       kNone,
       {{"p0"}},
       Rows([](Draw& d, std::size_t, TraceRow& row) {
         Request(row, AccessKind::kInsert, "p" + std::to_string(d.Odds(0.6) ? 0 : d.Below(4)),
                 d.Guid());
       })},
      {"two balanced partitions", kNone, kNone, {{}}, Rows([](Draw& d, std::size_t, TraceRow& row) {
         Request(row, AccessKind::kInsert, "p" + std::to_string(d.Below(2)), d.Guid());
       })},
      {"four of different size", kNone, kNone, {{}}, Rows([](Draw& d, std::size_t, TraceRow& row) {
         const double place = d.Uniform(0, 1);
         Request(row, AccessKind::kInsert,
                 place < 0.35  ? "a"
                 : place < 0.6 ? "b"
                 : place < 0.8 ? "c"
                               : "d",
                 d.Guid());
       })},
      {"three balanced partitions",
       kNone,
       kNone,
       {{}},
       Rows([](Draw& d, std::size_t, TraceRow& row) {
         Request(row, AccessKind::kInsert, "p" + std::to_string(d.Below(3)), d.Guid());
       })},
      {"upserts of 500 keys", kNone, kNone, {{}}, Rows([](Draw& d, std::size_t, TraceRow& row) {
         Request(row, AccessKind::kUpsert, Padded(d.Below(500), 6), "x");
       })},
      {"a tenth of the requests", kNone, kNone, {{}}, Rows([](Draw& d, std::size_t, TraceRow& row) {
         Request(row, AccessKind::kRead, d.Odds(0.1) ? "t1" : "x" + std::to_string(d.Below(3000)),
                 "r");
       })},
      {"moved on to another tenant",
       kNone,
       kNone,
       {{"t2"}},
       [](Draw& draw, std::size_t count) {
         return Rows([count](Draw& d, std::size_t i, TraceRow& row) {
           const char* const hot = i < count / 8 ? "t1" : "t2";
           Request(row, AccessKind::kRead, d.Odds(0.5) ? hot : "x" + std::to_string(d.Below(500)),
                   "r");
         })(draw, count);
       }},
  };
}

}  // namespace rowhouse::test
