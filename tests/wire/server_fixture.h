#pragma once
// A server on a free port with a handler made of functions. If ROWHOUSE_TEST_TLS is defined, the
// server also listens for TLS and Connect() uses it, so that most tests of requests run over both.

#include "table_service/server/development_certificate.h"
#include "table_service/wire/server.h"
#include "tests/support/raw_client.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <unistd.h>
#include <utility>

namespace rowhouse::wire {

using namespace std::chrono_literals;
using server::CertificateNames;
using server::EnsureDevelopmentCertificate;

// Answers with the request itself: "METHOD TARGET\nBODY".
inline Response Echo(const Request& request) {
  Response response;
  response.body = request.method + " " + request.target + "\n" + request.body;
  return response;
}

class FunctionHandler : public Handler {
 public:
  std::function<void(Request, Responder)> handle = [](Request request, const Responder& respond) {
    respond(Echo(request));
  };
  std::function<std::optional<Response>(const Request&)> check_head = [](const Request&) {
    return std::nullopt;
  };
  std::function<Response(const Request&, ErrorCode)> refuse = [](const Request& request,
                                                                 ErrorCode code) {
    Response response;
    response.status = ToWire(code).status;
    response.headers.emplace_back("X-Target", request.target);
    response.body = ToWire(code).code;
    return response;
  };
  std::atomic<int> handled = 0;
  std::atomic<int> heads_checked = 0;

  void Handle(Request request, Responder respond) override {
    ++handled;
    handle(std::move(request), std::move(respond));
  }

  Response Refuse(const Request& request, ErrorCode code) override { return refuse(request, code); }

  std::optional<Response> CheckHead(const Request& head) override {
    ++heads_checked;
    return check_head(head);
  }
};

#ifdef ROWHOUSE_TEST_TLS
inline constexpr bool kOverTls = true;
#else
inline constexpr bool kOverTls = false;
#endif

// A certificate for localhost, created once per test program.
inline const CertificateFiles& TestCertificate() {
  static const auto made = EnsureDevelopmentCertificate(
      std::filesystem::temp_directory_path() / ("rowhouse_tls_" + std::to_string(::getpid())),
      CertificateNames({}, "127.0.0.1"), std::chrono::system_clock::now());
  BOOST_REQUIRE_MESSAGE(made, (made ? "" : made.error()));
  return made->files;
}

struct ServerFixture {
  FunctionHandler handler;
  ServerOptions options{.port = 0};
  std::unique_ptr<Server> server;

  // Starts the server on first use, so that a test can first set `handler` and `options`.
  test::RawClient Connect() {
    Start();
    return kOverTls ? ConnectTls() : test::RawClient(server->Port());
  }
  test::RawClient ConnectTls() {
    bool is_secure = false;
    test::RawClient client(server->TlsPort(), TestCertificate().certificate, is_secure);
    BOOST_REQUIRE(is_secure);
    return client;
  }
  void Start() {
    if (server) return;
    if (kOverTls) options.tls = TlsOptions{.port = 0, .files = TestCertificate()};
    auto started = Server::Start(options, handler);
    BOOST_REQUIRE_MESSAGE(started, (started ? "" : started.error()));
    server = std::move(*started);
  }
};

inline std::string Get(std::string_view target) {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: x\r\n\r\n";
}

// A request without its body.
inline std::string PostHead(std::string_view target, std::size_t length,
                            std::string_view more_headers = "") {
  return "POST " + std::string(target) +
         " HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(length) + "\r\n" +
         std::string(more_headers) + "\r\n";
}

inline std::string Post(std::string_view target, std::string_view body) {
  return PostHead(target, body.size()) + std::string(body);
}

}  // namespace rowhouse::wire
