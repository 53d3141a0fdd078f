#include "tests/hotspot/traces.h"

#include "base/date_time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <random>
#include <utility>

namespace rowhouse::test {
namespace {

// Random choices for one trace; `at` is the time in seconds since its start.
struct Draw {
  std::mt19937_64 bits;
  std::size_t index = 0;
  double at = 0;

  std::uint64_t Below(std::uint64_t limit) { return bits() % limit; }
  std::string Id() { return fmt::format("{:016x}{:016x}", bits(), bits()); }
  // Returns the time, running `pace` times as fast.
  std::string Time(double pace = 1, std::size_t length = 28) const {
    const auto ticks = static_cast<std::int64_t>(at * pace * 1e7);
    const DateTime time{DateTime::kUnixEpochTicks + 17723232000000000 + ticks};
    return time.ToStringSevenDigits().substr(0, length);
  }
};

using Keys = std::pair<std::string, std::string>;
using Maker = Keys (*)(Draw&);

struct Kind {
  std::string_view name;
  Maker make;
  AccessKind kind = AccessKind::kInsert;
  double jitter = 0;  // positions by which operations overtake each other
  std::string (*properties)(Draw&) = nullptr;
};

const std::vector<Kind>& Kinds() {
  static const std::vector<Kind> kKinds = {
      {"padded sequence", [](Draw& d) { return Keys(fmt::format("{:010}", d.index), ""); }},
      {"jittered sequence", [](Draw& d) { return Keys(fmt::format("order-{:08}", d.index), ""); },
       AccessKind::kInsert, 32},
      {"widely jittered sequence", [](Draw& d) { return Keys(fmt::format("{:08}", d.index), "x"); },
       AccessKind::kUpsert, 200},
      {"falling sequence",
       [](Draw& d) { return Keys(fmt::format("{:010}", 4000000000 - d.index), d.Id()); }},
      {"time", [](Draw& d) { return Keys(d.Time(), d.Id()); }},
      {"inverted ticks",
       [](Draw& d) {
         const auto ticks = static_cast<std::int64_t>(d.at * 1e7);
         return Keys(fmt::format("{:019}", 2516975999999999999 - ticks), "");
       }},
      {"UUID version 7",
       [](Draw& d) {
         const auto millis = 1772323200000 + static_cast<std::uint64_t>(d.at * 1000);
         return Keys(fmt::format("{:08x}-{:04x}-7{:03x}-8{:03x}-{:012x}", millis >> 16U,
                                 millis & 0xFFFFU, d.Below(4096), d.Below(4096), d.Below(1U << 31)),
                     "");
       }},
      {"ULID-like with a row",
       [](Draw& d) { return Keys(fmt::format("{:012X}{}", d.index * 37, d.Id()), "data"); }},
      {"one partition a day", [](Draw& d) { return Keys(d.Time(86400, 10), d.Time(86400)); }},
      {"one day", [](Draw& d) { return Keys("2026-03-01", d.Time(900)); }},
      {"one partition a minute, few row keys",
       [](Draw& d) {
         return Keys(fmt::format("{:06}", d.index / 10), fmt::format("slot-{}", d.index % 10));
       }},
      {"a day with few row keys",
       [](Draw& d) {
         return Keys(fmt::format("day-{:05}", d.index / 400), fmt::format("{:03}", d.index % 400));
       }},
      {"chatty device",
       [](Draw& d) {
         const std::uint64_t device = d.Below(10) < 6 ? 7 : d.Below(200);
         return Keys(fmt::format("device-{:04}", device), d.Time());
       }},
      {"constant partition", [](Draw& d) { return Keys("global", d.Id()); }},
      {"constant partition, sequence",
       [](Draw& d) { return Keys("log", fmt::format("{:012}", d.index)); }},
      {"device readings",
       [](Draw& d) { return Keys(fmt::format("device-{:04}", d.Below(500)), d.Time()); }},
      {"few devices", [](Draw& d) { return Keys(fmt::format("dev{}", d.Below(6)), d.Time()); }},
      {"tenant and month",
       [](Draw& d) {
         return Keys(fmt::format("tenant-{:03}-{}", d.Below(400), d.Time(200000, 7)),
                     d.Time(200000));
       }},
      {"tenants by power law",
       [](Draw& d) {
         const double u = static_cast<double>(d.Below(1'000'000) + 1) / 1e6;
         return Keys(fmt::format("t{:.0f}", std::min(1e6, 1 / (u * u))), d.Id());
       }},
      {"updates of many rows of one partition",
       [](Draw& d) { return Keys("counters", fmt::format("c{:04}", d.Below(5000))); },
       AccessKind::kUpdate},
      {"emoji and private use",
       [](Draw& d) {
         const char* const mark = d.index % 2 == 0 ? "\xf0\x9f\x98\x80" : "\xee\x80\x80";
         return Keys(fmt::format("{}{:08}", mark, d.index), "");
       }},
      {"properties at hand", [](Draw& d) { return Keys(d.Time(1, 10), d.Time()); },
       AccessKind::kInsert, 0,
       [](Draw& d) {
         return fmt::format(R"({{"Device":"d{}","Site":"s{}","Level":{}}})", d.Below(300),
                            d.Below(4), d.Below(10));
       }},
  };
  return kKinds;
}

}  // namespace

std::vector<Trace> TracesWithFindings(std::uint64_t seed, std::size_t operations) {
  std::vector<Trace> traces;
  for (const Kind& kind : Kinds()) {
    Draw draw{std::mt19937_64(seed * 1000 + traces.size())};
    std::vector<std::pair<double, SampledAccess>> ordered;
    for (; draw.index < operations; ++draw.index) {
      draw.at += std::exponential_distribution(200.0)(draw.bits);
      const auto [partition_key, row_key] = kind.make(draw);
      const double place = static_cast<double>(draw.index) +
                           std::uniform_real_distribution(0.0, kind.jitter + 1)(draw.bits);
      ordered.push_back({place,
                         {.kind = kind.kind,
                          .partition_key = partition_key,
                          .row_key = row_key,
                          .properties = kind.properties != nullptr ? kind.properties(draw) : "",
                          .time = AccessTime() + std::chrono::milliseconds(
                                                     static_cast<std::int64_t>(draw.at * 1000))}});
    }
    if (kind.jitter > 0) {
      std::ranges::stable_sort(ordered, {}, &std::pair<double, SampledAccess>::first);
    }
    Trace trace{kind.name, {}};
    for (auto& [place, access] : ordered) trace.accesses.push_back(std::move(access));
    traces.push_back(std::move(trace));
  }
  return traces;
}

}  // namespace rowhouse::test
