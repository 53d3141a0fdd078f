#include "cli/transfer/csv_conversion.h"

#include "cli/outcome/command_error.h"
#include "cli/text/export_lines.h"
#include "cli/text/json_text.h"

#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <rowhouse/entity_json.h>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20U;

// What getline() allocates.
struct Line {
  char* text = nullptr;
  std::size_t capacity = 0;

  Line() = default;
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  ~Line() { std::free(text); }  // NOLINT(cppcoreguidelines-no-malloc)
};

[[noreturn]] void ThrowUnwritable() {
  throw CommandError(ExitCode::kFailure, "the temporary file cannot be written: is /tmp full?");
}

void ForEachEntity(const std::vector<std::filesystem::path>& files,
                   const std::function<void(const tables::Entity&)>& use) {
  for (const std::filesystem::path& path : files) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
      throw CommandError(ExitCode::kFailure, fmt::format("{}: cannot be read", path.string()));
    }
    for (std::string line; std::getline(file, line);) {
      const auto header = ReadExportHeader(line);
      if (!header || !*header) use(tables::FromTypedJson(line));
    }
    if (file.bad()) {
      throw CommandError(ExitCode::kFailure, fmt::format("{}: cannot be read", path.string()));
    }
  }
}

}  // namespace

void ConvertToCsv(const std::vector<std::filesystem::path>& files, const TextStyle& style,
                  const WriteText& write) {
  CsvColumns columns;
  ForEachEntity(files, [&columns](const tables::Entity& entity) { columns.Add(entity); });
  std::string text;
  AppendCsvHeader(text, columns, style);
  ForEachEntity(files, [&](const tables::Entity& entity) {
    AppendCsvRow(text, columns, entity, style);
    if (text.size() < kBufferBytes) return;
    write(text);
    text.clear();
  });
  write(text);
}

void ConvertToPlainJson(const std::vector<std::filesystem::path>& files, const TextStyle& style,
                        const WriteText& write) {
  std::string text;
  ForEachEntity(files, [&](const tables::Entity& entity) {
    AppendJson(text, entity, style);
    text += '\n';
    if (text.size() < kBufferBytes) return;
    write(text);
    text.clear();
  });
  write(text);
}

CsvSpool::CsvSpool(const TextStyle& style) : file_(std::tmpfile()), style_(style) {
  if (file_ == nullptr) {
    throw CommandError(ExitCode::kFailure, "no temporary file can be made: is /tmp full?");
  }
}

void CsvSpool::Add(const tables::Entity& entity) {
  columns_.Add(entity);
  line_.clear();
  AppendJson(line_, entity, {.system = style_.system});
  line_ += '\n';
  if (std::fwrite(line_.data(), 1, line_.size(), file_.get()) != line_.size()) {
    ThrowUnwritable();
  }
}

void CsvSpool::WriteTo(const WriteText& write) {
  if (std::fseek(file_.get(), 0, SEEK_SET) != 0) ThrowUnwritable();  // writes what is buffered
  std::string text;
  AppendCsvHeader(text, columns_, style_);
  Line line;
  for (ssize_t length = 0; (length = getline(&line.text, &line.capacity, file_.get())) > 0;) {
    const std::string_view json(line.text, static_cast<std::size_t>(length) - 1);
    AppendCsvRow(text, columns_, tables::FromTypedJson(json), style_);
    if (text.size() < kBufferBytes) continue;
    write(text);
    text.clear();
  }
  if (std::ferror(file_.get()) != 0) {
    throw CommandError(ExitCode::kFailure, "the temporary file cannot be read");
  }
  write(text);
}

}  // namespace rowhouse::cli
