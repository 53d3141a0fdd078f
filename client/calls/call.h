#pragma once
// One call with all its attempts. Lives as long as something is outstanding: the transport or the
// alarm holds it.

#include "client/calls/connection.h"
#include "client/calls/timer.h"

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace rowhouse::tables {

class Call : public std::enable_shared_from_this<Call> {
 public:
  Call(std::shared_ptr<const Connection> connection, std::shared_ptr<Transport> transport,
       CallSpec spec, const CallOptions& options, std::function<void(Connection::Outcome)> done);

  // `token`: of all attempts; empty for an account without tokens.
  void Begin(std::string token);
  // Ends with kNotSent and `reason`, without an attempt, on another thread.
  void Fail(std::string reason);

 private:
  void Attempt();
  void Ended(SendResult result);
  AttemptEnd EndOf(const SendResult& result, std::string_view code) const;
  RetryVerdict Decide(const AttemptEnd& end);
  void Wait(std::chrono::milliseconds delay);
  void Report(const SendResult& result, std::optional<std::chrono::milliseconds> repeated_in) const;
  ErrorInfo Describe(const SendResult& result, ErrorKind kind) const;
  void Finish(Connection::Outcome outcome);

  const std::shared_ptr<const Connection> connection_;
  const std::shared_ptr<Transport> transport_;
  const CallSpec spec_;
  const RetryPolicy policy_;
  const std::stop_token cancellation_;
  const std::string client_request_id_;
  const std::chrono::milliseconds timeout_;
  const std::chrono::steady_clock::time_point first_begun_;
  const std::chrono::steady_clock::time_point
      last_;  // the caller's own deadline, or the end of time
  // One attempt or one wait at a time touches these, each begun by the one before.
  std::string token_;
  RetryState state_;
  std::chrono::steady_clock::time_point deadline_;  // moves on while the call is patient
  std::chrono::steady_clock::time_point begun_;
  std::function<void(Connection::Outcome)> done_;
};

}  // namespace rowhouse::tables
