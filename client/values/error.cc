#include <fmt/format.h>
#include <rowhouse/error.h>
#include <utility>

namespace rowhouse::tables {
namespace {

std::string_view Describe(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kService:
      return "refused by the service";
    case ErrorKind::kNotSent:
      return "not sent";
    case ErrorKind::kOutcomeUnknown:
      return "outcome unknown: it may have been done";
    case ErrorKind::kDeadline:
      return "not done before the deadline";
    case ErrorKind::kCancelled:
      return "cancelled";
    case ErrorKind::kMalformedAnswer:
      return "the answer cannot be read";
    case ErrorKind::kAnswerLost:
      return "the answer was lost";
  }
  return "";
}

std::string OneLine(const ErrorInfo& info) {
  std::string text = fmt::format("{}: {}", info.request, Describe(info.kind));
  if (info.status != 0) text += fmt::format(": {} {}", info.status, info.code);
  if (!info.message.empty()) text += fmt::format(": {}", info.message);
  if (!info.request_id.empty()) text += fmt::format(" (request {})", info.request_id);
  if (info.attempts > 1) text += fmt::format(" (after {} attempts)", info.attempts);
  return text;
}

}  // namespace

TableError::TableError(ErrorInfo info)
    : std::runtime_error(OneLine(info)), info_(std::move(info)) {}

PropertyError::PropertyError(std::string_view property, std::string_view wanted,
                             std::string_view found)
    : std::runtime_error(fmt::format("property '{}' is {}, not {}", property,
                                     found == "Null" ? "absent or null" : found, wanted)),
      property_(property) {}

}  // namespace rowhouse::tables
