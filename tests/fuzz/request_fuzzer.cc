// Heads of requests and chunked bodies: however the bytes are cut into pieces, the same request is
// read, or the same refusal given.

#include "entity/limits.h"
#include "table_service/wire/request_reader.h"
#include "tests/fuzz/fuzzer.h"

#include <algorithm>
#include <string_view>

namespace {

using rowhouse::Require;
using rowhouse::wire::RequestReader;
using State = RequestReader::Progress::State;

struct Reading {
  RequestReader reader = {};
  State head = State::kMore;
  State body = State::kMore;
  std::size_t used = 0;
};

// Reads a head or a chunked body from `input`, which arrives in pieces of `step` bytes.
State ReadPart(Reading& reading, std::string_view input, std::size_t step, bool is_head) {
  for (std::size_t end = reading.used;;) {
    const std::string_view window = input.substr(reading.used, end - reading.used);
    const auto progress =
        is_head ? reading.reader.ReadHead(window) : reading.reader.ReadChunks(window);
    Require(progress.used <= window.size(), "only what has arrived is used");
    reading.used += progress.used;
    if (progress.state != State::kMore || end == input.size()) return progress.state;
    end += std::min(step, input.size() - end);
  }
}

void Read(Reading& reading, std::string_view input, std::size_t step) {
  reading.head = ReadPart(reading, input, step, true);
  if (reading.head != State::kDone || !reading.reader.IsChunked()) return;
  reading.body = ReadPart(reading, input, step, false);
  Require(reading.reader.GetRequest().body.size() <= rowhouse::limits::kBodyBytesMax,
          "a body has a limit");
}

bool IsRefused(const Reading& reading) {
  return reading.head == State::kRefused || reading.body == State::kRefused;
}

void RequireSame(Reading& whole, Reading& pieces) {
  Require(whole.head == pieces.head && whole.body == pieces.body, "pieces end as the whole does");
  if (IsRefused(whole)) {
    const auto& refusal = whole.reader.GetRefusal();
    const auto& other = pieces.reader.GetRefusal();
    Require(refusal.code == other.code && refusal.status == other.status,
            "pieces are refused as the whole is");
    return;
  }
  Require(whole.used == pieces.used, "a request ends at the same byte");
  if (whole.head != State::kDone) return;
  const auto& request = whole.reader.GetRequest();
  const auto& other = pieces.reader.GetRequest();
  Require(request.method == other.method && request.target == other.target &&
              request.headers == other.headers && request.body == other.body,
          "pieces are the same request");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = rowhouse::AsText(data, size);
  Reading whole;
  Read(whole, input, size + 1);
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}}) {
    Reading pieces;
    Read(pieces, input, step);
    RequireSame(whole, pieces);
  }
  return 0;
}
