#pragma once
// Typed CSV of entities that are known one by one: the header has to name every column, so the
// entities wait in a file of typed JSON lines until all were seen.

#include "cli/text/typed_csv.h"

#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <rowhouse/entity.h>
#include <string>
#include <vector>

namespace rowhouse::cli {

using WriteText = std::function<void(const std::string&)>;

// CSV from files of typed JSON lines, which are read twice. Headers of tables are left out.
// CommandError when a file cannot be read.
void ConvertToCsv(const std::vector<std::filesystem::path>& files, const TextStyle& style,
                  const WriteText& write);

// Plain JSON lines from such files.
void ConvertToPlainJson(const std::vector<std::filesystem::path>& files, const TextStyle& style,
                        const WriteText& write);

// CSV of entities in memory, by way of a temporary file. CommandError when that file cannot be
// written or read: no row is left out.
class CsvSpool {
 public:
  explicit CsvSpool(const TextStyle& style = {});
  void Add(const tables::Entity& entity);
  void WriteTo(const WriteText& write);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
  const TextStyle style_;
  CsvColumns columns_;
  std::string line_;
};

}  // namespace rowhouse::cli
