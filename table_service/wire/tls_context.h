#pragma once
// Certificate and key of a server, read from files.

#include <filesystem>
#include <memory>
#include <string>
#include <tl/expected.hpp>

namespace boost::asio::ssl {
class context;
}

namespace rowhouse::wire {

// PEM files. The certificate's may go on with those that lead to a root; both may be one file.
struct CertificateFiles {
  std::filesystem::path certificate = {};
  std::filesystem::path key = {};
};

using TlsContext = std::shared_ptr<boost::asio::ssl::context>;

// TLS 1.2 and later; of 1.2 only suites with forward secrecy and authenticated encryption.
// Failure: a text that names the file and the remedy.
tl::expected<TlsContext, std::string> LoadTlsContext(const CertificateFiles& files);

}  // namespace rowhouse::wire
