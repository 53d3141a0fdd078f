#include "table_service/wire/tls_context.h"

#include "table_service/wire/certificate_facts.h"
#include "table_service/wire/pem_files.h"

#include <boost/asio/ssl/context.hpp>
#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

namespace rowhouse::wire {
namespace {

constexpr const char* kTls12Suites = "ECDHE+AESGCM:ECDHE+CHACHA20";

void Restrict(SSL_CTX* context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_cipher_list(context, kTls12Suites);
  // A client that closes without close_notify is treated like one that closes a plain connection:
  // the length of each request is known, so none can be truncated unnoticed.
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
}

}  // namespace

tl::expected<TlsContext, std::string> LoadTlsContext(const CertificateFiles& files,
                                                     CertificateInUse& in_use) {
  const auto certificate = ReadCertificate(files.certificate);
  if (!certificate) return tl::unexpected(certificate.error());
  const auto key = ReadPrivateKey(files.key);
  if (!key) return tl::unexpected(key.error());
  if (X509_check_private_key(certificate->get(), key->get()) != 1) {
    ERR_clear_error();
    return Refuse(files.key,
                  fmt::format("the private key does not match the certificate in {}; give "
                              "the key for which the certificate was issued",
                              files.certificate.string()));
  }
  auto context = std::make_shared<boost::asio::ssl::context>(boost::asio::ssl::context::tls_server);
  SSL_CTX* const native = context->native_handle();
  Restrict(native);
  if (SSL_CTX_use_certificate_chain_file(native, files.certificate.c_str()) != 1 ||
      SSL_CTX_use_PrivateKey(native, key->get()) != 1) {
    return Refuse(files.certificate,
                  fmt::format("the certificate cannot be used: {}", TakeOpensslError()));
  }
  in_use.Set(FactsOf(**certificate));
  return context;
}

}  // namespace rowhouse::wire
