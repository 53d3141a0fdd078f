#pragma once
// Reading untrusted XML documents, for this folder only: no other folder includes <pugixml.hpp>.
// Errors have the service's code and text; the detail describes the fault.

#include "entity/error.h"

#include <initializer_list>
#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace rowhouse {

// kInvalidXmlDocument, for every fault except those below.
tl::unexpected<Error> InvalidXml(std::string_view what);
// kInvalidXmlNodeValue, for a well-formed value that the service does not accept.
tl::unexpected<Error> InvalidXmlValue(std::string_view what);

// A loaded document. The root element is valid as long as the document.
struct XmlDocument {
  pugi::xml_document content;
  pugi::xml_node Root() const { return content.document_element(); }
};

// Parses UTF-8 text, with or without byte order mark, whose root element is named `root`. Rejects
// documents beyond limits::kXml..., document types (and so any entities of the document's own) and
// text that is not UTF-8. Skips comments and processing instructions.
Result<XmlDocument> LoadXml(std::string_view text, std::string_view root);

// Checks that every child of `element` is an element with one of `names`, without duplicates.
Status CheckChildren(pugi::xml_node element, std::initializer_list<std::string_view> names);

// The text of the child `name`, which may be empty. Fails if the child is absent or has elements.
Result<std::string> ChildText(pugi::xml_node element, const char* name);

// Accepts "true" and "false" in any case, since clients differ.
Result<bool> ChildBoolean(pugi::xml_node element, const char* name);

// A decimal number in min..max.
Result<int> ChildNumber(pugi::xml_node element, const char* name, int min, int max);

}  // namespace rowhouse
