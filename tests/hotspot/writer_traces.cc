// Kinds that differ in their writers and times: keys that share a tick of a clock, workers with
// their own blocks of numbers, parallel streams, rows that belong together, imports that run twice.

#include "tests/hotspot/labelled_traces.h"

#include <algorithm>

namespace rowhouse::test {
namespace {

// Makes one insert for each i, with the PartitionKey key(draw, i, seconds).
template <typename Key>
auto Inserts(Key key) {
  return Rows([key](Draw& draw, std::size_t i, TraceRow& row) {
    row.partition_key = key(draw, i, row.seconds);
  });
}

// Each of `workers` takes the next block of `block` numbers and writes them in sequence.
auto Blocks(std::size_t workers, std::uint64_t block) {
  return [workers, block](Draw& draw, std::size_t count) {
    std::vector<std::uint64_t> next(workers);
    std::vector<std::uint64_t> end(workers);
    std::uint64_t free = 0;
    return Inserts([&](Draw& d, std::size_t, double) {
      const std::size_t worker = d.Below(workers);
      if (next[worker] == end[worker]) {
        next[worker] = free;
        end[worker] = free += block;
      }
      return Padded(next[worker]++, 9);
    })(draw, count);
  };
}

// The first of `prefixes` gets `share` of the inserts, the others the rest; each of them ascends.
auto Streams(std::vector<std::string> prefixes, double share) {
  return Inserts([prefixes, share](Draw& d, std::size_t i, double) {
    const std::size_t stream = d.Odds(share) ? 0 : 1 + d.Below(prefixes.size() - 1);
    return prefixes[stream] + Padded(i, 9);
  });
}

// Fills `open` partitions at a time, each until it has `rows` rows; rows ascend.
template <typename Key>
auto Groups(std::size_t open, std::size_t rows, Key key) {
  return [open, rows, key](Draw& draw, std::size_t count) {
    std::vector<std::pair<std::string, std::size_t>> groups(open);
    return Rows([&](Draw& d, std::size_t, TraceRow& row) {
      auto& [name, left] = groups[d.Below(open)];
      if (left == 0) {
        name = key(d, row.seconds);
        left = rows;
      }
      row.partition_key = name;
      row.row_key = Padded(rows - left--, 6);
    })(draw, count);
  };
}

std::string Random(Draw& d, double) { return d.Guid(); }
std::string Timed(Draw& d, double t) { return IsoStamp(t) + d.Hex(4); }

std::vector<TraceKind> Ticks() {
  return {
      {"a clock of seconds and a random tail",
       kAscending,
       kNone,
       {{}},
       Inserts([](Draw& d, std::size_t, double t) { return Stamp(t, "%H%M%S") + d.Hex(20); })},
      {"the same, newest first",
       kDescending,
       kNone,
       {{}},
       Inserts([](Draw& d, std::size_t, double t) {
         return Padded(999'999 - static_cast<std::uint64_t>(t), 6) + d.Hex(20);
       })},
      {"eight processes count within a second",
       kAscending,
       kNone,
       {{}},
       Inserts([](Draw& d, std::size_t i, double t) {
         return Stamp(t, "%H%M%S") + std::to_string(d.Below(8)) + Padded(i, 6);
       })},
      {"a node after milliseconds",
       kAscending,
       kNone,
       {{}},
       Inserts([](Draw& d, std::size_t i, double t) {
         return Padded(static_cast<std::uint64_t>(t * 1000), 9) + Padded(d.Below(16), 2) +
                Padded(i % 4096, 4);
       })},
      {"seconds of a minute", kNone, kNone, std::nullopt,
       Rows([](Draw& d, std::size_t, TraceRow& row) {
         row.partition_key = Stamp(row.seconds * 30, "%S");
         row.row_key = d.Guid();
       })},
      {"a clock that wraps", kNone, kNone, {{}}, Inserts([](Draw& d, std::size_t, double t) {
         return Padded(static_cast<std::uint64_t>(t * 1e6) % 4'000'000, 7) + d.Hex(4);
       })},
  };
}

std::vector<TraceKind> Writers() {
  return {
      {"eight workers, blocks of 50", kAscending, kNone, {{}}, Blocks(8, 50)},
      {"eight workers, an eighth each", kNone, kNone, {{}}, Blocks(8, 100'000)},
      {"a slow writer", kAscending, kNone, {{}}, Inserts([](Draw& d, std::size_t i, double) {
         return d.Odds(0.1) ? Padded(i + 2000 - 400 - d.Below(400), 9) + "s" : Padded(i + 2000, 9);
       })},
      {"a stream above another", kAscending, kNone, {{}}, Streams({"u-", "a-"}, 0.85)},
      {"a stream below another", kNone, kNone, {{}}, Streams({"a-", "u-"}, 0.85)},
      {"a stream between two", kNone, kNone, {{}}, Streams({"m-", "a-", "z-"}, 0.85)},
      {"a stream below one in ordinal order only",
       kNone,
       kNone,
       {{}},
       Streams({"\xF0\x9F\x98\x80", "\xEF\xA3\xBF"}, 0.9)},
      {"an import that runs twice",
       kNone,
       kNone,
       {{}},
       [](Draw& draw, std::size_t count) {
         return Inserts([count](Draw&, std::size_t i, double) {
           return Padded(i % (count / 2), 9);
         })(draw, count);
       }},
      {"an import that goes back a little, again and again",
       kAscending,
       kNone,
       {{}},
       Inserts([](Draw&, std::size_t i, double) { return Padded(i - i / 1000 * 100, 9); })},
      {"asked for before they are made",
       kAscending,
       kNone,
       {{}},
       Rows([](Draw&, std::size_t i, TraceRow& row) {
         if (i % 2 == 0) row.kind = AccessKind::kRead;
         row.partition_key = Padded(i / 2, 9);
       })},
      {"queried before they are made",
       kDescending,
       kNone,
       {{}},
       Rows([](Draw&, std::size_t i, TraceRow& row) {
         if (i % 2 == 0) row.kind = AccessKind::kQuery;
         row.partition_key = Padded(999'999 - i / 2, 9);
       })},
      {"queries of five partitions",
       kNone,
       kNone,
       {{}},
       Rows([](Draw& d, std::size_t, TraceRow& row) {
         row.kind = AccessKind::kQuery;
         row.partition_key = "p" + std::to_string(d.Below(5));
       })},
      {"addresses in turn",
       kNone,
       kNone,
       {{}},
       [](Draw& draw, std::size_t count) {
         return Inserts([count](Draw&, std::size_t i, double) {
           const std::size_t address = i * 6000 / count;
           return "10.0." + std::to_string(address / 256) + "." + std::to_string(address % 256) +
                  "-" + std::to_string(i % 4);
         })(draw, count);
       }},
  };
}

std::vector<TraceKind> Together() {
  return {
      {"four lines an order, by time", kAscending, kNone, {{}}, Groups(1, 4, Timed)},
      {"six lines an order, thirty at a time", kNone, kNone, {{}}, Groups(30, 6, Random)},
      {"sessions of thirty events", kNone, kAscending, {{}}, Groups(20, 30, Random)},
      {"batches of 100", kNone, kAscending, {{}}, Groups(1, 100, Random)},
      {"batches of 100, by time", kAscending, kAscending, {{}}, Groups(1, 100, Timed)},
  };
}

}  // namespace

std::vector<TraceKind> WriterTraces() {
  auto kinds = Ticks();
  for (auto&& more : {Writers(), Together()}) kinds.insert(kinds.end(), more.begin(), more.end());
  return kinds;
}

}  // namespace rowhouse::test
