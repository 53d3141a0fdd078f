#include "cli/transfer/export_part.h"

#include "cli/outcome/command_error.h"
#include "cli/text/export_lines.h"
#include "cli/text/json_text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <rowhouse/entity_json.h>
#include <stdexcept>
#include <unistd.h>

namespace rowhouse::cli {
namespace {

namespace fs = std::filesystem;
using tables::EntityKey;

constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;

struct PartPlace {
  std::uint64_t offset = 0;  // after the last whole line
  std::optional<EntityKey> after = {};
};

// The bytes [begin, end) of the file.
std::string ReadSlice(std::ifstream& file, std::uint64_t begin, std::uint64_t end) {
  std::string text(static_cast<std::size_t>(end - begin), '\0');
  file.clear();
  file.seekg(static_cast<std::streamoff>(begin));
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  return text;
}

// The end of the file from a line break on, which is kept out: the last whole line and what was cut
// off after it.
std::string ReadTail(std::ifstream& file, std::uint64_t size, std::uint64_t& begin) {
  std::string tail;
  begin = size;
  while (begin > 0 && std::ranges::count(tail, '\n') < 2) {
    const std::uint64_t block = begin > kPieceBytes ? begin - kPieceBytes : 0;
    tail.insert(0, ReadSlice(file, block, begin));
    begin = block;
  }
  return tail;
}

PartPlace FindPlace(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  if (!file || error) return {};
  std::uint64_t begin = 0;
  std::string tail = ReadTail(file, size, begin);
  // A line that is not an entity was damaged by whatever ended the run: the one before it counts.
  for (;;) {
    const std::size_t end = tail.rfind('\n');
    if (end == std::string::npos) return {};
    const std::size_t before = end == 0 ? std::string::npos : tail.rfind('\n', end - 1);
    const std::size_t first = before == std::string::npos ? 0 : before + 1;
    const std::string line = tail.substr(first, end - first);
    const auto header = ReadExportHeader(line);
    if (header && *header) return {begin + end + 1, {}};
    try {
      return {begin + end + 1, tables::FromTypedJson(line).Key()};
    } catch (const std::invalid_argument&) {
      tail.resize(first);
    }
  }
}

}  // namespace

OutputFile::OutputFile(const fs::path& path, std::uint64_t offset)
    : path_(path), file_(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666)) {
  if (file_ < 0 || ftruncate(file_, static_cast<off_t>(offset)) != 0 ||
      lseek(file_, 0, SEEK_END) < 0) {
    Fail();
  }
}

OutputFile::~OutputFile() {
  if (file_ >= 0) close(file_);
}

void OutputFile::Fail() const {
  throw CommandError(ExitCode::kFailure,
                     fmt::format("{}: {}", path_.string(), std::strerror(errno)));
}

void OutputFile::Write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) Fail();
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::Append(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw CommandError(ExitCode::kFailure, fmt::format("{}: cannot be read", path.string()));
  std::string block(kPieceBytes, '\0');
  while (in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    Write(std::string_view(block).substr(0, static_cast<std::size_t>(in.gcount())));
  }
}

void OutputFile::Sync() {
  if (fsync(file_) != 0) Fail();
}

void ReadPart(const ExportPart& part, const std::function<bool(std::size_t)>& on_page) {
  if (fs::exists(part.path)) return;
  const fs::path open_path = part.path.string() + ".open";
  const PartPlace place = FindPlace(open_path);
  OutputFile out(open_path, place.offset);
  if (place.offset == 0) out.Write(part.header);
  for (const tables::Filter& filter : FiltersOf(part.range, place.after)) {
    tables::QueryOptions query;
    query.filter = filter && part.filter;
    for (const tables::Page& page : part.table.QueryPages(query)) {
      std::string lines;
      for (const tables::Entity& entity : page.entities) {
        AppendJson(lines, entity, {.system = part.system});
        lines += '\n';
      }
      out.Write(lines);
      if (!on_page(page.entities.size())) return;
    }
  }
  out.Sync();
  fs::rename(open_path, part.path);
}

}  // namespace rowhouse::cli
