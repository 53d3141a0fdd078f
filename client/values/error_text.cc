// Error documents: JSON from the data layer and JSON or XML from the front end (spec 9.1); plain
// text where the server cannot know which of them was wanted (HTTP at a port for TLS).

#include "base/ascii.h"
#include "base/unicode.h"
#include "client/values/entity_text.h"

#include <simdjson.h>

namespace rowhouse::tables {
namespace {

constexpr std::size_t kPlainTextMax = 200;  // bytes; what is longer is no sentence of ours

std::string_view FirstLine(std::string_view text) {
  return TrimSpaces(text.substr(0, text.find('\n')));
}

ErrorText ReadJsonError(std::string_view body) {
  ErrorText error;
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  if (parser.parse(body.data(), body.size()).get(root) != simdjson::SUCCESS) return error;
  simdjson::dom::element inner;
  if (root["odata.error"].get(inner) != simdjson::SUCCESS &&
      root["error"].get(inner) != simdjson::SUCCESS) {
    return error;
  }
  std::string_view text;
  if (inner["code"].get_string().get(text) == simdjson::SUCCESS) error.code = text;
  if (inner["message"]["value"].get_string().get(text) == simdjson::SUCCESS ||
      inner["message"].get_string().get(text) == simdjson::SUCCESS) {
    error.message = FirstLine(text);
  }
  return error;
}

// The text of the first element called `name`, with any prefix.
std::string_view ElementText(std::string_view xml, std::string_view name) {
  for (std::size_t at = xml.find(name); at != std::string_view::npos; at = xml.find(name, at + 1)) {
    if (at == 0 || (xml[at - 1] != '<' && xml[at - 1] != ':')) continue;
    const std::size_t begin = xml.find('>', at);
    if (begin == std::string_view::npos) return {};
    return xml.substr(begin + 1, xml.find('<', begin) - begin - 1);
  }
  return {};
}

}  // namespace

ErrorText ReadError(std::string_view body) {
  const std::string_view text = TrimSpaces(body);
  if (text.starts_with('{')) return ReadJsonError(text);
  if (text.find('<') == std::string_view::npos) {
    if (text.size() > kPlainTextMax || !IsValidUtf8(text)) return {};
    return {.code = {}, .message = std::string(FirstLine(text))};
  }
  const auto named = [text](std::string_view lower, std::string_view upper) {
    const std::string_view found = ElementText(text, lower);
    return std::string(FirstLine(found.empty() ? ElementText(text, upper) : found));
  };
  return {.code = named("code", "Code"), .message = named("message", "Message")};
}

}  // namespace rowhouse::tables
