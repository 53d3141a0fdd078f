#pragma once
// The chunked coding of a request body (RFC 9112 7.1):
//   body    := chunk* last-chunk trailer-line* CRLF
//   chunk   := size extensions CRLF data{size} CRLF        size := hexadecimal digits
//   last    := "0"+ extensions CRLF
// Extensions and trailers are dropped: a trailer must not become a header behind the checks of the
// head.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse::wire {

class ChunkDecoder {
 public:
  enum class Outcome : std::uint8_t { kMore, kDone, kMalformed, kBodyTooLarge, kLinesTooLong };

  struct Progress {
    Outcome outcome;
    std::size_t used;  // bytes at the front of the input that are not needed any more
  };

  // Appends to `body` what `input` has of it; `input` begins with the unused bytes of the last
  // call. `body` never gets longer than limits::kBodyBytesMax: a chunk that would is refused when
  // its size is read.
  Progress Decode(std::string_view input, std::string& body);

 private:
  enum class State : std::uint8_t { kSize, kData, kDataEnd, kTrailer, kDone };

  // One step of the grammar at the front of `input`; kDone: go on, `used` has grown.
  Outcome Step(std::string_view input, std::size_t& used, std::string& body);
  Outcome OnSizeLine(std::string_view line, std::size_t body_size);
  Outcome OnTrailerLine(std::string_view line);

  State state_ = State::kSize;
  std::size_t remaining_ = 0;  // of the chunk's data
  std::size_t trailer_bytes_ = 0;
};

}  // namespace rowhouse::wire
