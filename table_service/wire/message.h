#pragma once
// A request and a response, independent of sockets and of Boost.Beast: the types that handlers take
// and return.

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
  std::string_view Query() const;  // after '?'; empty if there is none
};

struct Response {
  int status = 200;
  std::string reason = {};  // empty: the standard phrase
  // Without Date, Connection, Content-Length and Transfer-Encoding: the connection adds those.
  HeaderList headers = {};
  std::string body = {};
  bool chunked = false;  // send the body with Transfer-Encoding: chunked (data-layer answers)
};

// Answers a request. Called exactly once, from any thread.
using Responder = std::function<void(Response)>;

// The application that a server serves. `Handle` must not block its thread for longer than a point
// read; work that may take longer goes to another thread and calls `respond` from there. A request
// whose handler throws or drops `respond` is answered with a bare 500.
class Handler {
 public:
  virtual ~Handler() = default;
  virtual void Handle(Request request, Responder respond) = 0;

  // Returns the answer to a request that was refused before it was read completely:
  // kRequestBodyTooLarge, kRequestHeadersTooLarge, kRequestTimeout, kInvalidInput (not HTTP), kServerBusy.
  // `request` has the part of the head that was read, which may be nothing.
  virtual Response Refuse(const Request& request, ErrorCode code) = 0;
  // Called with the head before the server waits for a body. If it returns an answer, that is sent
  // instead of "100 Continue" and the body is not read.
  virtual std::optional<Response> CheckHead(const Request& head) = 0;
};

}  // namespace rowhouse::wire
