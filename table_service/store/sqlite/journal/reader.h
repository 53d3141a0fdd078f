#pragma once
// Reading the commit journal that a crash left.

#include "table_service/store/sqlite/journal/segment.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace rowhouse::sqlite {

struct JournalContent {
  std::vector<std::unique_ptr<SegmentContent>> segments;  // those needed, in order
  std::vector<std::string> paths;                         // of all segments, needed or not
  std::uint64_t last_number = 0;                          // of all segments
};

// Reads all segments of the journal in `folder`, which need not exist. A frame that the crash tore
// is left out, since its writes were not answered. kCorrupt: a segment is missing, or bytes that were
// durable have changed; the text says where and what can be done.
DbResult<JournalContent> ReadJournal(const std::filesystem::path& folder, const std::string& vfs);

// The name of a segment's file.
std::string SegmentFileName(std::uint64_t number);

// Renames a segment so that it is neither read nor deleted any more: it has writes that a damaged
// partition file lacks.
inline constexpr std::string_view kKeptExtension = ".kept";
DbStatus KeepSegment(const std::string& path);

}  // namespace rowhouse::sqlite
