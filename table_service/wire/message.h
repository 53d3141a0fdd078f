#pragma once
// A request and a response without sockets: what handlers take and give. The Beast code converts at
// its edge.

#include "base/header_list.h"
#include "entity/error.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse::wire {

struct Request {
  std::string method;  // as on the wire
  std::string target;  // raw request target, still encoded, without scheme and host
  HeaderList headers;  // in wire order, names as sent, each once
  std::string body;
  std::string remote_address;  // numeric
  bool tls = false;

  std::optional<std::string_view> Header(std::string_view name) const {
    return FindHeader(headers, name);
  }
  std::string_view Path() const;   // before '?'
  std::string_view Query() const;  // behind '?', empty when there is none
};

struct Response {
  int status = 200;
  std::string reason = {};  // empty: the standard phrase
  HeaderList headers = {};  // without Date, Connection, Content-Length and Transfer-Encoding: the
                            // connection adds those
  std::string body = {};
  bool chunked = false;  // send the body with Transfer-Encoding: chunked (data-layer answers)
};

// Answers a request exactly once, from any thread.
using Responder = std::function<void(Response)>;

// What a server serves. `Handle` must not block its thread for longer than a point read; what may
// take longer goes to another thread and calls `respond` from there. A request whose handler throws
// or drops `respond` is answered with a bare 500.
class Handler {
 public:
  virtual ~Handler() = default;
  virtual void Handle(Request request, Responder respond) = 0;

  // The answer to a request that was refused before it was read whole: kRequestBodyTooLarge,
  // kRequestHeadersTooLarge, kRequestTimeout, kInvalidInput (not HTTP). `request` has what was read
  // of the head, perhaps nothing.
  virtual Response Refuse(const Request& request, ErrorCode code) = 0;
  // Called with the head before a body is waited for: an answer here is sent instead of "100
  // Continue" and the body is not read.
  virtual std::optional<Response> CheckHead(const Request& head) = 0;
};

}  // namespace rowhouse::wire
