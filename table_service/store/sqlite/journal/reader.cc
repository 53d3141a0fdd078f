#include "table_service/store/sqlite/journal/reader.h"

#include "table_service/store/sqlite/files/disk.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace rowhouse::sqlite {
namespace {

constexpr std::string_view kExtension = ".journal";

DbError Damage(const std::string& path, const std::string& what) {
  return {DbError::Kind::kCorrupt,
          fmt::format("{}: {}; answered writes would be lost, so nothing is started. Restore the "
                      "account's folder from a copy; or, to go on without those writes, move the "
                      "folder {} away",
                      path, what, std::filesystem::path(path).parent_path().string())};
}

struct ReadFile {
  std::string path;
  std::uint64_t number = 0;
  std::unique_ptr<SegmentContent> segment;
};

// Of a segment's file; nothing for other names, such as that of a copy.
std::optional<std::uint64_t> NumberIn(const std::filesystem::path& path) {
  const std::uint64_t number = std::strtoull(path.stem().c_str(), nullptr, 16);
  if (path.filename() != SegmentFileName(number)) return std::nullopt;
  return number;
}

// In order. A folder that cannot be read is not an empty one: its writes would be lost.
DbResult<std::vector<std::string>> SegmentPaths(const std::filesystem::path& folder) {
  const auto entries = ReadFolder(folder);
  if (!entries) {
    return tl::unexpected(
        DbError{entries.error().kind,
                entries.error().text + "; answered writes may be there, so nothing is started"});
  }
  std::vector<std::string> paths;
  for (const auto& path : *entries) {
    if (NumberIn(path)) paths.push_back(path.string());
  }
  std::sort(paths.begin(), paths.end());  // by number, since all names are of the same length
  return paths;
}

// Checks the needed segments and what connects them. Only the last may end in a torn frame, and only
// one that would come after it may not have begun.
DbStatus Check(const std::vector<ReadFile>& files) {
  for (const auto& [path, number, segment] : files) {
    if (segment->has_begun && segment->header.number != number) {
      return tl::unexpected(
          Damage(path, fmt::format("it is segment {} under another name", segment->header.number)));
    }
    if (segment->damaged_at != 0) {
      return tl::unexpected(Damage(
          path, fmt::format("what is at byte {} is not what was written", segment->damaged_at)));
    }
  }
  for (std::size_t i = 0; i + 1 < files.size(); ++i) {
    const auto& [path, number, segment] = files[i];
    const auto& next = files[i + 1].segment->header;
    if (!segment->has_begun) {
      return tl::unexpected(Damage(path, "its header is not what was written"));
    }
    if (files[i + 1].number != number + 1) {
      return tl::unexpected(Damage(path, "the segment after it is missing"));
    }
    if (next.first_sequence != segment->next_sequence()) {
      return tl::unexpected(
          Damage(path, fmt::format("it ends before group {} instead of {}",
                                   segment->next_sequence(), next.first_sequence)));
    }
  }
  return {};
}

// Forgets the segments that the last one calls void, and a last one that has not begun.
void KeepNeeded(std::vector<ReadFile>& files) {
  if (!files.empty() && !files.back().segment->has_begun && files.back().segment->damaged_at == 0) {
    files.pop_back();
  }
  if (files.empty()) return;
  const auto needed = files.back().segment->header.oldest_needed;
  std::erase_if(files, [&](const ReadFile& file) { return file.number < needed; });
}

}  // namespace

std::string SegmentFileName(std::uint64_t number) {
  return fmt::format("{:016x}{}", number, kExtension);
}

DbStatus KeepSegment(const std::string& path) {
  std::string kept = fmt::format("{}{}", path, kKeptExtension);
  for (int n = 2; IsTaken(kept); ++n) kept = fmt::format("{}.{}{}", path, n, kKeptExtension);
  std::error_code error;
  std::filesystem::rename(path, kept, error);
  if (!error) return {};
  return tl::unexpected(DbError{DbError::Kind::kIo, path + ": cannot rename: " + error.message()});
}

DbResult<JournalContent> ReadJournal(const std::filesystem::path& folder, const std::string& vfs) {
  auto paths = SegmentPaths(folder);
  if (!paths) return tl::unexpected(paths.error());
  JournalContent journal{.segments = {}, .paths = *std::move(paths), .last_number = 0};
  std::vector<ReadFile> files;
  for (const auto& path : journal.paths) {
    auto segment = ReadSegment(path, vfs);
    if (!segment) return tl::unexpected(segment.error());
    journal.last_number = NumberIn(path).value_or(0);
    files.push_back({path, journal.last_number, *std::move(segment)});
  }
  KeepNeeded(files);
  if (auto checked = Check(files); !checked) return tl::unexpected(checked.error());
  for (auto& file : files) journal.segments.push_back(std::move(file.segment));
  return journal;
}

}  // namespace rowhouse::sqlite
