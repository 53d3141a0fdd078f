#include "cli/findings/findings_text.h"

#include "cli/terminal/drawing.h"
#include "cli/terminal/numbers.h"
#include "cli/terminal/text_table.h"
#include "table_service/hotspot/finding_text.h"
#include "table_service/hotspot/severity.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kBarWidth = 20;
constexpr std::size_t kKeyWidthMax = 64;
constexpr std::size_t kTitleWidth = 23;  // of the widest title of keys or examples, or more
constexpr std::size_t kShareWidth = 7;   // "hottest", "100 %"
constexpr std::size_t kGap = 2;          // between columns
constexpr std::size_t kTextWidthMin = 40;
constexpr std::size_t kTextWidthMax = 100;
constexpr std::uint64_t kOperationsToTell = 1000;  // within so many the detector has its verdict

// `text` broken between words, each line after `indent`.
std::string Wrapped(std::string_view text, std::string_view indent, const Terminal& terminal) {
  const std::size_t width =
      std::clamp(terminal.width, kTextWidthMin, kTextWidthMax) - indent.size();
  std::string out;
  std::size_t used = width;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    const std::size_t columns = DisplayWidth(word);
    if (used + 1 + columns > width) {
      out += out.empty() ? "" : "\n";
      out += indent;
      used = 0;
    } else {
      out += ' ';
      ++used;
    }
    out += word;
    used += columns;
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return out + "\n";
}

// "6,000 operations looked at, share 60 %, 200/s, confidence 99.9 %"
std::string Evidence(const Finding& finding) {
  std::string text = WithCommas(finding.operations) + " operations looked at";
  if (finding.share) text += ", share " + PercentText(*finding.share);
  if (finding.rate) text += fmt::format(", {}/s", RateText(*finding.rate));
  if (finding.rows) text += ", " + WithCommas(*finding.rows) + " entities";
  if (finding.bytes) text += ", " + BytesText(*finding.bytes);
  // Never shown as certain.
  return text + fmt::format(", confidence {:.1f} %", std::floor(finding.confidence * 999.5) / 10);
}

// A drawn row is taken as it is, so its texts are made printable here.
std::string Shown(std::string_view text, const Terminal& terminal) {
  return CutToWidth(Printable(text), kKeyWidthMax, terminal.unicode);
}

struct AdviceRow {
  std::string key;
  std::string example;
  double share = 0;  // in the hottest place
};

std::vector<AdviceRow> AdviceRows(const Finding& finding, const Terminal& terminal) {
  std::vector<AdviceRow> rows;
  for (const Advice& advice : finding.advice) {
    const bool is_first = &advice == &finding.advice.front();
    rows.push_back({(is_first ? " > " : "   ") + Shown(advice.key, terminal),
                    Shown(advice.example, terminal), advice.hottest_share});
  }
  return rows;
}

std::string AdviceTable(const std::vector<AdviceRow>& rows, bool with_bars,
                        const Terminal& terminal) {
  TextTable table;
  table.AddColumn("   PartitionKey to try");
  table.AddColumn("for example");
  table.AddColumn("hottest", TextTable::Align::kRight);
  if (with_bars) table.AddColumn("");
  for (const AdviceRow& row : rows) {
    std::vector<std::string> cells = {row.key, row.example, PercentText(row.share)};
    if (with_bars) cells.push_back(Bar(row.share, kBarWidth, terminal.unicode));
    table.AddDrawnRow(std::move(cells));
  }
  return table.ToString(terminal, kKeyWidthMax);
}

std::string NarrowAdvice(const std::vector<AdviceRow>& rows) {
  std::string text;
  for (const AdviceRow& row : rows) {
    text += fmt::format("{}\n     such as {}\n     hottest place {}\n", row.key, row.example,
                        PercentText(row.share));
  }
  return text;
}

