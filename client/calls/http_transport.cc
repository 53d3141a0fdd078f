#include "client/calls/http_transport.h"

#include "base/loopback.h"
#include "client/calls/address.h"
#include "client/calls/proxy.h"
#include "client/calls/timer.h"

#include <atomic>
#include <boost/asio/ssl/context.hpp>
#include <cpprest/http_client.h>
#include <cpprest/producerconsumerstream.h>
#include <map>
#include <mutex>
#include <openssl/err.h>
#include <openssl/sslerr.h>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <utility>

namespace rowhouse::tables {
namespace {

using web::http::client::http_client;

// http_client's own limit is one of inactivity; ours is the deadline of the call.
constexpr std::chrono::hours kInactivityMax{1};

web::http::client::http_client_config ConfigOf(const ClientOptions& options) {
  web::http::client::http_client_config config;
  config.set_timeout(std::chrono::duration_cast<utility::seconds>(kInactivityMax));
  config.set_validate_certificates(options.verify_certificate);
  // Following one would turn a write into a GET of another address, whose success is not ours.
  config.set_max_redirects(0);
  if (!options.ca_file.empty()) {
    config.set_ssl_context_callback([file = options.ca_file](boost::asio::ssl::context& context) {
      context.load_verify_file(file);
    });
  }
  return config;
}

web::web_proxy WebProxyOf(const ProxyAddress& proxy) {
  web::web_proxy made{web::uri(proxy.url)};
  if (!proxy.user.empty()) made.set_credentials({proxy.user, proxy.password});
  return made;
}

// Reports an unusable file of certificates before anything is sent.
void RequireCertificates(const std::string& file) {
  if (file.empty()) return;
  boost::asio::ssl::context context(boost::asio::ssl::context::tls_client);
  boost::system::error_code error;
  context.load_verify_file(file, error);
  if (error) {
    throw std::invalid_argument("the file of certificates '" + file +
                                "' has none in PEM: " + error.message());
  }
}

// A body that cannot be rewound. With one that can, http_client itself repeats a request whose
// reused connection was closed, and nobody learns that it was sent twice. With this body it reports
// an error.
concurrency::streams::istream BodyStream(const std::string& body) {
  concurrency::streams::producer_consumer_buffer<std::uint8_t> buffer(body.size() + 1);
  buffer.putn_nocopy(reinterpret_cast<const std::uint8_t*>(body.data()), body.size()).wait();
  buffer.close(std::ios_base::out).wait();
  return buffer.create_istream();
}

web::http::http_request MakeRequest(const HttpRequest& request) {
  web::http::http_request made(request.method);
  made.set_request_uri(web::uri(request.target));
  if (request.method != "GET") {
    made.set_body(BodyStream(request.body), request.body.size());
    made.headers().remove("Content-Type");  // set_body() has its own idea
  }
  for (const auto& [name, value] : request.headers) made.headers().add(name, value);
  return made;
}

HttpResponse MakeResponse(const web::http::http_response& response,
                          const std::vector<unsigned char>& body) {
  HttpResponse made{.status = response.status_code(), .body = {body.begin(), body.end()}};
  for (const auto& [name, value] : response.headers()) made.headers.emplace_back(name, value);
  return made;
}

// The cause of a failed handshake, by the OpenSSL reason that http_client passes on.
std::string HandshakeText(int code) {
  const auto error = static_cast<unsigned long>(code);
  if (ERR_GET_LIB(error) == ERR_LIB_SSL &&
      ERR_GET_REASON(error) == SSL_R_CERTIFICATE_VERIFY_FAILED) {
    return "the server's certificate is not trusted, or is another host's: name a file of "
           "certificates to trust";
  }
  if (ERR_GET_LIB(error) == ERR_LIB_SSL && ERR_GET_REASON(error) == SSL_R_WRONG_VERSION_NUMBER) {
    return "the server does not speak TLS: is the endpoint http:// rather than https://?";
  }
  return "the TLS handshake failed";
}

// What `text` of http_client means when it is about the proxy's tunnel to an https server.
std::string TunnelText(const std::string& text) {
  if (text.ends_with(": 407")) return std::string(kProxyWantsCredentials);
  return text;
}

// How far a request came, by the texts of http_client, which gives no other sign of it.
SendFailure FailureOf(const std::string& text, int code = 0) {
  const auto says = [&text](std::string_view words) {
    return text.find(words) != std::string::npos;
  };
  if (says("cannot rewind input stream")) {
    return {.kind = SendFailure::Kind::kStale,
            .sent = true,
            .text = "the server had closed the reused connection"};
  }
  if (says("Failed to write request")) {
    return {.kind = SendFailure::Kind::kStale,
            .sent = false,
            .text = "the connection broke while the request was being sent"};
  }
  if (says("proxy")) {
    return {.kind = SendFailure::Kind::kNotSent, .sent = false, .text = TunnelText(text)};
  }
  if (says("handshake")) {
    return {.kind = SendFailure::Kind::kNotSent, .sent = false, .text = HandshakeText(code)};
  }
  if (says("connect") || says("resolv")) {
    return {.kind = SendFailure::Kind::kNotSent, .sent = false, .text = text};
  }
  return {.kind = SendFailure::Kind::kLost, .sent = true, .text = text};
}

// The http_client of each origin, with its pool of connections.
class Clients {
 public:
  explicit Clients(const ClientOptions& options)
      : proxy_(ParseProxy(options.proxy)), config_(ConfigOf(options)) {}

