#pragma once
// A response as bytes (spec 3.2, 3.8). Pure.

#include "table_service/wire/message.h"

#include <string>
#include <string_view>

namespace rowhouse::wire {

// The properties of an answer's form that depend on the request.
struct Framing {
  bool http11 = true;
  bool keep_alive = true;
  bool head_method = false;  // HEAD: send the headers of the answer without its body
};

// The form in which the body follows the head.
enum class BodyForm : std::uint8_t { kNone, kPlain, kChunk };

// Follows the body in BodyForm::kChunk.
inline constexpr std::string_view kLastChunk = "\r\n0\r\n\r\n";

// Appends the status line and the headers to `text`, and in BodyForm::kChunk also the size line of
// the only chunk. Line breaks and NULs in the handler's reason and headers become spaces, so that
// no value can forge a header.
BodyForm AppendResponseHead(std::string& text, const Response& response, const Framing& framing,
                            std::string_view date);

}  // namespace rowhouse::wire
