#include "table_service/operations/error_answer.h"

#include "base/date_time.h"
#include "batch/entity_write.h"
#include "entity/stored_properties.h"
#include "settings/xml_output.h"

#include <algorithm>

namespace rowhouse::operations {
namespace {

constexpr std::string_view kMetadataNamespace =
    "http://schemas.microsoft.com/ado/2007/08/dataservices/metadata";

std::string FullMessage(std::string_view message, const ErrorContext& context) {
  std::string text(message);
  text += "\nRequestId:";
  text += context.request_id;
  text += "\nTime:";
  text += DateTime::FromSystem(context.now).ToStringSevenDigits();
  return text;
}

std::string JsonBody(std::string_view code, std::string_view full_message) {
  std::string body = R"({"odata.error":{"code":")";
  body += code;
  body += R"(","message":{"lang":"en-US","value":)";
  AppendJsonString(body, full_message);
  body += "}}}";
  return body;
}

// `prefix` is "m:" for the front end and "" for the data layer.
std::string XmlBody(std::string_view prefix, std::string_view code, std::string_view full_message) {
  const std::string p(prefix);
  std::string body = R"(<?xml version="1.0" encoding="utf-8"?><)" + p + "error xmlns";
  if (!prefix.empty()) body += ":m";
  body += "=\"";
  body += kMetadataNamespace;
  body += "\"><" + p + "code>";
  body += code;
  body += "</" + p + "code><" + p + R"(message xml:lang="en-US">)";
  AppendXmlText(body, full_message);
  body += "</" + p + "message></" + p + "error>";
  return body;
}

// Returns the first line of `message`, restricted to printable ASCII as a reason phrase must be.
std::string ReasonFrom(std::string_view message) {
  std::string reason(message.substr(0, message.find('\n')));
  std::replace_if(
      reason.begin(), reason.end(), [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  return reason;
}

wire::Response AnswerFrontEndError(const Error& error, const ErrorContext& context) {
  const WireError wire = ToWire(error.code);
  wire::Response response;
  response.status = wire.status;
  response.reason = ReasonFrom(error.message);
  const std::string message = FullMessage(error.message, context);
  const bool json = context.format.JsonErrors();
  response.headers.emplace_back("Content-Type", json ? "application/json" : "application/xml");
  response.headers.emplace_back("x-ms-error-code", wire.code);
  response.body = json ? JsonBody(wire.code, message) : XmlBody("m:", wire.code, message);
  return response;
}

}  // namespace

std::string_view DataLayerErrorType(const AnswerFormat& format) {
  return format.JsonErrors() ? EntityContentType(format.level) : "application/xml;charset=utf-8";
}

std::string DataLayerErrorBody(ErrorCode code, std::string_view message,
                               const ErrorContext& context) {
  const std::string full_message = FullMessage(message, context);
  const std::string_view name = ToWire(code).code;
  return context.format.JsonErrors() ? JsonBody(name, full_message)
                                     : XmlBody("", name, full_message);
}

wire::Response AnswerError(const Error& error, const ErrorContext& context) {
  if (error.stage == ErrorStage::kAuthentication || error.stage == ErrorStage::kFrontEnd) {
    return AnswerFrontEndError(error, context);
  }
  const WireError wire = ToWire(error.code);
  wire::Response response;
  response.status = wire.status;
  if (error.stage != ErrorStage::kRequest) {
    response.headers.emplace_back("Cache-Control", "no-cache");
    if (context.preference != Preference::kNone) {
      response.headers.emplace_back("Preference-Applied", ToString(context.preference));
    }
  }
  response.headers.emplace_back("Content-Type", DataLayerErrorType(context.format));
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.body = DataLayerErrorBody(error.code, error.message, context);
  response.chunked = true;
  return response;
}

}  // namespace rowhouse::operations
