#pragma once
// Certificates and private keys in PEM files, by OpenSSL. Failures are texts for the operator that
// name the file and the remedy.

#include <filesystem>
#include <memory>
#include <openssl/types.h>
#include <string>
#include <tl/expected.hpp>

namespace rowhouse::wire {

struct FreeOpenssl {
  void operator()(X509* certificate) const;
  void operator()(EVP_PKEY* key) const;
};
using CertificatePtr = std::unique_ptr<X509, FreeOpenssl>;
using PrivateKeyPtr = std::unique_ptr<EVP_PKEY, FreeOpenssl>;

// The first certificate of the file.
tl::expected<CertificatePtr, std::string> ReadCertificate(const std::filesystem::path& file);
// An encrypted key is refused: nobody is there to type its password.
tl::expected<PrivateKeyPtr, std::string> ReadPrivateKey(const std::filesystem::path& file);

// The first failure that OpenSSL noted on this thread, as text; forgets them all.
std::string TakeOpensslError();

}  // namespace rowhouse::wire
