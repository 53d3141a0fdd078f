#pragma once
// Entities from a file of JSON lines or typed CSV, each with the place after it, so that reading
// can continue there another time.

#include "cli/text/record_reader.h"
#include "cli/text/typed_csv.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <rowhouse/entity.h>
#include <string>
#include <vector>

namespace rowhouse::cli {

enum class FileFormat : std::uint8_t { kJsonLines, kCsv };

// By the end of the name; JSON lines when it tells nothing.
FileFormat FormatOf(const std::string& file_name);

// A place between two entities.
struct SourcePlace {
  std::uint64_t offset = 0;
  std::uint64_t line = 1;
  std::string table = {};  // of the entities from here on; empty: a header comes first
};

class ImportSource {
 public:
  struct Options {
    std::string name = {};  // of the file, for messages
    FileFormat format = FileFormat::kJsonLines;
    std::string table = {};  // overrides what headers say; then a file may have only one table
    SourcePlace start = {};  // `in` must be able to seek when this is not the beginning
  };
  // `in` must outlive the source. CommandError: the CSV header cannot be read.
  ImportSource(std::istream& in, Options options);

  // The next entity; none at the end. CommandError with the file's name and the line.
  std::optional<tables::Entity> Next();
  // The table of the entity that Next() gave last, and the place after it.
  const SourcePlace& Place() const { return place_; }
  // The line with which that entity begins, and the same with the file: "file.jsonl:52".
  std::uint64_t EntityLine() const { return entity_line_; }
  std::string EntityPlace() const { return PlaceText(entity_line_); }
  // The tables that headers named so far; some may have no entities.
  const std::vector<std::string>& TablesSeen() const { return tables_seen_; }

 private:
  std::optional<tables::Entity> Read(const TextRecord& record);
  tables::Entity ReadEntity(const TextRecord& record);
  void ReadCsvHeader();
  void TakeHeader(const std::string& table, std::uint64_t line);
  std::string PlaceText(std::uint64_t line) const;
  [[noreturn]] void Fail(std::uint64_t line, const std::string& what) const;

  std::istream& in_;
  Options options_;
  std::optional<RecordReader> records_;
  std::optional<CsvRowReader> csv_;
  SourcePlace place_;
  std::uint64_t entity_line_ = 0;
  bool has_entities_ = false;  // read, by this run or by the one that it resumes
  std::vector<std::string> tables_seen_;
};

}  // namespace rowhouse::cli
