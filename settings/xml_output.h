#pragma once
// Writing XML by hand: the documents are small and fixed in form.

#include <string>
#include <string_view>

namespace rowhouse {

// What the service's XML answers begin with (spec 5.4): a byte order mark and the declaration.
inline constexpr std::string_view kXmlHead =
    "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>";

// Escapes markup. Control characters that XML cannot hold become '?'.
void AppendXmlText(std::string& out, std::string_view text);

// "<name>text</name>", or "<name />" when there is no text.
void AppendXmlElement(std::string& out, std::string_view name, std::string_view text);

}  // namespace rowhouse
