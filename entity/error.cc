#include "entity/error.h"

#include <cstddef>
#include <iterator>
#include <utility>

namespace rowhouse {

namespace {

using enum ErrorStage;

struct WireRow {
  ErrorCode code;
  WireError wire;
};

// One row for each code, in the order of the enumeration.
constexpr WireRow kWireRows[] = {
    {ErrorCode::kAtomFormatNotSupported,
     {415, "AtomFormatNotSupported", "Atom format is not supported.", kRequest}},
    {ErrorCode::kAuthenticationFailed,
     {403, "AuthenticationFailed",
      "Server failed to authenticate the request. Make sure the value of Authorization header is "
      "formed correctly including the signature.",
      kAuthentication}},
    {ErrorCode::kAuthorizationFailure,
     {403, "AuthorizationFailure", "This request is not authorized to perform this operation.",
      kChecked}},
    {ErrorCode::kAuthorizationPermissionMismatch,
     {403, "AuthorizationPermissionMismatch",
      "This request is not authorized to perform this operation using this permission.", kChecked}},
    {ErrorCode::kAuthorizationProtocolMismatch,
     {403, "AuthorizationProtocolMismatch",
      "This request is not authorized to perform this operation using this protocol.",
      kAuthentication}},
    {ErrorCode::kAuthorizationResourceTypeMismatch,
     {403, "AuthorizationResourceTypeMismatch",
      "This request is not authorized to perform this operation using this resource type.",
      kChecked}},
    {ErrorCode::kAuthorizationServiceMismatch,
     {403, "AuthorizationServiceMismatch",
      "This request is not authorized to perform this operation using this service.",
      kAuthentication}},
    {ErrorCode::kAuthorizationSourceIpMismatch,
     {403, "AuthorizationSourceIPMismatch",
      "This request is not authorized to perform this operation using this source IP.",
      kAuthentication}},
    {ErrorCode::kCommandsInBatchActOnDifferentPartitions,
     {400, "CommandsInBatchActOnDifferentPartitions",
      "All commands in a batch must operate on same entity group.", kChecked}},
    {ErrorCode::kConditionNotMet,
     {412, "ConditionNotMet",
      "The condition specified using HTTP conditional header(s) is not met.", kRequest}},
    {ErrorCode::kCorsPreflightFailure,
     {403, "CorsPreflightFailure", "CORS not enabled or no matching rule found for this request.",
      kFrontEnd}},
    {ErrorCode::kDuplicatePropertiesSpecified,
     {400, "DuplicatePropertiesSpecified", "A property is specified more than one time.",
      kChecked}},
    {ErrorCode::kEntityAlreadyExists,
     {409, "EntityAlreadyExists", "The specified entity already exists.", kStorage}},
    {ErrorCode::kEntityTooLarge,
     {400, "EntityTooLarge", "The entity is larger than the maximum allowed size (1MB).",
      kStorage}},
    {ErrorCode::kFeatureVersionMismatch,
     {409, "FeatureVersionMismatch",
      "The shared access signature uses a feature that its signed version does not have.",
      kFrontEnd}},
    {ErrorCode::kHostInformationNotPresent,
     {400, "HostInformationNotPresent",
      "The required host information is not present in the request. You must send a non-empty Host "
      "header or include the absolute URI in the request line.",
      kFrontEnd}},
    {ErrorCode::kInsufficientAccountPermissions,
     {403, "InsufficientAccountPermissions", "Write operations are not allowed.", kFrontEnd}},
    {ErrorCode::kInternalError,
     {500, "InternalError",
      "Server encountered an internal error. Please try again after some time.", kChecked}},
    {ErrorCode::kInvalidAuthenticationInfo,
     {400, "InvalidAuthenticationInfo",
      "The authentication information was not provided in the correct format. Verify the value of "
      "Authorization header.",
      kAuthentication}},
    {ErrorCode::kInvalidBearerToken,
     {401, "InvalidAuthenticationInfo",
      "Server failed to authenticate the request. Please refer to the information in the "
      "www-authenticate header.",
      kAuthentication}},
    {ErrorCode::kInvalidDuplicateRow,
     {400, "InvalidDuplicateRow",
      "The batch request contains multiple changes with same row key. An entity can appear only "
      "once in a batch request.",
      kChecked}},
    {ErrorCode::kInvalidHeaderValue,
     {400, "InvalidHeaderValue",
      "The value for one of the HTTP headers is not in the correct format.", kFrontEnd}},
    {ErrorCode::kInvalidHttpVerb,
     {400, "InvalidHttpVerb", "The HTTP verb specified was not recognized by the server.",
      kFrontEnd}},
    {ErrorCode::kInvalidInput,
     {400, "InvalidInput", "One of the request inputs is not valid.", kChecked}},
    {ErrorCode::kInvalidMd5,
     {400, "InvalidMd5",
      "The MD5 value specified in the request is invalid. MD5 value must be 128 bits and base64 "
      "encoded.",
      kFrontEnd}},
    {ErrorCode::kInvalidQueryParameterValue,
     {400, "InvalidQueryParameterValue",
      "Value for one of the query parameters specified in the request URI is invalid.", kFrontEnd}},
    {ErrorCode::kInvalidResourceName,
     {400, "InvalidResourceName", "The specifed resource name contains invalid characters.",
      kChecked}},
    {ErrorCode::kInvalidUri,
     {400, "InvalidUri", "The requested URI does not represent any resource on the server.",
      kFrontEnd}},
    {ErrorCode::kInvalidValueType,
     {400, "InvalidValueType", "The value specified is invalid.", kChecked}},
    {ErrorCode::kInvalidXmlDocument,
     {400, "InvalidXmlDocument", "XML specified is not syntactically valid.", kFrontEnd}},
    {ErrorCode::kInvalidXmlNodeValue,
     {400, "InvalidXmlNodeValue",
      "The value for one of the XML nodes is not in the correct format.", kFrontEnd}},
    {ErrorCode::kJsonFormatNotSupported,
     {415, "JsonFormatNotSupported", "JSON format is not supported.", kFrontEnd}},
    {ErrorCode::kMd5Mismatch,
     {400, "Md5Mismatch",
      "The MD5 value specified in the request did not match with the MD5 value calculated by the "
      "server.",
      kFrontEnd}},
    {ErrorCode::kMediaTypeNotSupported,
     {415, "MediaTypeNotSupported", "None of the provided media types are supported", kFrontEnd}},
    {ErrorCode::kMethodNotAllowed,
     {405, "MethodNotAllowed", "The requested method is not allowed on the specified resource.",
      kChecked}},
    {ErrorCode::kMissingContentLengthHeader,
     {411, "MissingContentLengthHeader", "The Content-Length header was not specified.",
      kFrontEnd}},
    {ErrorCode::kNoAuthenticationInformation,
     {401, "NoAuthenticationInformation",
      "Server failed to authenticate the request. Please refer to the information in the "
      "www-authenticate header.",
      kFrontEnd}},
    {ErrorCode::kNoSuchAddress,
     {404, "ResourceNotFound", "The specified resource does not exist.", kFrontEnd}},
    {ErrorCode::kNotImplemented,
     {501, "NotImplemented",
      "The requested operation is not implemented on the specified resource.", kChecked}},
    {ErrorCode::kOperationTimedOut,
     {500, "OperationTimedOut", "Operation could not be completed within the specified time.",
      kChecked}},
    {ErrorCode::kOutOfRangeInput,
     {400, "OutOfRangeInput", "One of the request inputs is out of range.", kRequest}},
    {ErrorCode::kPropertiesNeedValue,
     {400, "PropertiesNeedValue", "The values are not specified for all properties in the entity.",
      kChecked}},
    {ErrorCode::kPropertyNameInvalid,
     {400, "PropertyNameInvalid", "The property name is invalid.", kChecked}},
    {ErrorCode::kPropertyNameTooLong,
     {400, "PropertyNameTooLong", "The property name exceeds the maximum allowed length (255).",
      kChecked}},
    {ErrorCode::kPropertyValueTooLarge,
     {400, "PropertyValueTooLarge",
      "The property value exceeds the maximum allowed size (64KB). If the property value is a "
      "string, it is UTF-16 encoded and the maximum number of characters should be 32K or less.",
      kStorage}},
    {ErrorCode::kRequestBodyTooLarge,
     {413, "RequestBodyTooLarge",
      "The request body is too large and exceeds the maximum permissible limit.", kFrontEnd}},
    {ErrorCode::kRequestHeadersTooLarge,
     {431, "RequestHeadersTooLarge",
      "The request line and headers are too large and exceed the maximum permissible limit.",
      kFrontEnd}},
    {ErrorCode::kRequestTimeout,
     {408, "RequestTimeout", "The request was not received within the permitted time.", kFrontEnd}},
    {ErrorCode::kResourceNotFound,
     {404, "ResourceNotFound", "The specified resource does not exist.", kStorage}},
    {ErrorCode::kServerBusy, {503, "ServerBusy", "The server is busy.", kChecked}},
    {ErrorCode::kTableAlreadyExists,
     {409, "TableAlreadyExists", "The table specified already exists.", kStorage}},
    {ErrorCode::kTableBeingDeleted,
     {409, "TableBeingDeleted", "The specified table is being deleted. Try operation later.",
      kStorage}},
    {ErrorCode::kTableNotFound,
     {404, "TableNotFound", "The table specified does not exist.", kRequest}},
    {ErrorCode::kTooManyProperties,
     {400, "TooManyProperties",
      "The entity contains more properties than allowed. Each entity can include up to 252 "
      "properties to store data. Each entity also has 3 system properties.",
      kChecked}},
    {ErrorCode::kUnreadableInput,
     {400, "InvalidInput", "One of the request inputs is not valid.", kRequest}},
    {ErrorCode::kUnsupportedHttpVerb,
     {405, "UnsupportedHttpVerb", "The resource doesn't support specified Http Verb.", kFrontEnd}},
    {ErrorCode::kUpdateConditionNotSatisfied,
     {412, "UpdateConditionNotSatisfied",
      "The update condition specified in the request was not satisfied.", kStorage}},
    {ErrorCode::kXMethodIncorrectCount,
     {400, "XMethodIncorrectCount",
      "The X-HTTP-Method header should have a single value, but has '2' instead.", kChecked}},
    {ErrorCode::kXMethodIncorrectValue,
     {400, "XMethodIncorrectValue",
      "The X-HTTP-Method header should be 'PUT', 'MERGE', 'PATCH' or 'DELETE'.", kChecked}},
    {ErrorCode::kXMethodNotUsingPost,
     {400, "XMethodNotUsingPost", "The X-HTTP-Method header can only be used with POST requests.",
      kChecked}},
};

constexpr bool HasRowsInOrder() {
  for (std::size_t i = 0; i < std::size(kWireRows); ++i) {
    if (static_cast<std::size_t>(kWireRows[i].code) != i) return false;
  }
  return kWireRows[std::size(kWireRows) - 1].code == ErrorCode::kXMethodNotUsingPost;
}
static_assert(HasRowsInOrder(), "a code has no row, or the rows are out of order");

}  // namespace

WireError ToWire(ErrorCode code) { return kWireRows[static_cast<std::size_t>(code)].wire; }

Error::Error(ErrorCode error_code) : Error(error_code, std::string(ToWire(error_code).text)) {}

Error::Error(ErrorCode error_code, std::string text)
    : Error(error_code, std::move(text), ToWire(error_code).stage) {}

Error::Error(ErrorCode error_code, std::string text, ErrorStage error_stage)
    : code(error_code), message(std::move(text)), stage(error_stage) {}

Error Error::Internal(std::string log_detail) {
  Error error(ErrorCode::kInternalError);
  error.detail = std::move(log_detail);
  return error;
}

}  // namespace rowhouse
