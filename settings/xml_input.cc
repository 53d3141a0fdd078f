#include "settings/xml_input.h"

#include "base/ascii.h"
#include "base/unicode.h"
#include "entity/limits.h"

#include <algorithm>
#include <utility>

namespace rowhouse {
namespace {

// Checks the parsed document against the size limits; traverse() does not recurse.
class SizeCheck final : public pugi::xml_tree_walker {
 public:
  bool for_each(pugi::xml_node& node) override {
    ++nodes_;
    return nodes_ <= limits::kXmlNodesMax && node.type() != pugi::node_doctype &&
           static_cast<std::size_t>(std::max(depth(), 0)) < limits::kXmlDepthMax;
  }

 private:
  std::size_t nodes_ = 0;
};

tl::unexpected<Error> FailWithDetail(ErrorCode code, std::string_view detail) {
  Error error(code);
  error.detail = detail;
  return tl::unexpected(std::move(error));
}

bool IsText(pugi::xml_node node) {
  return node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata;
}

// Returns true if the text has only characters that XML allows (its production 2). The parser does
// not check that, and character references can name any.
bool IsPlainText(std::string_view text) {
  const bool has_noncharacter = text.find("\xEF\xBF\xBE") != std::string_view::npos ||
                                text.find("\xEF\xBF\xBF") != std::string_view::npos;
  return IsValidUtf8(text) && !has_noncharacter &&
         std::none_of(text.begin(), text.end(), [](char c) {
           return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n') || c == 0x7F;
         });
}

}  // namespace

tl::unexpected<Error> InvalidXml(std::string_view what) {
  return FailWithDetail(ErrorCode::kInvalidXmlDocument, what);
}

tl::unexpected<Error> InvalidXmlValue(std::string_view what) {
  return FailWithDetail(ErrorCode::kInvalidXmlNodeValue, what);
}

Result<XmlDocument> LoadXml(std::string_view text, std::string_view root) {
  if (text.size() > limits::kXmlBytesMax) return InvalidXml("the document is too long");
  if (!IsValidUtf8(text)) return InvalidXml("the document is not UTF-8");
  XmlDocument document;
  const auto parsed = document.content.load_buffer(
      text.data(), text.size(), pugi::parse_default | pugi::parse_doctype | pugi::parse_fragment,
      pugi::encoding_utf8);
  if (!parsed) return InvalidXml(parsed.description());
  SizeCheck check;
  if (!document.content.traverse(check)) {
    return InvalidXml("a document type, or too many or too deeply nested elements");
  }
  const auto elements = document.content.children();
  if (std::distance(elements.begin(), elements.end()) != 1 || document.Root().name() != root) {
    return InvalidXml("an unexpected root element");
  }
  return document;
}

Status CheckChildren(pugi::xml_node element, std::initializer_list<std::string_view> names) {
  for (const auto child : element.children()) {
    if (std::find(names.begin(), names.end(), child.name()) == names.end()) {
      return InvalidXml("text or an unknown element in " + std::string(element.name()));
    }
    if (child.next_sibling(child.name())) {
      return InvalidXml("duplicate element " + std::string(child.name()));
    }
  }
  return {};
}

Result<std::string> ChildText(pugi::xml_node element, const char* name) {
  const auto child = element.child(name);
  if (!child) return InvalidXml(std::string(name) + " is missing");
  std::string text;
  for (const auto part : child.children()) {
    if (!IsText(part)) return InvalidXml("an unexpected element in " + std::string(name));
    text += part.value();
  }
  if (!IsPlainText(text)) return InvalidXml("an invalid character in " + std::string(name));
  return text;
}

Result<bool> ChildBoolean(pugi::xml_node element, const char* name) {
  const auto text = ChildText(element, name);
  if (!text) return tl::unexpected(text.error());
  const std::string_view word = TrimSpaces(*text);
  if (EqualsIgnoringAsciiCase(word, "true")) return true;
  if (EqualsIgnoringAsciiCase(word, "false")) return false;
  return InvalidXml(std::string(name) + " is neither true nor false");
}

Result<int> ChildNumber(pugi::xml_node element, const char* name, int min, int max) {
  const auto text = ChildText(element, name);
  if (!text) return tl::unexpected(text.error());
  const auto number = ParseNumber<int>(TrimSpaces(*text));
  if (!number || *number < min || *number > max) {
    return InvalidXml(std::string(name) + " is not a number or out of range");
  }
  return *number;
}

}  // namespace rowhouse
