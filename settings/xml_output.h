#pragma once
// Writing XML by hand: the documents are small and fixed in form.

#include <string>
#include <string_view>

namespace rowhouse {

// The start of the service's XML answers (spec 5.4): a byte order mark and the declaration.
inline constexpr std::string_view kXmlHead =
    "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>";

// Escapes markup. Replaces control characters that XML cannot represent with '?'.
void AppendXmlText(std::string& out, std::string_view text);

// Appends "<name>text</name>", or "<name />" for empty text.
void AppendXmlElement(std::string& out, std::string_view name, std::string_view text);

}  // namespace rowhouse
