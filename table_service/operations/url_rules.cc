#include "table_service/operations/url_rules.h"

#include "base/ascii.h"

#include <string>

namespace rowhouse::operations {
namespace {

constexpr unsigned char kTwoByteLead = 0xC2;  // of U+0080..U+00BF
constexpr std::string_view kRefusedAfterLead = "\x81\x8D\x8F\x90\x9D";

constexpr std::string_view kInvalidUrlPage =
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\"\"http://www.w3.org/TR/html4/strict.dtd\">"
    "\r\n<HTML><HEAD><TITLE>Bad Request</TITLE>\r\n"
    "<META HTTP-EQUIV=\"Content-Type\" Content=\"text/html; charset=us-ascii\"></HEAD>\r\n"
    "<BODY><h2>Bad Request - Invalid URL</h2>\r\n"
    "<hr><p>HTTP Error 400. The request URL is invalid.</p>\r\n</BODY></HTML>\r\n";

// Removes and returns the first byte of a percent-encoded text. A malformed escape represents
// itself.
unsigned char TakeByte(std::string_view& text) {
  const int high = text.size() >= 3 && text[0] == '%' ? HexDigit(text[1]) : -1;
  const int low = high >= 0 ? HexDigit(text[2]) : -1;
  const auto byte = static_cast<unsigned char>(low >= 0 ? high * 16 + low : text[0]);
  text.remove_prefix(low >= 0 ? 3 : 1);
  return byte;
}

}  // namespace

bool IsRefusedPath(std::string_view raw_path) {
  unsigned char previous = 0;
  while (!raw_path.empty()) {
    const unsigned char byte = TakeByte(raw_path);
    if (byte < 0x20 || byte == 0x7F) return true;
    if (previous == kTwoByteLead &&
        kRefusedAfterLead.find(static_cast<char>(byte)) != std::string_view::npos) {
      return true;
    }
    previous = byte;
  }
  return false;
}

wire::Response InvalidUrlAnswer(std::string_view raw_path) {
  wire::Response response;
  response.status = 400;
  response.headers.emplace_back("Content-Type", "text/html; charset=us-ascii");
  const bool has_nul = raw_path.find("%00") != std::string_view::npos ||
                       raw_path.find('\0') != std::string_view::npos;
  for (std::string_view rest = kInvalidUrlPage; !rest.empty();) {
    const std::size_t end = rest.find("\r\n") + 2;
    response.body += rest.substr(0, has_nul ? end : end - 2);
    rest.remove_prefix(end);
  }
  return response;
}

}  // namespace rowhouse::operations
