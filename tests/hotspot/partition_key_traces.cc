// Kinds whose PartitionKeys arrive in order, and kinds whose keys only look as if they did.

#include "tests/hotspot/labelled_traces.h"

#include <array>
#include <cmath>

namespace rowhouse::test {
namespace {

// Makes one insert for each i, with the PartitionKey key(draw, i, seconds).
template <typename Key>
auto Inserts(Key key, std::string row_key = "") {
  return [key, row_key](Draw& draw, std::size_t count) {
    std::vector<TraceRow> rows;
    for (std::size_t i = 0; i < count; ++i) {
      const double t = draw.NextTime();
      rows.push_back({t, AccessKind::kInsert, key(draw, i, t), row_key});
    }
    return rows;
  };
}

// The same with a different row for each insert.
template <typename Key>
auto InsertsOfRows(Key key) {
  return [make = Inserts(key)](Draw& draw, std::size_t count) {
    auto rows = make(draw, count);
    for (TraceRow& row : rows) row.row_key = draw.Guid();
    return rows;
  };
}

// Makes ascending sequence numbers in the order in which they arrive from concurrent writers.
template <typename Key>
auto Disordered(double writers, Key key) {
  return [writers, key](Draw& draw, std::size_t count) {
    const auto order = draw.Jittered(count, writers);
    std::vector<TraceRow> rows;
    for (const std::uint64_t i : order) {
      rows.push_back({draw.NextTime(), AccessKind::kInsert, key(i), ""});
    }
    return rows;
  };
}

// Makes K streams that each ascend under their own prefix.
auto Streams(std::size_t streams) {
  return [streams](Draw& draw, std::size_t count) {
    std::vector<std::uint64_t> next(streams, 0);
    std::vector<TraceRow> rows;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t s = draw.Below(streams);
      rows.push_back(
          {draw.NextTime(), AccessKind::kInsert, Padded(s, 3) + "-" + Padded(next[s]++, 8), ""});
    }
    return rows;
  };
}

std::vector<TraceRow> Queue(Draw& draw, std::size_t count) {
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  std::vector<TraceRow> rows;
  while (rows.size() < count) {
    const bool take = tail - head > 20 && draw.Odds(0.5);
    rows.push_back({draw.NextTime(), take ? AccessKind::kDelete : AccessKind::kInsert,
                    "q-" + Padded(take ? head++ : tail++, 8), ""});
  }
  return rows;
}

std::vector<TraceRow> MiddleWithReads(Draw& draw, std::size_t count) {
  std::vector<TraceRow> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = draw.NextTime();
    if (draw.Odds(0.5)) {
      rows.push_back({t, AccessKind::kRead,
                      (draw.Odds(0.5) ? "1" : "9") + Padded(draw.Below(100'000'000), 8), ""});
    } else {
      rows.push_back({t, AccessKind::kInsert, "5" + Padded(i, 8), ""});
    }
  }
  return rows;
}

std::vector<TraceRow> ReadsOverInserts(Draw& draw, std::size_t count) {
  std::uint64_t created = 0;
  std::vector<TraceRow> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = draw.NextTime();
    if (created > 0 && draw.Odds(0.7)) {
      rows.push_back({t, AccessKind::kRead, "ev-" + Padded(draw.Below(created), 9), ""});
    } else {
      rows.push_back({t, AccessKind::kInsert, "ev-" + Padded(created++, 9), ""});
    }
  }
  return rows;
}

std::vector<TraceRow> Bursts(Draw& draw, std::size_t count) {
  auto rows = Inserts([](Draw& d, std::size_t, double) { return d.Guid(); })(draw, count);
  for (std::size_t i = count / 3; i < count / 3 + 20; ++i)
    rows[i].partition_key = "z" + Padded(i, 6);
  return rows;
}

std::vector<TraceRow> OrderedUpserts(Draw& draw, std::size_t count) {
  std::vector<TraceRow> rows;
  const std::size_t keys = count / 4;
  std::vector<std::uint64_t> order = draw.Jittered(keys, static_cast<double>(keys) * 4);
  for (std::size_t i = 0; i < count; ++i) {
    const bool first = i < keys;
    rows.push_back({draw.NextTime(), first ? AccessKind::kInsert : AccessKind::kUpsert,
                    Padded(first ? order[i] : i % keys, 10), "x"});
  }
  return rows;
}

