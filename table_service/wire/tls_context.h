#pragma once
// The certificate and private key of a server, read from files.

#include <filesystem>
#include <memory>
#include <string>
#include <tl/expected.hpp>

namespace boost::asio::ssl {
class context;
}

namespace rowhouse::wire {

class CertificateInUse;

// PEM files. The certificate may be followed by its chain up to a root. Both paths may name the
// same file.
struct CertificateFiles {
  std::filesystem::path certificate = {};
  std::filesystem::path key = {};
};

using TlsContext = std::shared_ptr<boost::asio::ssl::context>;

// Returns a context for TLS 1.2 and later; for 1.2 it allows only suites with forward secrecy and
// authenticated encryption. Puts what the certificate says into `in_use`. Failure: a message that names
// the file and the remedy; `in_use` is not changed.
tl::expected<TlsContext, std::string> LoadTlsContext(const CertificateFiles& files,
                                                     CertificateInUse& in_use);

}  // namespace rowhouse::wire
