#include "cli/outcome/command_error.h"

#include <array>
#include <fmt/format.h>
#include <rowhouse/error.h>
#include <string_view>

namespace rowhouse::cli {
namespace {

using tables::ErrorInfo;
using tables::ErrorKind;
using tables::TableError;

struct CodeRow {
  std::string_view code;
  ExitCode exit;
  std::string_view remedy;
};

constexpr std::string_view kSeeTables = "`rowhouse table list` shows which tables there are";

constexpr std::array kCodes = std::to_array<CodeRow>({
    {"TableNotFound", ExitCode::kNotFound, kSeeTables},
    {"TableAlreadyExists", ExitCode::kConflict, "`rowhouse table create --if-missing` accepts it"},
    {"TableBeingDeleted", ExitCode::kConflict,
     "The service is still deleting the table of that name; try again in a minute"},
    {"ResourceNotFound", ExitCode::kNotFound,
     "Names and keys are case-sensitive, and spaces count"},
    {"EntityNotFound", ExitCode::kNotFound, "Names and keys are case-sensitive, and spaces count"},
    {"EntityAlreadyExists", ExitCode::kConflict, "`rowhouse entity upsert` overwrites it"},
    {"UpdateConditionNotSatisfied", ExitCode::kConflict,
     "It has changed since: read it again, or give --if-match '*'"},
    {"ConditionNotMet", ExitCode::kConflict,
     "It has changed since: read it again, or give --if-match '*'"},
    {"AuthenticationFailed", ExitCode::kDenied,
     "Check account name and key (or signature), and this machine's clock: it may be 15 minutes "
     "off "
     "at most"},
    {"InvalidAuthenticationInfo", ExitCode::kDenied, "Check the form of the key or the signature"},
    {"NoAuthenticationInformation", ExitCode::kDenied,
     "Give --connection-string, --account with --key, or --sas"},
    {"ServerBusy", ExitCode::kUnavailable, "Try again with a smaller --parallel"},
    {"OperationTimedOut", ExitCode::kUnavailable, "Try again"},
    {"InvalidInput", ExitCode::kFailure, ""},
    {"InvalidResourceName", ExitCode::kUsage,
     "A table's name has 3 to 63 letters and digits and begins with a letter"},
});

ExitCode ByStatus(int status) {
  switch (status) {
    case 401:
    case 403:
      return ExitCode::kDenied;
    case 404:
      return ExitCode::kNotFound;
    case 409:
    case 412:
      return ExitCode::kConflict;
    case 408:
    case 429:
    case 500:
    case 502:
    case 503:
    case 504:
      return ExitCode::kUnavailable;
    default:
      return ExitCode::kFailure;
  }
}

std::string_view DeniedRemedy(int status) {
  return ByStatus(status) == ExitCode::kDenied
             ? "The credentials do not allow this: use the account's key or a signature with more "
               "permissions"
             : "";
}

Explanation ExplainService(const ErrorInfo& info) {
  ExitCode exit = ByStatus(info.status);
  std::string_view remedy = DeniedRemedy(info.status);
  for (const CodeRow& row : kCodes) {
    if (row.code != info.code) continue;
    exit = row.exit;
    remedy = row.remedy;
  }
  if (info.code == "ResourceNotFound" && info.request.find("/Tables(") != std::string::npos) {
    remedy = kSeeTables;
  }
  std::string text = info.code.empty()
                         ? fmt::format("{} ({})", info.message, info.status)
                         : fmt::format("{} ({} {})", info.message, info.status, info.code);
  if (!info.request.empty()) text += fmt::format("\n  request: {}", info.request);
  if (!info.request_id.empty()) text += fmt::format(", id {}", info.request_id);
  if (!remedy.empty()) text += fmt::format("\n  {}.", remedy);
  return {exit, text};
}

Explanation ExplainNotSent(const ErrorInfo& info) {
  const bool is_certificate = info.message.find("certificate") != std::string::npos;
  return {ExitCode::kUnavailable,
          fmt::format("{} cannot be reached: {}\n  request: {}\n  {}",
                      info.origin.empty() ? "The server" : info.origin, info.message, info.request,
                      is_certificate ? "--ca-file names such a file; --insecure trusts any."
                                     : "Is it running, and is the address right? "
                                       "--connection-string and --endpoint say where.")};
}

Explanation ExplainCall(const ErrorInfo& info) {
  switch (info.kind) {
    case ErrorKind::kService:
      return ExplainService(info);
    case ErrorKind::kNotSent:
      return ExplainNotSent(info);
    case ErrorKind::kOutcomeUnknown:
      return {ExitCode::kUnavailable,
              fmt::format("The answer was lost: {}\n  request: {}\n  It may have been done or not; "
                          "look before you do it again.",
                          info.message, info.request)};
    case ErrorKind::kDeadline:
      return {ExitCode::kUnavailable, fmt::format("No answer in time: {}\n  request: {}\n  Give a "
                                                  "longer --timeout, or try again.",
                                                  info.message, info.request)};
    case ErrorKind::kCancelled:
      return {ExitCode::kInterrupted, "Interrupted."};
    case ErrorKind::kAnswerLost:
      return {ExitCode::kUnavailable,
              fmt::format("The answer was lost: {}\n  request: {}\n  The request only read "
                          "data; nothing has changed. Try again.",
                          info.message, info.request)};
    case ErrorKind::kMalformedAnswer:
      return {
          ExitCode::kFailure,
          fmt::format("The answer cannot be read: {}\n  request: {}\n  Is the address that of a "
                      "Table service?",
                      info.message, info.request)};
  }
  return {ExitCode::kFailure, info.message};
}

}  // namespace

CommandError FailureOfJob(const std::exception_ptr& failure, bool some_done,
                          std::string_view how_to_go_on) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    Explanation explanation = Explain(error);
    if (!how_to_go_on.empty()) explanation.text.append("\n  ").append(how_to_go_on);
    return {some_done ? ExitCode::kIncomplete : explanation.code, explanation.text};
  }
}

Explanation Explain(const std::exception& error) {
  if (const auto* command = dynamic_cast<const CommandError*>(&error)) {
    return {command->Code(), command->what()};
  }
  if (const auto* call = dynamic_cast<const TableError*>(&error)) return ExplainCall(call->Info());
  if (dynamic_cast<const std::invalid_argument*>(&error) != nullptr) {
    return {ExitCode::kUsage, error.what()};
  }
  return {ExitCode::kFailure, error.what()};
}

}  // namespace rowhouse::cli
