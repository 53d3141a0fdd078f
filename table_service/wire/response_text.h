#pragma once
// A response as bytes (spec 3.2, 3.8). Pure.

#include "table_service/wire/message.h"

#include <string>
#include <string_view>

namespace rowhouse::wire {

// What the request decides about the form of its answer.
struct Framing {
  bool http11 = true;
  bool keep_alive = true;
  bool head_method = false;  // HEAD: the headers of the answer without its body
};

// How the body follows the head.
enum class BodyForm : std::uint8_t { kNone, kPlain, kChunk };

// What follows the body in BodyForm::kChunk.
inline constexpr std::string_view kLastChunk = "\r\n0\r\n\r\n";

// Appends the status line and the headers to `text`; in BodyForm::kChunk also the size line of the
// one chunk. Line breaks and NULs inside of what the handler gives become spaces, so that no value
// can forge a header.
BodyForm AppendResponseHead(std::string& text, const Response& response, const Framing& framing,
                            std::string_view date);

}  // namespace rowhouse::wire
