#pragma once
// The one error type of the layers that know tables. The codes are the Table service's own (spec
// section 9.2); only ToWire() knows the status, the standard text and the stage of each. Where the
// service uses one code in two forms, each form has its own code here, with the same name on the
// wire.

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse {

enum class ErrorCode : std::uint8_t {
  kAtomFormatNotSupported,
  kAuthenticationFailed,
  kAuthorizationFailure,
  kAuthorizationPermissionMismatch,
  kAuthorizationProtocolMismatch,
  kAuthorizationResourceTypeMismatch,
  kAuthorizationServiceMismatch,
  kAuthorizationSourceIpMismatch,
  kCommandsInBatchActOnDifferentPartitions,
  kConditionNotMet,
  kCorsPreflightFailure,
  kDuplicatePropertiesSpecified,
  kEntityAlreadyExists,
  kEntityTooLarge,
  kFeatureVersionMismatch,
  kHostInformationNotPresent,
  kInsufficientAccountPermissions,
  kInternalError,
  kInvalidAuthenticationInfo,
  kInvalidBearerToken,  // InvalidAuthenticationInfo with status 401 and a challenge
  kInvalidDuplicateRow,
  kInvalidHeaderValue,
  kInvalidHttpVerb,
  kInvalidInput,
  kInvalidMd5,
  kInvalidQueryParameterValue,
  kInvalidResourceName,
  kInvalidUri,
  kInvalidValueType,
  kInvalidXmlDocument,
  kInvalidXmlNodeValue,
  kJsonFormatNotSupported,
  kMd5Mismatch,
  kMediaTypeNotSupported,
  kMethodNotAllowed,
  kMissingContentLengthHeader,
  kNoAuthenticationInformation,
  kNoSuchAddress,  // ResourceNotFound for an address that can never name anything
  kNotImplemented,
  kOperationTimedOut,
  kOutOfRangeInput,
  kPropertiesNeedValue,
  kPropertyNameInvalid,
  kPropertyNameTooLong,
  kPropertyValueTooLarge,
  kRequestBodyTooLarge,
  kRequestHeadersTooLarge,
  kRequestTimeout,
  kResourceNotFound,
  kServerBusy,
  kTableAlreadyExists,
  kTableBeingDeleted,
  kTableNotFound,
  kTooManyProperties,
  kUnreadableInput,  // InvalidInput for an address or a query option that cannot be parsed
  kUnsupportedHttpVerb,
  kUpdateConditionNotSatisfied,
  kXMethodIncorrectCount,
  kXMethodIncorrectValue,
  kXMethodNotUsingPost,
};

// The part of the service that reports an error, which decides the shape of the answer (spec 0.2,
// 2.4, 3.2, 8.5).
enum class ErrorStage : std::uint8_t {
  // The front end, before it knows the client's version: like kFrontEnd, but the answer does not
  // name a version.
  kAuthentication,
  // The front end: the text is the reason phrase, x-ms-error-code, no Cache-Control.
  kFrontEnd,
  // The data layer, while reading the request: no Cache-Control; in a batch always with an index.
  kRequest,
  // The data layer, while checking the operation: Cache-Control; in a batch always with an index.
  kChecked,
  // The data layer, while carrying it out: Cache-Control; without an index in a batch of one.
  kStorage
};

struct WireError {
  int status;             // HTTP status
  std::string_view code;  // as in odata.error.code
  std::string_view text;  // the standard message; an Error may carry a more specific one
  ErrorStage stage;       // an Error has another stage only where that depends on the operation
};

// The form of `code` on the wire. Never fails.
WireError ToWire(ErrorCode code);

// Keeps text for the client apart from text for the log, so that no path and no SQL reaches a
// client.
struct Error {
  ErrorCode code;
  std::string message;      // first line of the message to the client
  std::string detail = {};  // for the operator only
  ErrorStage stage;

  // With the standard text and stage of `code`.
  explicit Error(ErrorCode code);
  // With another text and the stage of `code`.
  Error(ErrorCode code, std::string message);
  Error(ErrorCode code, std::string message, ErrorStage stage);

  // kInternalError with its standard text for the client and `detail` for the log.
  static Error Internal(std::string detail);
};

template <class T>
using Result = tl::expected<T, Error>;
using Status = tl::expected<void, Error>;

// `return Fail(ErrorCode::kX);` in a function that returns a Result or a Status.
template <class... Arguments>
tl::unexpected<Error> Fail(Arguments&&... arguments) {
  return tl::unexpected<Error>(Error(std::forward<Arguments>(arguments)...));
}

}  // namespace rowhouse
