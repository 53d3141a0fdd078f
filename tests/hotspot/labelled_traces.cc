#include "tests/hotspot/labelled_traces.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fmt/format.h>

namespace rowhouse::test {
namespace {

constexpr std::time_t kBegin = 1'772'323'200;  // 2026-03-01

}  // namespace

std::uint64_t Draw::Below(std::uint64_t limit) { return random_() % limit; }

double Draw::Uniform(double low, double high) {
  return low + (high - low) * std::generate_canonical<double, 53>(random_);
}

double Draw::Gauss(double mean, double deviation) {
  return std::normal_distribution<double>(mean, deviation)(random_);
}

std::string Draw::Hex(std::size_t digits) {
  std::string text;
  while (text.size() < digits) text += fmt::format("{:x}", Below(16));
  return text;
}

std::string Draw::Guid() {
  return Hex(8) + "-" + Hex(4) + "-4" + Hex(3) + "-8" + Hex(3) + "-" + Hex(12);
}

double Draw::NextTime() {
  time_ += std::exponential_distribution<double>(200)(random_);
  return time_;
}

std::vector<std::uint64_t> Draw::Jittered(std::size_t count, double writers) {
  std::vector<std::pair<double, std::uint64_t>> places;
  for (std::size_t i = 0; i < count; ++i) {
    places.emplace_back(static_cast<double>(i) + Uniform(0, writers), i);
  }
  std::sort(places.begin(), places.end());
  std::vector<std::uint64_t> order;
  order.reserve(count);
  for (const auto& [place, i] : places) order.push_back(i);
  return order;
}

std::string Stamp(double seconds, const char* form) {
  const std::time_t time = kBegin + static_cast<std::time_t>(std::floor(seconds));
  std::tm parts{};
  gmtime_r(&time, &parts);
  std::string text(64, '\0');
  text.resize(std::strftime(text.data(), text.size(), form, &parts));
  return text;
}

std::string IsoStamp(double seconds) {
  const double whole = std::floor(seconds);
  return fmt::format("{}.{:06}Z", Stamp(seconds, "%Y-%m-%dT%H:%M:%S"),
                     static_cast<int>((seconds - whole) * 1e6));
}

std::string InvertedTicks(double seconds) {
  return Padded(2'516'975'999'999'999'999U - static_cast<std::uint64_t>(seconds * 1e7), 19);
}

std::string Padded(std::uint64_t number, int digits) {
  return fmt::format("{:0{}}", number, digits);
}

}  // namespace rowhouse::test
