#pragma once
// What form the client wants its answer in, and what form its body has. Spec 3.4.

#include "entity/entity_json.h"
#include "entity/error.h"

#include <optional>
#include <string_view>

namespace rowhouse::operations {

enum class Acceptance : std::uint8_t {
  kJson,  // JSON was asked for
  kAny,   // "*/*" or nothing: JSON, but errors are XML (spec 9.1)
  kAtom,  // Atom or XML only
  kOther  // nothing that the service can make
};

struct AnswerFormat {
  Acceptance acceptance = Acceptance::kAny;
  MetadataLevel level = MetadataLevel::kMinimal;

  bool JsonErrors() const { return acceptance == Acceptance::kJson; }
};

// $format goes before Accept. Of several JSON types in Accept the one with the highest q wins, of
// equal ones the first.
AnswerFormat Negotiate(std::optional<std::string_view> accept,
                       std::optional<std::string_view> format_option);

// For requests whose answer has a body: kAtomFormatNotSupported, kMediaTypeNotSupported.
Status CheckAcceptable(const AnswerFormat& format);

// The Content-Type of an entity or table in a request: JSON, or none at all.
// kAtomFormatNotSupported, kMediaTypeNotSupported.
Status CheckBodyType(std::optional<std::string_view> content_type);

}  // namespace rowhouse::operations
