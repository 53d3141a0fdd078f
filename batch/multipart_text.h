#pragma once
// Low-level parsing of multipart bodies, for the readers of requests and of answers: boundaries,
// delimiters, headers. As lenient as multipart.h describes.

#include "batch/entity_write.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// Whether `text` is only white space.
bool IsBlank(std::string_view text);

// The boundary of a multipart/mixed Content-Type. No value for any other type, and if there is not
// exactly one valid boundary.
std::optional<std::string> BoundaryOf(std::string_view content_type);

struct Delimiter {
  std::size_t content_end;  // of the content before it: the start of the delimiter's line break
  std::size_t end;          // after its own line break
  bool closing;
};

// Finds the delimiters of one boundary in sequence. "--boundary" is a delimiter at the start of a
// line, and also directly after a closing brace, since one client ends its JSON that way; in both
// cases only if nothing but white space follows on the line. A JSON string cannot contain a line
// break, so a property value cannot be mistaken for a delimiter.
class DelimiterScanner {
 public:
  DelimiterScanner(std::string_view text, std::string_view boundary);

  std::optional<Delimiter> Next();

 private:
  std::optional<Delimiter> At(std::size_t begin) const;

  std::string_view text_;
  std::string dashed_;
  std::size_t position_ = 0;
};

// The text between two delimiters; empty if they share a line break.
std::string_view Between(std::string_view text, const Delimiter& left, const Delimiter& right);

constexpr std::string_view kLineEnd = "\r\n";
// Separates the boundary of a part from the message in it.
constexpr std::string_view kPartHead =
    "\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n";

// Appends the rest of a message in a part, after its first line, and a final line break.
void AppendMessage(std::string& out, const HeaderList& headers, std::string_view body);

// Consumes the first line of `rest`, and returns it without its line break.
std::string_view TakeLine(std::string_view& rest);

enum class HeadersEnd : std::uint8_t {
  kComplete,   // a blank line or the end of the text
  kOtherLine,  // a line that is not a header, which stays in the text
  kTooMany
};

// Consumes header lines and the blank line after them from `rest`. They replace those in `headers`,
// in the order of the text, repeated ones too.
HeadersEnd TakeHeaders(std::string_view& rest, HeaderViews& headers);

// Likewise with the headers of a part. All of them may be missing, so that `rest` starts with the
// first line of the message inside. Returns false if they are not headers of a part.
bool TakePartHeaders(std::string_view& rest, HeaderViews& headers);

}  // namespace rowhouse
