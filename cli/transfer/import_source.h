#pragma once
// Entities from a file of JSON (formats/json_records.h) or CSV (cli/text/csv_rows.h), each with the
// place after it, so that reading can go on there another time.

#include "cli/transfer/csv_source.h"
#include "cli/transfer/input_file.h"
#include "formats/entity_records.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <rowhouse/entity.h>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse::cli {

// A row that is no entity.
struct RowFault {
  std::uint64_t line = 0;
  std::string what = {};
  bool ends = false;  // nothing after it can be read
};

class ImportSource {
 public:
  struct Options {
    FileFormat format = FileFormat::kJson;
    std::string table = {};    // overrides what the file says; then it may have only one table
    std::string account = {};  // of Azurite's database: only this one
    CsvRules rules = {};
    bool infer = false;       // guess the types of CSV columns that have none
    std::uint64_t start = 0;  // the place after which to read, as Place() was
  };
  // `file` is at its beginning and must outlive the source. CommandError: the header of a CSV file
  // cannot be read, or the file is shorter than `start`.
  ImportSource(InputFile& file, Options options);

  // The next entity, or why a row is none; nothing at the end.
  std::optional<tl::expected<tables::Entity, RowFault>> Next();
  // Of what Next() gave last: its table, its text, the line with which it begins and the byte after it.
  const std::string& Table() const { return table_; }
  std::string_view Text() const { return text_; }
  std::uint64_t Line() const { return line_; }
  std::uint64_t Place() const { return place_; }
  // "file.jsonl:52".
  std::string PlaceText(std::uint64_t line) const;

  // The tables that the file has named so far; some may have no entities. The one of the options, if
  // any, is the only one.
  const std::vector<std::string>& TablesSeen() const { return tables_seen_; }
  // What must precede some of the rows in a file of their own.
  std::string Header() const;

 private:
  using Result = std::optional<tl::expected<tables::Entity, RowFault>>;

  void OpenCsv();
  void SkipTo(std::uint64_t start);
  Result NextCsv(bool parse);
  Result NextJson(bool parse);
  tl::unexpected<RowFault> Fault(std::string what, bool ends = false) const;
  std::optional<std::string> TakeTable(const std::string& table);

  InputFile& file_;
  const Options options_;
  std::unique_ptr<CsvSource> csv_;
  std::string csv_header_;
  std::optional<EntityRecords> json_;
  std::string file_table_;  // that the file named last
  std::string table_;
  std::string_view text_;
  std::uint64_t line_ = 1;
  std::uint64_t place_ = 0;
  bool has_entities_ = false;
  std::vector<std::string> tables_seen_;
};

}  // namespace rowhouse::cli
