#include "table_service/wire/head_scanner.h"

#include "entity/limits.h"

namespace rowhouse::wire {
namespace {

// A request begins with the method, which is a token (RFC 9110 5.6.2). A TLS handshake does not.
bool MayBeginMethod(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

}  // namespace

HeadScanner::Outcome HeadScanner::Scan(std::string_view input) {
  if (!input.empty() && !MayBeginMethod(input.front())) return Outcome::kMalformed;
  while (true) {
    const std::size_t feed = input.find('\n', scanned_);
    if (feed == std::string_view::npos) break;
    if (feed == line_start_ || input[feed - 1] != '\r') return Outcome::kMalformed;
    const bool folded =
        line_start_ != 0 && (input[line_start_] == ' ' || input[line_start_] == '\t');
    if (folded) return Outcome::kMalformed;
    const bool empty = feed == line_start_ + 1;
    scanned_ = line_start_ = feed + 1;
    if (line_start_ > limits::kHeaderBytesMax) return Outcome::kTooLong;
    if (empty) return Outcome::kEnd;
  }
  scanned_ = input.size();
  return scanned_ >= limits::kHeaderBytesMax ? Outcome::kTooLong : Outcome::kMore;
}

}  // namespace rowhouse::wire
