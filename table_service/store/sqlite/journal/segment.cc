#include "table_service/store/sqlite/journal/segment.h"

#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/journal/bytes.h"

#define XXH_INLINE_ALL
#include <filesystem>
#include <optional>
#include <utility>
#include <xxhash.h>

namespace rowhouse::sqlite {
namespace {

constexpr std::uint64_t kBlock = 4096;
// Zeros are written this far ahead: a sync of overwritten bytes need not wait for the file system's
// own journal, one of a growing file must.
constexpr std::uint64_t kZerosAhead = std::uint64_t{1} << 20U;
constexpr std::string_view kSegmentMagic = "RHjrnl01";  // the last two digits are the version
constexpr std::uint32_t kFrameMagic = 0x4d464852;       // "RHFM"
constexpr std::size_t kFrameHeaderBytes = 32;

std::uint64_t RoundUp(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

std::uint64_t Checksum(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

std::string Encode(const SegmentHeader& header) {
  std::string bytes(kSegmentMagic);
  AppendNumber(bytes, header.number);
  AppendNumber(bytes, header.first_sequence);
  AppendNumber(bytes, header.oldest_needed);
  AppendNumber(bytes, header.salt);
  AppendNumber(bytes, Checksum(bytes, 0));
  return bytes;
}

std::optional<SegmentHeader> Decode(std::string_view bytes) {
  const std::string_view all = bytes;
  if (!bytes.starts_with(kSegmentMagic)) return std::nullopt;
  bytes.remove_prefix(kSegmentMagic.size());
  SegmentHeader header;
  std::uint64_t sum = 0;
  if (!TakeNumber(bytes, header.number) || !TakeNumber(bytes, header.first_sequence) ||
      !TakeNumber(bytes, header.oldest_needed) || !TakeNumber(bytes, header.salt)) {
    return std::nullopt;
  }
  const auto summed = all.substr(0, all.size() - bytes.size());
  if (!TakeNumber(bytes, sum) || sum != Checksum(summed, 0)) return std::nullopt;
  return header;
}

// The checksum covers the numbers before it and, by the seed that they give, the records.
void AppendFrame(std::string& bytes, std::uint64_t salt, std::uint64_t sequence,
                 std::string_view records) {
  const std::size_t begin = bytes.size();
  AppendNumber(bytes, kFrameMagic);
  AppendNumber(bytes, static_cast<std::uint32_t>(records.size()));
  AppendNumber(bytes, salt);
  AppendNumber(bytes, sequence);
  const auto seed = Checksum(std::string_view(bytes).substr(begin), 0);
  AppendNumber(bytes, Checksum(records, seed));
  bytes += records;
}

// A whole frame at the start of some bytes.
struct FoundFrame {
  std::uint64_t salt = 0;
  SegmentContent::Frame frame;
};

std::optional<FoundFrame> FindFrame(std::string_view bytes) {
  const std::string_view all = bytes;
  FoundFrame found;
  std::uint32_t magic = 0;
  std::uint32_t size = 0;
  std::uint64_t sum = 0;
  if (!TakeNumber(bytes, magic) || magic != kFrameMagic || !TakeNumber(bytes, size) ||
      !TakeNumber(bytes, found.salt) || !TakeNumber(bytes, found.frame.sequence)) {
    return std::nullopt;
  }
  const auto seed = Checksum(all.substr(0, all.size() - bytes.size()), 0);
  if (!TakeNumber(bytes, sum) || bytes.size() < size) return std::nullopt;
  found.frame.records = bytes.substr(0, size);
  if (sum != Checksum(found.frame.records, seed)) return std::nullopt;
  return found;
}

// Returns true if a whole frame with at least this sequence begins at `at` or later. Since a frame is
// written only after the one before it was synced, there is none after a frame that a crash tore.
bool HasLaterFrame(std::string_view bytes, std::uint64_t at, std::optional<std::uint64_t> salt,
                   std::uint64_t sequence) {
  for (; at < bytes.size(); at += kBlock) {
    const auto found = FindFrame(bytes.substr(at));
    if (found && (!salt || found->salt == *salt) && found->frame.sequence >= sequence) return true;
  }
  return false;
}

// SQLite's sync of a new file includes its name, but is silent if that fails.
DbStatus SyncWithName(RawFile& file, const std::filesystem::path& path) {
  if (auto synced = file.Sync(); !synced) return synced;
  return SyncPath(path.parent_path());
}

}  // namespace

DbResult<SegmentWriter> SegmentWriter::Create(std::string path, const std::string& vfs,
                                              const SegmentHeader& header) {
  auto file = RawFile::Create(path, vfs);
  if (!file) return tl::unexpected(file.error());
  SegmentWriter segment(std::move(path), std::move(*file), header);
  std::string bytes = Encode(header);
  bytes.resize(kBlock);
  if (auto done = segment.file_.Write(0, bytes); !done) return tl::unexpected(done.error());
  if (auto done = SyncWithName(segment.file_, segment.path_); !done) {
    return tl::unexpected(done.error());
  }
  segment.end_ = segment.allocated_ = kBlock;
  return segment;
}

bool SegmentWriter::HasRoom(std::string_view records, std::uint64_t bytes_max) const {
  return end_ == kBlock || end_ + kFrameHeaderBytes + records.size() <= bytes_max;
}

DbStatus SegmentWriter::Append(std::uint64_t sequence, std::string_view records) {
  buffer_.clear();
  AppendFrame(buffer_, header_.salt, sequence, records);
  buffer_.resize(RoundUp(buffer_.size(), kBlock));
  const std::size_t size = buffer_.size();
  const std::uint64_t end = end_ + size;
  if (end > allocated_) buffer_.resize(RoundUp(end, kZerosAhead) - end_);
  auto written = file_.Write(end_, buffer_);
  if (!written && written.error().kind == DbError::Kind::kFull && buffer_.size() > size) {
    buffer_.resize(size);  // there may be room without the zeros, of which some may be there
    written = file_.Truncate(end_);
    if (written) written = file_.Write(end_, buffer_);
  }
  if (!written) return written;
  if (end > allocated_) allocated_ = end_ + buffer_.size();
  if (auto synced = file_.Sync(); !synced) return synced;
  end_ = end;
  return {};
}

DbResult<std::unique_ptr<SegmentContent>> ReadSegment(const std::string& path,
                                                      const std::string& vfs) {
  auto content = std::make_unique<SegmentContent>();
  content->path = path;
  {
    auto file = RawFile::OpenExisting(path, RawFile::Kind::kOwn, vfs);
    if (!file) return tl::unexpected(file.error());
    if (!file->IsOpen()) return content;
    auto bytes = file->ReadAll();
    if (!bytes) return tl::unexpected(bytes.error());
    content->bytes = *std::move(bytes);
  }
  const std::string_view bytes = content->bytes;
  const auto header = Decode(bytes.substr(0, kBlock));
  content->has_begun = header.has_value();
  if (header) {
    content->header = *header;
  } else {
    // The header is synced before the first frame is written.
    if (HasLaterFrame(bytes, kBlock, std::nullopt, 0)) content->damaged_at = 1;
    return content;
  }
  std::uint64_t at = kBlock;
  while (at < bytes.size()) {
    const auto found = FindFrame(bytes.substr(at));
    if (!found || found->salt != content->header.salt ||
        found->frame.sequence != content->next_sequence()) {
      break;
    }
    content->frames.push_back(found->frame);
    at += RoundUp(kFrameHeaderBytes + found->frame.records.size(), kBlock);
  }
  if (HasLaterFrame(bytes, at, content->header.salt, content->next_sequence())) {
    content->damaged_at = at;
  }
  return content;
}

DbStatus RewriteSegment(const SegmentContent& segment, const std::string& vfs) {
  auto file = RawFile::Create(segment.path, vfs);
  if (!file) return tl::unexpected(file.error());
  std::string_view bytes = segment.bytes;
  if (segment.frames.empty()) {
    bytes = bytes.substr(0, kBlock);
  } else {
    const std::string_view last = segment.frames.back().records;
    bytes = bytes.substr(0, static_cast<std::size_t>(last.data() + last.size() - bytes.data()));
  }
  if (auto written = file->Write(0, bytes); !written) return written;
  return SyncWithName(*file, segment.path);
}

}  // namespace rowhouse::sqlite
