#pragma once
// Finds the end of a request's head in bytes that arrive in pieces, and refuses early any input
// that must not reach the parser: a line that ends with a bare LF, a folded line, anything but
// HTTP. Each byte is examined once.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rowhouse::wire {

class HeadScanner {
 public:
  enum class Outcome : std::uint8_t { kMore, kEnd, kMalformed, kTooLong };

  // `input` begins with the bytes of the previous call. After kEnd, HeadBytes() is valid.
  Outcome Scan(std::string_view input);

  // The length of the head with its empty line.
  std::size_t HeadBytes() const { return line_start_; }

 private:
  std::size_t scanned_ = 0;
  std::size_t line_start_ = 0;
};

}  // namespace rowhouse::wire