std::vector<TraceKind> Monotonic() {
  return {
      {"ULIDs", kAscending, kNone, {{}}, Inserts([](Draw& d, std::size_t, double t) {
         return Padded(static_cast<std::uint64_t>(t * 1000) + 1'772'323'200'000U, 14) + d.Hex(16);
       })},
      {"Snowflake numbers", kAscending, kNone, {{}}, Inserts([](Draw& d, std::size_t, double t) {
         return std::to_string(((static_cast<std::uint64_t>(t * 1000) + 483'488'542'343U) << 22U) +
                               d.Below(1U << 22U));
       })},
      {"hexadecimal counter", kAscending, kNone, {{}}, Inserts([](Draw&, std::size_t i, double) {
         return Padded(i / 16, 7) + "0123456789abcdef"[i % 16];
       })},
      {"256 writers at once",
       kAscending,
       kNone,
       {{}},
       Disordered(256, [](std::uint64_t i) { return "o-" + Padded(i, 8); })},
      {"32 writers, descending",
       kDescending,
       kNone,
       {{}},
       Disordered(32, [](std::uint64_t i) { return Padded(999'999'999 - i, 9); })},
      {"clocks two seconds apart",
       kAscending,
       kNone,
       {{}},
       Inserts([](Draw& d, std::size_t, double t) {
         return IsoStamp(t + 1 + d.Uniform(-1, 1)) + d.Hex(4);
       })},
      {"a tenth arrives late", kAscending, kNone, {{}}, Inserts([](Draw& d, std::size_t, double t) {
         return IsoStamp(d.Odds(0.9) ? t : d.Uniform(-2'592'000, t)) + d.Hex(4);
       })},
      {"random, then in order",
       kAscending,
       kNone,
       {{}},
       [](Draw& draw, std::size_t count) {
         return Inserts([count](Draw& d, std::size_t i, double) {
           return i < count / 2 ? "h" + d.Guid() : "order-" + Padded(i, 8);
         })(draw, count);
       }},
      {"two strangers beyond the end",
       kAscending,
       kNone,
       {{}},
       Inserts([](Draw&, std::size_t i, double) {
         return i == 5 || i == 50 ? "z" + Padded(i, 3) : "order-" + Padded(i, 8);
       })},
      {"queue that is consumed", kAscending, kNone, {{}}, Queue},
      {"reads hide the inserts", kAscending, kNone, {{}}, ReadsOverInserts},
      {"two rows a partition",
       kAscending,
       kNone,
       {{}},
       Inserts([](Draw&, std::size_t i, double) { return Padded(i / 2, 9); }, "r")},
      {"time and a random tail",
       kAscending,
       kNone,
       {{}},
       Inserts([](Draw& d, std::size_t, double t) {
         return Padded(static_cast<std::uint64_t>(t * 1000), 12) + "-" + d.Guid();
       })},
      {"supplementary characters",
       kAscending,
       kNone,
       {{}},
       Inserts([](Draw&, std::size_t i, double) {
         return "\xF0\x9F\x98\x80\xC3\xA9-" + Padded(i, 8);
       })},
      {"long keys", kAscending, kNone, {{}}, Inserts([](Draw&, std::size_t i, double) {
         return std::string(900, 'k') + Padded(i, 10);
       })},
      {"a partition an hour", kAscending, kAscending, std::nullopt,
       [](Draw& draw, std::size_t count) {
         auto rows = Inserts([](Draw&, std::size_t, double t) {
           return Stamp(t * 3600, "%Y-%m-%dT%H");
         })(draw, count);
         for (TraceRow& row : rows) row.row_key = IsoStamp(row.seconds * 3600);
         return rows;
       }},
      {"a partition a day, random rows", kAscending, kNone, std::nullopt,
       InsertsOfRows([](Draw&, std::size_t, double t) { return Stamp(t * 86400, "%Y-%m-%d"); })},
      {"upserts of new keys in order",
       kAscending,
       kNone,
       {{}},
       [](Draw& draw, std::size_t count) {
         auto rows =
             Inserts([](Draw&, std::size_t i, double) { return Padded(i, 10); })(draw, count);
         for (TraceRow& row : rows) row.kind = AccessKind::kUpsert;
         return rows;
       }},
      {"all at the same time",
       kAscending,
       kNone,
       {{}},
       [](Draw& draw, std::size_t count) {
         auto rows =
             Inserts([](Draw&, std::size_t i, double) { return Padded(i, 10); })(draw, count);
         for (TraceRow& row : rows) row.seconds = 0;
         return rows;
       }},
      {"one a minute",
       kDescending,
       kNone,
       {{}},
       [](Draw& draw, std::size_t count) {
         auto rows = Inserts(
             [](Draw&, std::size_t, double t) { return InvertedTicks(t * 12'000); })(draw, count);
         for (TraceRow& row : rows) row.seconds *= 12'000;
         return rows;
       }},
  };
}

std::vector<TraceKind> NotMonotonic() {
  return {
      {"two streams", kNone, kNone, {{}}, Streams(2)},
      {"ten streams", kNone, kNone, {{}}, Streams(10)},
      {"sixteen buckets by time", kNone, kNone, {{}}, Streams(16)},
      {"unpadded numbers", kNone, kNone, {{}}, Inserts([](Draw&, std::size_t i, double) {
         return std::to_string(i + 1);
       })},
      {"in order, then random",
       kNone,
       kNone,
       {{}},
       [](Draw& draw, std::size_t count) {
         return Inserts([count](Draw& d, std::size_t i, double) {
           return i < count / 2 ? Padded(i, 10) : Padded(d.Below(9'999'999'999), 10);
         })(draw, count);
       }},
      {"an hour of the day", kNone, kNone, std::nullopt,
       InsertsOfRows([](Draw&, std::size_t, double t) { return Stamp(t * 17'280, "%H"); })},
      {"hour of the day and a random tail",
       kNone,
       kNone,
       {{}},
       Inserts([](Draw& d, std::size_t, double t) { return Stamp(t * 28'800, "%H-") + d.Guid(); })},
      {"around a mean", kNone, kNone, {{}}, Inserts([](Draw& d, std::size_t, double) {
         return Padded(static_cast<std::uint64_t>(std::abs(d.Gauss(5e8, 1e8))), 10);
       })},
      {"hash prefix before time", kNone, kNone, {{}}, Inserts([](Draw& d, std::size_t, double t) {
         return d.Hex(2) + IsoStamp(t);
       })},
      {"both ends in turn", kNone, kNone, {{}}, Inserts([](Draw&, std::size_t i, double) {
         return Padded(i % 2 == 0 ? 5'000'000'000 + i : 5'000'000'000 - i, 10);
       })},
      {"in order amid the range", kNone, kNone, {{}}, MiddleWithReads},
      {"short burst in order", kNone, kNone, {{}}, Bursts},
      {"upserts of known keys in order", kNone, kNone, {{}}, OrderedUpserts},
      {"names", kNone, kNone, {{}}, Inserts([](Draw& d, std::size_t, double) {
         return d.Hex(8) + "@mail.example";
       })},
      {"day before month", kNone, kNone, {{}}, InsertsOfRows([](Draw&, std::size_t, double t) {
         return Stamp(t * 1'728'000, "%d-%m-%Y");
       })},
      {"five partitions made in order",
       kNone,
       kNone,
       {{}},
       InsertsOfRows([](Draw& d, std::size_t i, double) {
         return "p" + std::to_string(i < 5 ? i : d.Below(5));
       })},
  };
}

}  // namespace

std::vector<TraceKind> PartitionKeyTraces() {
  auto kinds = Monotonic();
  for (TraceKind& kind : NotMonotonic()) kinds.push_back(std::move(kind));
  return kinds;
}

}  // namespace rowhouse::test
