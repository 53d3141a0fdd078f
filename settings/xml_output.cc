#include "settings/xml_output.h"

#include <string>

namespace rowhouse {

namespace {

// Readers drop a text that is nothing but these as they stand.
constexpr std::string_view kBlanks = " \t\n";

void AppendBlanks(std::string& out, std::string_view text) {
  for (const char c : text) out += "&#" + std::to_string(static_cast<int>(c)) + ";";
}

}  // namespace

void AppendXmlText(std::string& out, std::string_view text) {
  if (text.find_first_not_of(kBlanks) == text.npos) return AppendBlanks(out, text);
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:  // XML 1.0 cannot represent the other control characters
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
    }
  }
}

void AppendXmlElement(std::string& out, std::string_view name, std::string_view text) {
  out += '<';
  out += name;
  if (text.empty()) {
    out += " />";
    return;
  }
  out += '>';
  AppendXmlText(out, text);
  out += "</";
  out += name;
  out += '>';
}

}  // namespace rowhouse
