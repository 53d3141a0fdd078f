#include "cli/transfer/csv_source.h"

#include <utility>

namespace rowhouse::cli {

CsvSource::Opened CsvSource::Open(std::istream& in, CsvRules rules) {
  std::unique_ptr<CsvSource> source(new CsvSource(in));
  const auto header = source->ReadRow();
  if (!header) {
    return tl::unexpected(
        Fault{1, "a CSV file begins with a header: PartitionKey,RowKey,Name@Edm.Type,..."});
  }
  auto reader = CsvRowReader::FromHeader(header->text, std::move(rules));
  if (!reader) return tl::unexpected(Fault{header->line, std::move(reader).error()});
  source->reader_ = *std::move(reader);
  source->first_ = source->ReadRow();
  if (source->first_ && source->reader_.TakeFirst(source->first_->text)) source->first_.reset();
  return source;
}

std::optional<TextRecord> CsvSource::ReadRow() {
  while (auto record = records_.Next()) {
    if (record->text.find_first_not_of(" \t\r") != record->text.npos) return record;
  }
  return std::nullopt;
}

std::optional<TextRecord> CsvSource::Next() {
  if (first_) return std::exchange(first_, std::nullopt);
  return ReadRow();
}

void CsvSource::GuessTypes() {
  while (const auto row = Next()) reader_.Guess(row->text);
  reader_.TakeGuesses();
}

}  // namespace rowhouse::cli
