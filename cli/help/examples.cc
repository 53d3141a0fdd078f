#include "cli/help/examples.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>

namespace rowhouse::cli {
namespace {

struct Row {
  std::string_view path;
  std::string_view lines;
};

constexpr std::array kExamples = std::to_array<Row>({
    {"table list",
     "rowhouse table list\n"
     "rowhouse table list --prefix log --profile cloud"},
    {"table create",
     "rowhouse table create people\n"
     "rowhouse table create people orders --if-missing"},
    {"table delete", "rowhouse table delete people --yes"},
    {"table clear", "rowhouse table clear people --yes"},
    {"entity get",
     "rowhouse entity get people uk ada\n"
     "rowhouse entity get people uk ada -o json"},
    {"entity insert",
     "rowhouse entity insert people uk ada Born=1815 Name='Ada Lovelace'\n"
     "rowhouse entity insert people uk ada Big@int64=5 Since@datetime=2026-01-31T00:00:00Z\n"
     "rowhouse entity insert people uk ada '{\"Born\":1815}'"},
    {"entity upsert", "rowhouse entity upsert people uk ada Born=1815"},
    {"entity merge", "rowhouse entity merge people uk ada Died=1852"},
    {"entity edit", "rowhouse entity edit people uk ada"},
    {"entity delete", "rowhouse entity delete people uk ada --if-exists"},
    {"query",
     "rowhouse query people --partition uk --filter \"Born lt 1900 and Name ne 'Ada'\"\n"
     "rowhouse query people --filter \"Since gt datetime'2026-01-31T00:00:00Z'\" --select "
     "Name,Since\n"
     "rowhouse query people --row-prefix a --limit 10 -o jsonl\n"
     "rowhouse query people --order-by \"Born desc,Name\" --limit 3 --expanded\n"
     "rowhouse query log --limit 0 --follow"},
    {"count",
     "rowhouse count people\n"
     "rowhouse count people --filter \"Born lt 1900\"\n"
     "rowhouse count people --by City"},
    {"describe",
     "rowhouse describe people\n"
     "rowhouse describe people --partition uk --limit 1000"},
    {"delete",
     "rowhouse delete people --filter \"Born lt 1900\" --dry-run\n"
     "rowhouse delete people --partition uk --yes"},
    {"import",
     "rowhouse import people.jsonl\n"
     "rowhouse import people.csv --table people --resume"},
    {"export",
     "rowhouse export people -o people.jsonl\n"
     "rowhouse export people -o people.csv --filter \"Born lt 1900\""},
    {"copy",
     "rowhouse copy people people2\n"
     "rowhouse copy people --to-profile cloud"},
    {"repartition",
     "rowhouse repartition log log2 --partition-key '{PartitionKey}.{hash(RowKey,16)}'"},
    {"sas",
     "rowhouse sas people --permissions r --expiry 12h\n"
     "rowhouse sas people --policy readers"},
    {"acl list", "rowhouse acl list people"},
    {"acl set", "rowhouse acl set people readers --permissions r --expiry 30d"},
    {"acl remove", "rowhouse acl remove people readers"},
    {"hotspots",
     "rowhouse hotspots\n"
     "rowhouse hotspots people --json"},
    {"partitions",
     "rowhouse partitions people\n"
     "rowhouse partitions people --watch --every 5"},
    {"tables", "rowhouse tables"},
    {"requests",
     "rowhouse requests\n"
     "rowhouse requests --failed --max 5"},
    {"keys check", "rowhouse keys check accesses.csv"},
    {"ping",
     "rowhouse ping\n"
     "rowhouse ping --wait 30"},
    {"stats", "rowhouse stats --profile cloud"},
    {"backup",
     "rowhouse backup\n"
     "rowhouse backup monday --table people\n"
     "rowhouse backup monday --delete"},
    {"restore", "rowhouse restore monday people --as people2"},
    {"reset", "rowhouse reset --yes"},
    {"completion bash", "source <(rowhouse completion bash)"},
    {"completion zsh", "source <(rowhouse completion zsh)"},
    {"completion fish", "rowhouse completion fish | source"},
    {"completion powershell", "rowhouse completion powershell | Out-String | Invoke-Expression"},
    {"complete", "rowhouse complete -- query people +--lim"},
    {"man", "rowhouse man | man -l -"},
    {"help",
     "rowhouse help query\n"
     "rowhouse help connection"},
    {"version", "rowhouse version"},
});

void AddBelow(CLI::App& command, const std::string& path) {
  for (CLI::App* const below : command.get_subcommands([](CLI::App* /*one*/) { return true; })) {
    AddBelow(*below, path.empty() ? below->get_name() : path + " " + below->get_name());
  }
  const std::string_view lines = ExamplesOf(path);
  if (lines.empty()) return;
  std::string footer = command.get_footer();
  if (!footer.empty()) footer += "\n\n";
  footer += "Examples:";
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    footer += fmt::format("\n  {}", lines.substr(begin, end - begin));
    begin = end + 1;
  }
  command.footer(footer);
}

}  // namespace

std::string_view ExamplesOf(std::string_view path) {
  const auto found = std::ranges::find(kExamples, path, &Row::path);
  return found == kExamples.end() ? std::string_view() : found->lines;
}

void AddExamples(CLI::App& app) { AddBelow(app, ""); }

}  // namespace rowhouse::cli
