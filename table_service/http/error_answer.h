#pragma once
// An Error in the shapes of the wire. Spec 0.2, 8.5, 9.1.

#include "batch/multipart.h"
#include "entity/error.h"
#include "table_service/http/content_negotiation.h"
#include "table_service/http/message.h"

#include <chrono>
#include <string>
#include <string_view>

namespace rowhouse::http {

// What the answer to an error depends on besides the error.
struct ErrorContext {
  AnswerFormat format;
  std::string_view request_id;                // repeated in the text
  std::chrono::system_clock::time_point now;  // likewise
  Preference preference = Preference::kNone;  // echoed where the service echoes it
};

// Status, reason, body and the headers that the error decides; the common headers are not there
// yet.
Response AnswerError(const Error& error, const ErrorContext& context);

// The one part of a refused batch. `message` is the error's text with its index; `content_id` is
// that of the failing operation.
PartAnswer AnswerErrorPart(const Error& error, std::string_view message,
                           const ErrorContext& context, std::optional<std::string_view> content_id);

// "return-no-content", "return-content"; empty for kNone.
std::string_view PreferenceText(Preference preference);

}  // namespace rowhouse::http
