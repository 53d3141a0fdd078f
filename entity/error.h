#pragma once
// The one error type below http/. A code is the Table service's own (spec section 9.2); ToWire() is
// the only place that knows its status, its standard text and the stage that refuses with it. Where
// the service gives one code in two forms, each form is a code of its own here, with the same name
// on the wire.

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
  kInvalidBearerToken,  // InvalidAuthenticationInfo with the challenge of a 401
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
  kNoSuchAddress,  // ResourceNotFound for an address that names nothing, whatever is stored
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

// Who refused. It decides the shape of the answer (spec 0.2, 2.4, 3.2, 8.5).
enum class ErrorStage : std::uint8_t {
  kAuthentication,  // front end, before it knows the client's version: as kFrontEnd, but the answer
                    // does not name a version
  kFrontEnd,        // front end: reason phrase is the text, x-ms-error-code, no Cache-Control
  kRequest,         // data layer, while the request was read: no Cache-Control; in a batch always
                    // with an index
  kChecked,         // data layer, while the operation was checked: Cache-Control; in a batch always
                    // with an index
  kStorage  // data layer, while it was carried out: Cache-Control; in a batch of one without
            // an index
};

struct WireError {
  int status;             // HTTP status
  std::string_view code;  // as in odata.error.code
  std::string_view text;  // the standard message; an Error may carry a more exact one
  ErrorStage stage;       // who refuses with the code; an Error carries another stage only where
                          // that depends on the operation
};

// The row of `code`. Never fails.
WireError ToWire(ErrorCode code);

// Text for the client and text for the log are two members: a path or an SQL text never reaches a
// client.
struct Error {
  ErrorCode code;
  std::string message;      // first line of the message that the client sees
  std::string detail = {};  // for the log only
  ErrorStage stage;

  // The standard text and stage of `code`.
  explicit Error(ErrorCode code);
  // Another text, the stage of `code`.
  Error(ErrorCode code, std::string message);
  Error(ErrorCode code, std::string message, ErrorStage stage);

  // kInternalError with the standard text for the client and `detail` for the log.
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