  bool UsesProxy(const std::string& origin) const {
    return !proxy_.url.empty() && !IsLoopbackHost(AuthorityOf(origin));
  }
  const std::string& ProxyUrl() const { return proxy_.url; }

  std::shared_ptr<http_client> Of(const std::string& origin) {
    const std::lock_guard lock(mutex_);
    auto& client = clients_[origin];
    if (client == nullptr) {
      auto config = config_;
      if (UsesProxy(origin)) config.set_proxy(WebProxyOf(proxy_));
      client = std::make_shared<http_client>(web::uri(origin), config);
    }
    return client;
  }

  // Later requests avoid the connections of `stale`: where the server closed one, it closed the
  // others too.
  void Forget(const std::string& origin, const std::shared_ptr<http_client>& stale) {
    const std::lock_guard lock(mutex_);
    auto& client = clients_[origin];
    if (client == stale) client.reset();
  }

 private:
  const ProxyAddress proxy_;
  const web::http::client::http_client_config config_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<http_client>> clients_;  // guarded by mutex_
};

// One Send() in progress, which ends with the answer, the deadline or the cancellation.
class Sending : public std::enable_shared_from_this<Sending> {
 public:
  Sending(std::shared_ptr<Clients> clients, std::stop_token cancellation,
          std::function<void(SendResult)> done)
      : clients_(std::move(clients)),
        cancellation_(std::move(cancellation)),
        done_(std::move(done)) {}

  void Begin(const HttpRequest& request, std::chrono::steady_clock::time_point deadline) {
    origin_ = request.origin;
    client_ = clients_->Of(origin_);
    const std::weak_ptr<Sending> weak = shared_from_this();
    const auto stop_by = [weak](SendFailure::Kind kind) {
      return [weak, kind] {
        if (const auto self = weak.lock()) self->Stop(kind);
      };
    };
    alarm_ = RunAt(deadline, stop_by(SendFailure::Kind::kTimedOut));
    on_cancel_.emplace(cancellation_, stop_by(SendFailure::Kind::kCancelled));
    auto response = std::make_shared<web::http::http_response>();
    client_->request(MakeRequest(request), source_.get_token())
        .then([response](const web::http::http_response& answer) {
          *response = answer;
          return answer.extract_vector();
        })
        .then([self = shared_from_this(),
               response](const pplx::task<std::vector<unsigned char>>& body) {
          self->End(*response, body);
        });
  }

 private:
  enum class Stopped : std::uint8_t { kNo, kTimedOut, kCancelled };

  void Stop(SendFailure::Kind kind) {
    Stopped expected = Stopped::kNo;
    const Stopped wanted =
        kind == SendFailure::Kind::kTimedOut ? Stopped::kTimedOut : Stopped::kCancelled;
    if (stopped_.compare_exchange_strong(expected, wanted)) source_.cancel();
  }

  void End(const web::http::http_response& response,
           const pplx::task<std::vector<unsigned char>>& body) {
    on_cancel_.reset();
    alarm_.reset();
    SendResult result;
    try {
      const std::vector<unsigned char> bytes = body.get();
      result.response = MakeResponse(response, bytes);
    } catch (const web::http::http_exception& error) {
      result.failure = Explain(FailureOf(error.what(), error.error_code().value()));
    } catch (const std::exception& error) {
      result.failure = Explain(FailureOf(error.what()));
    }
    done_(std::move(result));
  }

  // A request that we stopped failed for our reason, whatever http_client reports.
  SendFailure Explain(SendFailure failure) const {
    const Stopped stopped = stopped_;
    if (clients_->UsesProxy(origin_)) {
      failure.text += " (through the proxy " + clients_->ProxyUrl() + ")";
    }
    if (stopped == Stopped::kNo) {
      if (failure.kind == SendFailure::Kind::kStale) clients_->Forget(origin_, client_);
      return failure;
    }
    const bool timed_out = stopped == Stopped::kTimedOut;
    failure.kind = timed_out ? SendFailure::Kind::kTimedOut : SendFailure::Kind::kCancelled;
    failure.text = timed_out ? "no answer before the deadline" : "cancelled by the caller";
    return failure;
  }

  const std::shared_ptr<Clients> clients_;
  const std::stop_token cancellation_;
  const std::function<void(SendResult)> done_;
  pplx::cancellation_token_source source_;
  std::atomic<Stopped> stopped_{Stopped::kNo};
  std::shared_ptr<Alarm> alarm_;
  std::optional<std::stop_callback<std::function<void()>>> on_cancel_;
  std::string origin_;
  std::shared_ptr<http_client> client_;
};

class HttpTransport final : public Transport {
 public:
  explicit HttpTransport(const ClientOptions& options)
      : clients_(std::make_shared<Clients>(options)) {}

  void Send(HttpRequest request, std::chrono::steady_clock::time_point deadline,
            const std::stop_token& cancellation, std::function<void(SendResult)> done) override {
    std::make_shared<Sending>(clients_, cancellation, std::move(done))->Begin(request, deadline);
  }

 private:
  const std::shared_ptr<Clients> clients_;
};

}  // namespace

std::shared_ptr<Transport> MakeHttpTransport(const ClientOptions& options) {
  RequireCertificates(options.ca_file);
  return std::make_shared<HttpTransport>(options);
}

}  // namespace rowhouse::tables
