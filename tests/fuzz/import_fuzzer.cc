// Files of entities, in JSON of any form and in CSV, also in UTF-16: reading ends, goes forward, and
// a row that is an entity is one again when the command has written it.

#include "cli/text/csv_rows.h"
#include "cli/text/utf16_stream.h"
#include "cli/transfer/csv_source.h"
#include "formats/big_integers.h"
#include "formats/entity_records.h"
#include "tests/fuzz/fuzzer.h"

#include <sstream>
#include <string>

namespace {

using rowhouse::Require;

void ReadJson(std::istream& in, std::string account) {
  rowhouse::EntityRecords records(in, std::move(account));
  std::uint64_t end = 0;
  std::uint64_t line = 1;
  while (const auto record = records.Next()) {
    if (!*record) {
      if (record->error().text.empty()) return;
      continue;
    }
    Require((*record)->end >= end && (*record)->line >= line, "reading goes forward");
    end = (*record)->end;
    line = (*record)->line;
    if (!(*record)->entity.empty()) (void)rowhouse::FindBigInteger((*record)->entity);
  }
}

std::string WrittenRow(const rowhouse::cli::CsvColumns& columns,
                       const rowhouse::tables::Entity& entity) {
  std::string row;
  rowhouse::cli::AppendCsvRow(row, columns, entity);
  return row.substr(0, row.size() - 1);
}

// Compares what is written, since NaN is not equal to itself.
void CheckWrittenRow(const rowhouse::tables::Entity& entity) {
  rowhouse::cli::CsvColumns columns;
  columns.Add(entity);
  std::string header;
  rowhouse::cli::AppendCsvHeader(header, columns);
  header.pop_back();
  const auto reader = rowhouse::cli::CsvRowReader::FromHeader(header);
  Require(reader.has_value(), "a header of ours is one");
  const std::string row = WrittenRow(columns, entity);
  const auto again = reader->Read(row);
  Require(again && WrittenRow(columns, *again) == row, "a row of ours is the entity");
}

void ReadCsv(std::istream& in, bool guesses) {
  const auto source = rowhouse::cli::CsvSource::Open(in, {});
  if (!source) return;
  if (guesses) {
    (*source)->GuessTypes();
    (void)(*source)->Reader().Header();
    return;
  }
  std::uint64_t end = 0;
  while (const auto row = (*source)->Next()) {
    Require(row->end >= end, "reading goes forward");
    end = row->end;
    if (const auto entity = (*source)->Reader().Read(row->text)) CheckWrittenRow(*entity);
  }
}

}  // namespace

// The first byte says how the rest is read.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::istringstream file(std::string(rowhouse::AsText(data + 1, size - 1)));
  std::unique_ptr<std::istream> text;
  if (const auto order = rowhouse::cli::FindUtf16(file)) {
    text = rowhouse::cli::ReadUtf16(file, *order);
  }
  std::istream& in = text ? *text : file;
  switch (data[0]) {
    case 'c':
      ReadCsv(in, false);
      break;
    case 'g':
      ReadCsv(in, true);
      break;
    case 'a':
      ReadJson(in, "devstoreaccount1");
      break;
    default:
      ReadJson(in, "");
  }
  return 0;
}
