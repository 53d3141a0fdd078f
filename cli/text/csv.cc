#include "cli/text/csv.h"

#include <utility>

namespace rowhouse::cli {
namespace {

bool NeedsQuotes(std::string_view field) {
  if (field.empty()) return false;
  return field.find_first_of(",\"\r\n") != std::string_view::npos || field.front() == ' ' ||
         field.front() == '\t' || field.back() == ' ' || field.back() == '\t';
}

// The quoted field at the front of `rest`, which is moved after it.
std::optional<std::string> TakeQuoted(std::string_view& rest) {
  std::string field;
  rest.remove_prefix(1);
  for (;;) {
    const std::size_t quote = rest.find('"');
    if (quote == std::string_view::npos) return std::nullopt;
    field += rest.substr(0, quote);
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) return field;
    field += '"';
    rest.remove_prefix(1);
  }
}

std::optional<std::string> TakeField(std::string_view& rest, char separator) {
  if (rest.starts_with('"')) return TakeQuoted(rest);
  std::string field(rest.substr(0, rest.find(separator)));
  rest.remove_prefix(field.size());
  if (field.find('"') != std::string::npos) return std::nullopt;
  return field;
}

}  // namespace

void AppendCsvField(std::string& out, std::string_view field) {
  if (!NeedsQuotes(field)) {
    out += field;
    return;
  }
  out += '"';
  for (const char letter : field) {
    if (letter == '"') out += '"';
    out += letter;
  }
  out += '"';
}

std::optional<std::vector<std::string>> SplitCsvRecord(std::string_view record, char separator) {
  if (record.ends_with('\r')) record.remove_suffix(1);
  std::vector<std::string> fields;
  for (;;) {
    auto field = TakeField(record, separator);
    if (!field || (!record.empty() && record.front() != separator)) return std::nullopt;
    fields.push_back(*std::move(field));
    if (record.empty()) return fields;
    record.remove_prefix(1);
  }
}

}  // namespace rowhouse::cli
