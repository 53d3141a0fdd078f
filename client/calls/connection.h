#pragma once
// Shared by the clients of one account: its address, how requests are signed and sent, options.

#include "client/calls/address.h"
#include "client/calls/retry.h"

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <rowhouse/error.h>
#include <rowhouse/options.h>
#include <rowhouse/transport.h>
#include <string>
#include <string_view>
#include <variant>

namespace rowhouse::tables {

// Whether a header may have this value: it has no control characters.
bool IsHeaderText(std::string_view value);

// One call, before it is addressed and signed.
struct CallSpec {
  std::string method = {};
  std::string path = {};   // after the account, encoded: "/People(PartitionKey='a',RowKey='b')"
  std::string query = {};  // encoded, without '?' and without a signature
  Headers headers = {};    // what the common ones do not have
  std::string body = {};
  Safety safety = Safety::kRead;
  bool gone_is_done = false;  // see DecideRetry()
  bool secondary = false;
  // Called before the request is repeated because the service did not begin it; from any thread.
  std::function<void()> on_busy = {};
};

// A call that was answered, with a status below 400 or with `done_before`.
struct Answer {
  HttpResponse response;
  bool done_before = false;  // the answer is a 404 that means success
  ErrorInfo info = {};       // for an error that reading finds
};

// Threads: const calls may overlap, and only those are made.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  static std::shared_ptr<const Connection> Make(AccountAddress address, ClientOptions options);

  const AccountAddress& Address() const { return address_; }
  const ClientOptions& Options() const { return options_; }

  // "http://host/account", without credentials.
  std::string Url() const { return address_.primary.origin + address_.primary.base_path; }

  // Sends until there is an outcome, then calls `done` once, from any thread: with an answer or
  // with a TableError. std::invalid_argument: a header cannot have such a value.
  using Outcome = std::variant<Answer, std::exception_ptr>;
  void Start(CallSpec spec, const CallOptions& call, std::function<void(Outcome)> done) const;

  // Whether the service has ever answered, with whatever status.
  bool HasAnswered() const { return has_answered_; }
  void NoteAnswer() const { has_answered_ = true; }

  // The request of one attempt, signed as of now, or with `token` where the account has tokens.
  HttpRequest Sign(const CallSpec& spec, const std::string& client_request_id,
                   const std::string& token) const;

 private:
  Connection(AccountAddress address, ClientOptions options);

  const AccountAddress address_;
  const ClientOptions options_;
  std::shared_ptr<Transport> transport_;
  mutable std::atomic<bool> has_answered_ = false;
};

}  // namespace rowhouse::tables
