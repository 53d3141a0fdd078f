#pragma once
// The chunked coding of a request body (RFC 9112 7.1):
//   body    := chunk* last-chunk trailer-line* CRLF
//   chunk   := size extensions CRLF data{size} CRLF        size := hexadecimal digits
//   last    := "0"+ extensions CRLF
// Extensions and trailers are dropped: a trailer must not become a header that bypasses the checks
// of the head.

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
    std::size_t used;  // bytes at the start of the input that are no longer needed
  };

  // Appends the decoded data of `input` to `body`. `input` begins with the unused bytes of the
  // previous call. `body` never exceeds limits::kBodyBytesMax: a chunk that would make it longer is
  // refused as soon as its size is read.
  Progress Decode(std::string_view input, std::string& body);

 private:
  enum class State : std::uint8_t { kSize, kData, kDataEnd, kTrailer, kDone };

  // Decodes one element of the grammar at the start of `input`. kDone: `used` was increased, and
  // decoding can continue.
  Outcome Step(std::string_view input, std::size_t& used, std::string& body);
  Outcome OnSizeLine(std::string_view line, std::size_t body_size);
  Outcome OnTrailerLine(std::string_view line);

  State state_ = State::kSize;
  std::size_t remaining_ = 0;  // of the chunk's data
  std::size_t trailer_bytes_ = 0;
};

}  // namespace rowhouse::wire
