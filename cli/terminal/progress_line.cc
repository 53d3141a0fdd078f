#include "cli/terminal/progress_line.h"

#include "cli/terminal/drawing.h"
#include "cli/terminal/numbers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace rowhouse::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kBarWidthMax = 30;
constexpr std::size_t kBarWidthMin = 5;

double Seconds(milliseconds duration) { return static_cast<double>(duration.count()) / 1000; }

// A bar for a job of unknown size: a block that wanders to and fro.
std::string WanderingBar(milliseconds elapsed, std::size_t width, bool unicode) {
  constexpr std::size_t block = 3;
  const std::size_t way = width - block;
  const std::size_t step = static_cast<std::size_t>(elapsed.count() / 100) % (2 * way);
  const std::size_t place = std::min(step, 2 * way - step);
  std::string bar;
  for (std::size_t column = 0; column < width; ++column) {
    const bool inside = column >= place && column < place + block;
    bar += inside ? (unicode ? "█" : "#") : (unicode ? "·" : ".");
  }
  return bar;
}

}  // namespace

void RateWindow::Add(const ProgressState& state) {
  states_.push_back(state);
  while (states_.size() > 2 && state.elapsed - states_[1].elapsed >= kLength) states_.pop_front();
}

double RateWindow::PerSecond() const {
  if (states_.size() < 2) return 0;
  const double time = Seconds(states_.back().elapsed - states_.front().elapsed);
  const auto done = static_cast<double>(states_.back().done - states_.front().done);
  return time > 0 ? done / time : 0;
}

std::optional<seconds> RateWindow::Remaining() const {
  // A job may learn its size only after it began.
  const auto first = std::find_if(states_.begin(), states_.end(), [](const ProgressState& state) {
    return state.fraction.has_value();
  });
  if (first == states_.end() || !states_.back().fraction) return std::nullopt;
  const double time = Seconds(states_.back().elapsed - first->elapsed);
  const double gained = *states_.back().fraction - *first->fraction;
  if (gained <= 0 || time <= 0) return std::nullopt;
  const double left = (1 - *states_.back().fraction) * time / gained;
  constexpr double shown_max = 100.0 * 24 * 3600;
  if (left > shown_max) return std::nullopt;
  return seconds(std::llround(std::max(0.0, left)));
}

std::string MovingLine(std::string_view label, const ProgressState& state, const RateWindow& rate,
                       const Terminal& terminal) {
  std::string figures;
  if (state.fraction) figures += fmt::format("  {:>5}", PercentText(*state.fraction));
  figures += fmt::format("  {}  {}/s", WithCommas(state.done), ShortNumber(rate.PerSecond()));
  if (const auto left = rate.Remaining()) figures += fmt::format("  {} left", DurationText(*left));

  const std::size_t width = terminal.width - 1;  // the last column makes some terminals wrap
  const std::string short_label = CutToWidth(label, width / 3, terminal.unicode);
  const std::size_t used = DisplayWidth(short_label) + 2 + figures.size();
  const std::size_t room = used < width ? std::min(width - used, kBarWidthMax) : 0;
  if (room < kBarWidthMin) {
    return CutToWidth(fmt::format("{}{}", short_label, figures), width, terminal.unicode);
  }
  const std::string bar = state.fraction ? Bar(*state.fraction, room, terminal.unicode)
                                         : WanderingBar(state.elapsed, room, terminal.unicode);
  return fmt::format("{}  {}{}", short_label, bar, figures);
}

std::string PlainLine(std::string_view label, const ProgressState& state, const RateWindow& rate) {
  std::string line = fmt::format("{}: {} entities", label, WithCommas(state.done));
  if (state.fraction) line += fmt::format(" ({})", PercentText(*state.fraction));
  line += fmt::format(", {}/s", ShortNumber(rate.PerSecond()));
  if (const auto left = rate.Remaining()) line += fmt::format(", {} left", DurationText(*left));
  return line;
}

}  // namespace rowhouse::cli
