#pragma once
// The form of the answer that the client asks for, and the form of the request's body. Spec 3.4.

#include "entity/entity_json.h"
#include "entity/error.h"

#include <optional>
#include <string_view>

namespace rowhouse::operations {

enum class Acceptance : std::uint8_t {
  kJson,  // asks for JSON
  kAny,   // "*/*" or nothing: JSON, but errors are XML (spec 9.1)
  kAtom,  // Atom or XML only
  kOther  // none of the forms that the service can write
};

struct AnswerFormat {
  Acceptance acceptance = Acceptance::kAny;
  MetadataLevel level = MetadataLevel::kMinimal;

  bool JsonErrors() const { return acceptance == Acceptance::kJson; }
};

// Returns the form to answer in. $format has precedence over Accept. Of several JSON types in
// Accept the one with the highest q wins; of those with equal q, the first.
AnswerFormat Negotiate(std::optional<std::string_view> accept,
                       std::optional<std::string_view> format_option);

// Checks the form of an answer with a body. kAtomFormatNotSupported, kMediaTypeNotSupported.
Status CheckAcceptable(const AnswerFormat& format);

// Checks the Content-Type of an entity or table in a request, which may be JSON or missing.
// kAtomFormatNotSupported, kMediaTypeNotSupported.
Status CheckBodyType(std::optional<std::string_view> content_type);

}  // namespace rowhouse::operations
