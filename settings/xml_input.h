#pragma once
// XML documents of strangers, for the readers of this folder: <pugixml.hpp> stops at this folder.
// Faults have the service's code and text; what was wrong is in the detail.

#include "entity/error.h"

#include <initializer_list>
#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace rowhouse {

// kInvalidXmlDocument: every fault but those below.
tl::unexpected<Error> InvalidXml(std::string_view what);
// kInvalidXmlNodeValue: a value of the right form that the service does not take.
tl::unexpected<Error> InvalidXmlValue(std::string_view what);

// The root element of a loaded document lives as long as the document.
struct XmlDocument {
  pugi::xml_document content;
  pugi::xml_node Root() const { return content.document_element(); }
};

// Reads UTF-8 text, with or without byte order mark, whose one root element is called `root`.
// Refused: a document beyond limits::kXml..., a document type (so there are no entities of its
// own), text that is not UTF-8. Comments and processing instructions are skipped.
Result<XmlDocument> LoadXml(std::string_view text, std::string_view root);

// Every child of `element` is an element, is one of `names`, and the only one of its name.
Status CheckChildren(pugi::xml_node element, std::initializer_list<std::string_view> names);

// The text of the child `name`, which has no elements; empty when it has no text. An absent child
// fails.
Result<std::string> ChildText(pugi::xml_node element, const char* name);

// "true" and "false"; clients write them in small letters and in capitals.
Result<bool> ChildBoolean(pugi::xml_node element, const char* name);

// A decimal number in min..max.
Result<int> ChildNumber(pugi::xml_node element, const char* name, int min, int max);

}  // namespace rowhouse