// As a table with bars, without them, or below each other: whatever fits the terminal.
std::string AdviceTable(const Finding& finding, const Terminal& terminal) {
  const std::vector<AdviceRow> rows = AdviceRows(finding, terminal);
  std::size_t key = kTitleWidth;
  std::size_t example = kTitleWidth;
  for (const AdviceRow& row : rows) {
    key = std::max(key, DisplayWidth(row.key));
    example = std::max(example, DisplayWidth(row.example));
  }
  const std::size_t width = key + kGap + example + kGap + kShareWidth;
  if (width > terminal.width) return NarrowAdvice(rows);
  return AdviceTable(rows, width + kGap + kBarWidth <= terminal.width, terminal);
}

std::string AdviceText(const Finding& finding, const Terminal& terminal) {
  if (finding.advice.empty()) {
    return Wrapped(finding.kind == FindingKind::kHotPartition
                       ? "No key divides this: the requests are for one entity, or each for the "
                         "whole partition. Keep it in memory for reads, or divide the entity "
                         "itself (a counter in parts)."
                       : "There were no operations to try keys on.",
                   "   ", terminal);
  }
  const Advice& first = finding.advice.front();
  if (first.key == "{PartitionKey}") {
    return Wrapped(fmt::format("Keep the PartitionKey: it spreads the operations, {} of them in "
                               "the hottest place.",
                               PercentText(first.hottest_share)),
                   "   ", terminal);
  }
  return "\n" + AdviceTable(finding, terminal) + "\n" +
         Wrapped("Reads with " + Printable(first.key) + ":", "   ", terminal) +
         Wrapped("one entity: " + Printable(first.point_read), "     ", terminal) +
         Wrapped(Printable(first.range_read), "     ", terminal);
}

std::string FindingText(const Finding& finding, const Terminal& terminal) {
  std::string severity(SeverityName(finding.severity));
  severity[0] = static_cast<char>(severity[0] - 'a' + 'A');
  return "\n" + Wrapped(severity + ": " + Printable(Title(finding)), "", terminal) +
         Wrapped(Evidence(finding), "   ", terminal) +
         Wrapped(Printable(finding.why), "   ", terminal) + AdviceText(finding, terminal);
}

std::string OnlyLoaded(const TableFindings& table, std::uint64_t judged) {
  if (judged == 0) {
    return "Nothing was concluded: the operations were marked as a bulk load, which says nothing "
           "about the application.\n";
  }
  return fmt::format(
      "Nothing was concluded: {} of the operations were marked as a bulk load, and the other {} "
      "tell little.\n",
      WithCommas(table.bulk_load_operations), WithCommas(judged));
}

std::string NothingFound(const TableFindings& table) {
  if (!table.findings.empty()) return "Nothing found that would throttle.\n";
  const std::uint64_t judged =
      table.operations - std::min(table.operations, table.bulk_load_operations);
  if (judged < kOperationsToTell && judged < table.operations) return OnlyLoaded(table, judged);
  if (judged >= kOperationsToTell) {
    return "Nothing found: the keys spread the operations.\n";
  }
  return fmt::format(
      "Nothing found, but too few operations to judge: {} or more show an order or a hot "
      "partition.\n",
      kOperationsToTell);
}

}  // namespace

std::string FindingsText(const TableFindings& table, Notes notes, const Terminal& terminal) {
  std::string text = fmt::format("{}: {} operation{}\n", Printable(table.table),
                                 WithCommas(table.operations), table.operations == 1 ? "" : "s");
  std::string shown;
  std::size_t hidden = 0;
  for (const Finding& finding : table.findings) {
    if (finding.severity == Severity::kNote && notes == Notes::kCounted) {
      ++hidden;
    } else {
      shown += FindingText(finding, terminal);
    }
  }
  if (shown.empty()) text += NothingFound(table);
  if (hidden > 0) {
    text += fmt::format("{} that this load does not suffer from: --notes shows {}.\n",
                        hidden == 1 ? "A pattern" : fmt::format("{} patterns", hidden),
                        hidden == 1 ? "it" : "them");
  }
  return text + shown;
}

}  // namespace rowhouse::cli
