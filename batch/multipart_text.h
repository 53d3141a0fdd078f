#pragma once
// The texture of multipart bodies, for the readers of requests and of answers: boundaries,
// delimiters, headers. The leniency is that of multipart.h.

#include "batch/entity_write.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// Nothing but white space.
bool IsBlank(std::string_view text);

// The boundary of a multipart/mixed Content-Type. No value for any other type and for anything but
// one legal boundary.
std::optional<std::string> BoundaryOf(std::string_view content_type);

struct Delimiter {
  std::size_t content_end;  // of the content before it: where its line break begins
  std::size_t end;          // behind its own line break
  bool closing;
};

// Finds the delimiters of one boundary, one after the other. "--boundary" delimits at the start of
// a line, and also directly behind a closing brace, as one client ends its JSON; in both places
// only when nothing but white space follows on its line. A line break cannot stand inside a JSON
// string, so no property value can be taken for a delimiter.
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

// The text between two delimiters. A line break can belong to both, then nothing is between them.
std::string_view Between(std::string_view text, const Delimiter& left, const Delimiter& right);

constexpr std::string_view kLineEnd = "\r\n";
// Stands between the boundary of a part and the message in it.
constexpr std::string_view kPartHead =
    "\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n";

// Appends what comes behind the first line of a message in a part, and the line break behind it.
void AppendMessage(std::string& out, const HeaderList& headers, std::string_view body);

// Takes the first line off `rest`, without its line break.
std::string_view TakeLine(std::string_view& rest);

struct HeaderBlock {
  HeaderList headers;
  bool complete = false;  // ended by a blank line or by the text, not by a line that is no header
};

// Takes header lines and the blank line behind them off `rest`; stops before a line that is no
// header. No value for too many headers.
std::optional<HeaderBlock> TakeHeaders(std::string_view& rest);

// Takes the headers of a part off `rest`. They may be missing altogether: then the first line of
// the message inside comes first.
std::optional<HeaderList> TakePartHeaders(std::string_view& rest);

}  // namespace rowhouse
