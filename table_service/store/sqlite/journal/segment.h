#pragma once
// One file of the commit journal: a header, then frames, each the records of one group with a
// checksum. Header and frames begin at multiples of 4 KiB, so that nothing that was synced is written
// again. A frame is written only after the one before it was synced. docs/on-disk-format.md.

#include "table_service/store/sqlite/files/raw_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::sqlite {

struct SegmentHeader {
  std::uint64_t number = 0;          // of the segment; never repeats while the journal exists
  std::uint64_t first_sequence = 0;  // of its first frame
  std::uint64_t oldest_needed = 0;   // segments with lower numbers are void
  std::uint64_t salt = 0;  // random; frames that were not written for this file differ in it
};

// Threads: one at a time.
class SegmentWriter {
 public:
  // Creates the file. It is durable on success.
  static DbResult<SegmentWriter> Create(std::string path, const std::string& vfs,
                                        const SegmentHeader& header);

  // Appends a frame and makes it durable. After a failure it is unknown whether it is there, and
  // nothing more may be appended.
  DbStatus Append(std::uint64_t sequence, std::string_view records);

  // Returns true if a frame can be appended without exceeding `bytes_max`, or if it would be the
  // first.
  bool HasRoom(std::string_view records, std::uint64_t bytes_max) const;
  const SegmentHeader& header() const { return header_; }
  const std::string& path() const { return path_; }
  std::uint64_t bytes() const { return allocated_; }

 private:
  SegmentWriter(std::string path, RawFile file, const SegmentHeader& header)
      : path_(std::move(path)), file_(std::move(file)), header_(header) {}

  std::string path_;
  RawFile file_;
  SegmentHeader header_;
  std::uint64_t end_ = 0;        // of the last frame
  std::uint64_t allocated_ = 0;  // the file's size; zeros follow `end_`
  std::string buffer_;
};

// What a segment holds after a crash.
struct SegmentContent {
  struct Frame {
    std::uint64_t sequence = 0;
    std::string_view records;
  };
  std::string path;
  std::string bytes;  // what the frames refer to
  bool has_begun =
      false;  // false: the crash was before its header was durable, so it has no frames
  SegmentHeader header;
  std::vector<Frame> frames;     // in order, up to the first that is not whole
  std::uint64_t damaged_at = 0;  // not 0: bytes that were once durable are not what was written
  std::uint64_t next_sequence() const { return header.first_sequence + frames.size(); }
};

// Moving keeps the views of the frames valid.
DbResult<std::unique_ptr<SegmentContent>> ReadSegment(const std::string& path,
                                                      const std::string& vfs);

// Makes the header and the frames of a segment durable, its name, too. A killed process may have
// written the last frame without a sync, or with one that failed, after which the kernel takes what
// it holds for written; so all is written anew.
DbStatus RewriteSegment(const SegmentContent& segment, const std::string& vfs);

}  // namespace rowhouse::sqlite
