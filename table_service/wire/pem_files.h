#pragma once
// Reads certificates and private keys from PEM files with OpenSSL. Failures are messages for the
// operator that name the file and the remedy.

#include <filesystem>
#include <memory>
#include <openssl/types.h>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse::wire {

struct FreeOpenssl {
  void operator()(X509* certificate) const;
  void operator()(EVP_PKEY* key) const;
};
using CertificatePtr = std::unique_ptr<X509, FreeOpenssl>;
using PrivateKeyPtr = std::unique_ptr<EVP_PKEY, FreeOpenssl>;

// Reads the first certificate of the file.
tl::expected<CertificatePtr, std::string> ReadCertificate(const std::filesystem::path& file);
// Reads a private key. An encrypted one is refused: a server cannot ask for the passphrase.
tl::expected<PrivateKeyPtr, std::string> ReadPrivateKey(const std::filesystem::path& file);

// A message about a file.
tl::unexpected<std::string> Refuse(const std::filesystem::path& file, std::string_view what);

// Returns the first error in this thread's OpenSSL queue as text, and clears the queue.
std::string TakeOpensslError();

}  // namespace rowhouse::wire
