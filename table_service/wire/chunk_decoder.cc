#include "table_service/wire/chunk_decoder.h"

#include "entity/limits.h"
#include "table_service/wire/body_buffer.h"

#include <algorithm>
#include <charconv>

namespace rowhouse::wire {
namespace {

// For a size with its extensions, and for each trailer line.
constexpr std::size_t kLineBytesMax = 8192;

bool IsControl(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f; }

}  // namespace

ChunkDecoder::Progress ChunkDecoder::Decode(std::string_view input, std::string& body) {
  std::size_t used = 0;
  while (state_ != State::kDone) {
    const Outcome outcome = Step(input.substr(used), used, body);
    if (outcome != Outcome::kDone) return {outcome, used};
  }
  return {Outcome::kDone, used};
}

ChunkDecoder::Outcome ChunkDecoder::Step(std::string_view input, std::size_t& used,
                                         std::string& body) {
  if (state_ == State::kData) {
    const std::string_view data = input.substr(0, remaining_);
    if (data.empty()) return Outcome::kMore;
    ReserveBody(body, body.size() + data.size());
    body.append(data);
    used += data.size();
    remaining_ -= data.size();
    if (remaining_ == 0) state_ = State::kDataEnd;
    return Outcome::kDone;
  }
  if (state_ == State::kDataEnd) {
    if (!std::string_view("\r\n").starts_with(input.substr(0, 2))) return Outcome::kMalformed;
    if (input.size() < 2) return Outcome::kMore;
    used += 2;
    state_ = State::kSize;
    return Outcome::kDone;
  }
  const std::size_t feed = input.find('\n');
  if (std::min(feed, input.size()) >= kLineBytesMax) return Outcome::kLinesTooLong;
  if (feed == std::string_view::npos) return Outcome::kMore;
  if (feed == 0 || input[feed - 1] != '\r') return Outcome::kMalformed;
  const std::string_view line = input.substr(0, feed - 1);
  if (std::any_of(line.begin(), line.end(), IsControl)) return Outcome::kMalformed;
  used += feed + 1;
  return state_ == State::kSize ? OnSizeLine(line, body.size()) : OnTrailerLine(line);
}

ChunkDecoder::Outcome ChunkDecoder::OnSizeLine(std::string_view line, std::size_t body_size) {
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), size, 16);
  if (error == std::errc::result_out_of_range) return Outcome::kBodyTooLarge;
  if (error != std::errc()) return Outcome::kMalformed;
  std::string_view rest = line.substr(static_cast<std::size_t>(end - line.data()));
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  if (!rest.empty() && rest.front() != ';') return Outcome::kMalformed;
  if (size > limits::kBodyBytesMax - body_size) return Outcome::kBodyTooLarge;
  remaining_ = size;
  state_ = size == 0 ? State::kTrailer : State::kData;
  return Outcome::kDone;
}

ChunkDecoder::Outcome ChunkDecoder::OnTrailerLine(std::string_view line) {
  if (line.empty()) {
    state_ = State::kDone;
    return Outcome::kDone;
  }
  trailer_bytes_ += line.size();
  if (trailer_bytes_ > limits::kHeaderBytesMax) return Outcome::kLinesTooLong;
  const std::size_t colon = line.find(':');
  const bool is_field = colon != std::string_view::npos && colon != 0 &&
                        line.substr(0, colon).find_first_of(" \t") == std::string_view::npos;
  return is_field ? Outcome::kDone : Outcome::kMalformed;
}

}  // namespace rowhouse::wire
