#pragma once
// The exceptions that calls throw.
//
//   std::invalid_argument   the call cannot be right (a mixed transaction, a bad table name, text
//                           that is not UTF-8); nothing was sent
//   PropertyError           a property is absent or has another type
//   TableError              everything that goes wrong with the service
//     TransactionError        a transaction that the service refused; nothing of it was done
//     OutcomeUnknownError     a write was sent and its answer is lost: it may have been done

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rowhouse::tables {

enum class ErrorKind : std::uint8_t {
  kService,          // the service answered with an error: status, code and message are its own
  kNotSent,          // no connection, or it broke before the request was out, or the token callback
                     // threw: nothing was done
  kOutcomeUnknown,   // sent, but no answer that tells: a write may have been done or not
  kDeadline,         // the deadline passed; of a write: before anything of it was sent
  kCancelled,        // cancelled; of a write: before anything of it was sent
  kMalformedAnswer,  // a successful status with a body that cannot be read; a write was done
  kAnswerLost,       // of a read: sent, but no answer came; reading again does no harm
};

struct ErrorInfo {
  ErrorKind kind = ErrorKind::kService;
  int status = 0;               // HTTP status; 0 without an answer
  std::string code = {};        // the service's code, "EntityAlreadyExists"; empty without one
  std::string message = {};     // first line of the service's text, or what happened here
  std::string request_id = {};  // x-ms-request-id, for the service's support; empty without one
  std::string client_request_id = {};  // x-ms-client-request-id as sent
  std::string origin = {};             // the server, "http://127.0.0.1:10002"
  std::string request = {};            // "POST /account/People", without its query
  int attempts = 0;                    // how often it was sent
};

// An error of a call. what() has all of it in one line.
class TableError : public std::runtime_error {
 public:
  explicit TableError(ErrorInfo info);

  ErrorKind Kind() const { return info_.kind; }
  int Status() const { return info_.status; }
  const std::string& Code() const { return info_.code; }
  const std::string& Message() const { return info_.message; }
  const std::string& RequestId() const { return info_.request_id; }
  const ErrorInfo& Info() const { return info_; }

  // Whether the service said so, by its code.
  bool Is(std::string_view code) const { return info_.code == code; }

 private:
  ErrorInfo info_;
};

// Nothing of the transaction was done.
class TransactionError final : public TableError {
 public:
  TransactionError(ErrorInfo info, std::optional<std::size_t> failed)
      : TableError(std::move(info)), failed_(failed) {}

  // The operation that the service refused, counted from 0. None when it refused the whole.
  std::optional<std::size_t> FailedOperation() const { return failed_; }

 private:
  std::optional<std::size_t> failed_;
};

// The request went out, and no answer says whether it was carried out. Look before you write again.
// Only thrown by calls whose repetition could do harm or mislead; the others are repeated.
class OutcomeUnknownError final : public TableError {
 public:
  using TableError::TableError;
};

// A property that is absent or of another type than asked for.
class PropertyError final : public std::runtime_error {
 public:
  PropertyError(std::string_view property, std::string_view wanted, std::string_view found);
  const std::string& Property() const { return property_; }

 private:
  std::string property_;
};

}  // namespace rowhouse::tables
