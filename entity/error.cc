#include "entity/error.h"

#include <cstdlib>
#include <utility>

namespace rowhouse {

WireError ToWire(ErrorCode code) {
  using enum ErrorStage;
  switch (code) {  // no default: -Wswitch-enum names the code you forgot
    case ErrorCode::kAtomFormatNotSupported:
      return {415, "AtomFormatNotSupported", "Atom format is not supported.", kRequest};
    case ErrorCode::kAuthenticationFailed:
      return {403, "AuthenticationFailed",
              "Server failed to authenticate the request. Make sure the value of Authorization "
              "header is formed "
              "correctly including the signature.",
              kFrontEnd};
    case ErrorCode::kAuthorizationFailure:
      return {403, "AuthorizationFailure",
              "This request is not authorized to perform this operation.", kChecked};
    case ErrorCode::kCommandsInBatchActOnDifferentPartitions:
      return {400, "CommandsInBatchActOnDifferentPartitions",
              "All commands in a batch must operate on same entity group.", kChecked};
    case ErrorCode::kConditionNotMet:
      return {412, "ConditionNotMet",
              "The condition specified using HTTP conditional header(s) is not met.", kRequest};
    case ErrorCode::kDuplicatePropertiesSpecified:
      return {400, "DuplicatePropertiesSpecified", "A property is specified more than one time.",
              kChecked};
    case ErrorCode::kEntityAlreadyExists:
      return {409, "EntityAlreadyExists", "The specified entity already exists.", kStorage};
    case ErrorCode::kEntityTooLarge:
      return {400, "EntityTooLarge", "The entity is larger than the maximum allowed size (1MB).",
              kStorage};
    case ErrorCode::kHostInformationNotPresent:
      return {400, "HostInformationNotPresent",
              "The required host information is not present in the request. You must send a "
              "non-empty Host header or "
              "include the absolute URI in the request line.",
              kFrontEnd};
    case ErrorCode::kInternalError:
      return {500, "InternalError",
              "Server encountered an internal error. Please try again after some time.", kChecked};
    case ErrorCode::kInvalidAuthenticationInfo:
      return {400, "InvalidAuthenticationInfo",
              "The authentication information was not provided in the correct format. Verify the "
              "value of "
              "Authorization header.",
              kFrontEnd};
    case ErrorCode::kInvalidBearerToken:  // the same code as above, another status and text
      return {401, "InvalidAuthenticationInfo",
              "Server failed to authenticate the request. Please refer to the information in the "
              "www-authenticate "
              "header.",
              kFrontEnd};
    case ErrorCode::kInvalidDuplicateRow:
      return {400, "InvalidDuplicateRow",
              "The batch request contains multiple changes with same row key. An entity can appear "
              "only once in a "
              "batch request.",
              kChecked};
    case ErrorCode::kInvalidHeaderValue:
      return {400, "InvalidHeaderValue",
              "The value for one of the HTTP headers is not in the correct format.", kFrontEnd};
    case ErrorCode::kInvalidHttpVerb:
      return {400, "InvalidHttpVerb", "The HTTP verb specified was not recognized by the server.",
              kFrontEnd};
    case ErrorCode::kInvalidInput:
      return {400, "InvalidInput", "One of the request inputs is not valid.", kChecked};
    case ErrorCode::kInvalidQueryParameterValue:
      return {400, "InvalidQueryParameterValue",
              "Value for one of the query parameters specified in the request URI is invalid.",
              kFrontEnd};
    case ErrorCode::kInvalidResourceName:
      return {400, "InvalidResourceName", "The specifed resource name contains invalid characters.",
              kChecked};
    case ErrorCode::kInvalidUri:
      return {400, "InvalidUri", "The requested URI does not represent any resource on the server.",
              kFrontEnd};
    case ErrorCode::kInvalidValueType:
      return {400, "InvalidValueType", "The value specified is invalid.", kChecked};
    case ErrorCode::kJsonFormatNotSupported:
      return {415, "JsonFormatNotSupported", "JSON format is not supported.", kFrontEnd};
    case ErrorCode::kMd5Mismatch:
      return {400, "Md5Mismatch",
              "The MD5 value specified in the request did not match with the MD5 value calculated "
              "by the server.",
              kFrontEnd};
    case ErrorCode::kMediaTypeNotSupported:
      return {415, "MediaTypeNotSupported", "None of the provided media types are supported",
              kFrontEnd};
    case ErrorCode::kMethodNotAllowed:
      return {405, "MethodNotAllowed",
              "The requested method is not allowed on the specified resource.", kChecked};
    case ErrorCode::kMissingContentLengthHeader:
      return {411, "MissingContentLengthHeader", "The Content-Length header was not specified.",
              kFrontEnd};
    case ErrorCode::kNoAuthenticationInformation:
      return {401, "NoAuthenticationInformation",
              "Server failed to authenticate the request. Please refer to the information in the "
              "www-authenticate "
              "header.",
              kFrontEnd};
    case ErrorCode::kNotImplemented:
      return {501, "NotImplemented",
              "The requested operation is not implemented on the specified resource.", kChecked};
    case ErrorCode::kOperationTimedOut:
      return {500, "OperationTimedOut",
              "Operation could not be completed within the specified time.", kChecked};
    case ErrorCode::kOutOfRangeInput:
      return {400, "OutOfRangeInput", "One of the request inputs is out of range.", kRequest};
    case ErrorCode::kPropertiesNeedValue:
      return {400, "PropertiesNeedValue",
              "The values are not specified for all properties in the entity.", kChecked};
    case ErrorCode::kPropertyNameInvalid:
      return {400, "PropertyNameInvalid", "The property name is invalid.", kChecked};
    case ErrorCode::kPropertyNameTooLong:
      return {400, "PropertyNameTooLong",
              "The property name exceeds the maximum allowed length (255).", kChecked};
    case ErrorCode::kPropertyValueTooLarge:
      return {400, "PropertyValueTooLarge",
              "The property value exceeds the maximum allowed size (64KB). If the property value "
              "is a string, it is "
              "UTF-16 encoded and the maximum number of characters should be 32K or less.",
              kStorage};
    case ErrorCode::kRequestBodyTooLarge:
      return {413, "RequestBodyTooLarge",
              "The request body is too large and exceeds the maximum permissible limit.",
              kFrontEnd};
    case ErrorCode::kRequestHeadersTooLarge:
      return {
          431, "RequestHeadersTooLarge",
          "The request line and headers are too large and exceed the maximum permissible limit.",
          kFrontEnd};
    case ErrorCode::kRequestTimeout:
      return {408, "RequestTimeout", "The request was not received within the permitted time.",
              kFrontEnd};
    case ErrorCode::kResourceNotFound:
      return {404, "ResourceNotFound", "The specified resource does not exist.", kStorage};
    case ErrorCode::kServerBusy:
      return {503, "ServerBusy", "The server is busy.", kChecked};
    case ErrorCode::kTableAlreadyExists:
      return {409, "TableAlreadyExists", "The table specified already exists.", kStorage};
    case ErrorCode::kTableBeingDeleted:
      return {409, "TableBeingDeleted",
              "The specified table is being deleted. Try operation later.", kStorage};
    case ErrorCode::kTableNotFound:
      return {404, "TableNotFound", "The table specified does not exist.", kRequest};
    case ErrorCode::kTooManyProperties:
      return {400, "TooManyProperties",
              "The entity contains more properties than allowed. Each entity can include up to 252 "
              "properties to store "
              "data. Each entity also has 3 system properties.",
              kChecked};
    case ErrorCode::kUnsupportedHttpVerb:
      return {405, "UnsupportedHttpVerb", "The resource doesn't support the specified HTTP verb.",
              kFrontEnd};
    case ErrorCode::kUpdateConditionNotSatisfied:
      return {412, "UpdateConditionNotSatisfied",
              "The update condition specified in the request was not satisfied.", kStorage};
    case ErrorCode::kXMethodIncorrectCount:
      return {400, "XMethodIncorrectCount",
              "The X-HTTP-Method header should have a single value, but has '2' instead.",
              kChecked};
    case ErrorCode::kXMethodIncorrectValue:
      return {400, "XMethodIncorrectValue",
              "The X-HTTP-Method header should be 'PUT', 'MERGE', 'PATCH' or 'DELETE'.", kChecked};
    case ErrorCode::kXMethodNotUsingPost:
      return {400, "XMethodNotUsingPost",
              "The X-HTTP-Method header can only be used with POST requests.", kChecked};
  }
  std::abort();
}

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
