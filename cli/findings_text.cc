#include "cli/findings_text.h"

#include "cli/terminal/drawing.h"
#include "cli/terminal/numbers.h"
#include "cli/terminal/text_table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kBarWidth = 20;
constexpr std::size_t kKeyWidthMax = 64;
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

std::string Title(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::kMonotonicPartitionKey:
      return fmt::format("PartitionKeys are monotonic, {}", DirectionName(*finding.direction));
    case FindingKind::kMonotonicRowKey:
      return fmt::format(
          "RowKeys are monotonic, {}{}", DirectionName(*finding.direction),
          finding.partition ? fmt::format(", most of all in '{}'", *finding.partition) : "");
    case FindingKind::kHotPartition:
      return fmt::format("Partition '{}' is hot{}", finding.partition.value_or(""),
                         finding.of_reads ? ", by reads" : "");
    case FindingKind::kBigPartition:
      break;
  }
  return fmt::format("Partition '{}' is big", finding.partition.value_or(""));
}

// "6,000 operations, 200/s, 60 % of them, confidence 99.9 %"
std::string Evidence(const Finding& finding) {
  std::string text = WithCommas(finding.operations) + " operations looked at";
  if (finding.share) text += ", share " + PercentText(*finding.share);
  if (finding.rate) text += fmt::format(", {}/s", ShortNumber(*finding.rate));
  if (finding.rows) text += ", " + WithCommas(*finding.rows) + " entities";
  if (finding.bytes) text += ", " + BytesText(*finding.bytes);
  // Never shown as certain.
  return text + fmt::format(", confidence {:.1f} %", std::floor(finding.confidence * 999.5) / 10);
}

// A drawn row is taken as it is, so its texts are made printable here.
std::string Shown(std::string_view text, const Terminal& terminal) {
  return CutToWidth(Printable(text), kKeyWidthMax, terminal.unicode);
}

std::string AdviceTable(const Finding& finding, const Terminal& terminal) {
  TextTable table;
  table.AddColumn("   PartitionKey to try");
  table.AddColumn("for example");
  table.AddColumn("hottest", TextTable::Align::kRight);
  table.AddColumn("");
  table.AddColumn("as good as", TextTable::Align::kRight);
  for (const Advice& advice : finding.advice) {
    table.AddDrawnRow(
        {(&advice == &finding.advice.front() ? " > " : "   ") + Shown(advice.key, terminal),
         Shown(advice.example, terminal), PercentText(advice.hottest_share),
         Bar(advice.hottest_share, kBarWidth, terminal.unicode),
         ShortNumber(std::round(advice.effective_partitions)) + " partitions"});
  }
  return table.ToString(terminal, kKeyWidthMax);
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
  return "\n" + AdviceTable(finding, terminal) + "\n" +
         Wrapped("Reads with " + Printable(first.key) + ":", "   ", terminal) +
         Wrapped("one entity: " + Printable(first.point_read), "     ", terminal) +
         Wrapped(Printable(first.range_read), "     ", terminal);
}

}  // namespace

std::string FindingsText(const TableFindings& table, const Terminal& terminal) {
  std::string text = fmt::format("{}: {} operation{}\n", Printable(table.table),
                                 WithCommas(table.operations), table.operations == 1 ? "" : "s");
  if (table.findings.empty()) {
    return text + (table.operations < kOperationsToTell
                       ? fmt::format("Nothing found, but so few tell little: {} or more show "
                                     "an order or a hot partition.\n",
                                     kOperationsToTell)
                       : "Nothing found: the keys spread the operations.\n");
  }
  for (const Finding& finding : table.findings) {
    text += "\n" + Wrapped(Printable(Title(finding)), "", terminal);
    text += Wrapped(Evidence(finding), "   ", terminal);
    text += Wrapped(Printable(finding.why), "   ", terminal);
    text += AdviceText(finding, terminal);
  }
  return text;
}

}  // namespace rowhouse::cli
