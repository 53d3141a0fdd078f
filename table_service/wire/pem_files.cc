#include "table_service/wire/pem_files.h"

#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <system_error>

namespace rowhouse::wire {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePtr = std::unique_ptr<std::FILE, CloseFile>;

tl::expected<FilePtr, std::string> Open(const std::filesystem::path& file) {
  FilePtr opened(std::fopen(file.c_str(), "re"));
  if (!opened) {
    return Refuse(file, fmt::format("cannot be read: {}; check its path and permissions",
                                    std::generic_category().message(errno)));
  }
  return opened;
}

// OpenSSL's callback for the passphrase of an encrypted key: records the call and supplies none.
int RecordPassphraseCall(char* /*passphrase*/, int /*size*/, int /*for_writing*/, void* called) {
  *static_cast<bool*>(called) = true;
  return -1;
}

}  // namespace

tl::unexpected<std::string> Refuse(const std::filesystem::path& file, std::string_view what) {
  return tl::unexpected(fmt::format("{}: {}", file.string(), what));
}

void FreeOpenssl::operator()(X509* certificate) const { X509_free(certificate); }
void FreeOpenssl::operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }

std::string TakeOpensslError() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  const char* const reason = ERR_reason_error_string(code);
  return reason == nullptr ? "unknown reason" : reason;
}

tl::expected<CertificatePtr, std::string> ReadCertificate(const std::filesystem::path& file) {
  const auto opened = Open(file);
  if (!opened) return tl::unexpected(opened.error());
  CertificatePtr certificate(PEM_read_X509(opened->get(), nullptr, nullptr, nullptr));
  if (!certificate) {
    ERR_clear_error();
    return Refuse(file,
                  "contains no certificate in PEM format (BEGIN CERTIFICATE); convert one in DER "
                  "format with: openssl x509 -inform der -in FILE -out FILE.pem");
  }
  return certificate;
}

tl::expected<PrivateKeyPtr, std::string> ReadPrivateKey(const std::filesystem::path& file) {
  const auto opened = Open(file);
  if (!opened) return tl::unexpected(opened.error());
  bool is_encrypted = false;
  PrivateKeyPtr key(
      PEM_read_PrivateKey(opened->get(), nullptr, RecordPassphraseCall, &is_encrypted));
  if (key) return key;
  ERR_clear_error();
  if (is_encrypted) {
    return Refuse(file,
                  "the private key is encrypted, and the server cannot ask for its passphrase; "
                  "decrypt it into a file that only the server's user can read: openssl pkey -in "
                  "FILE -out FILE.plain");
  }
  return Refuse(file,
                "contains no private key in PEM format (BEGIN PRIVATE KEY); give the private key's "
                "file, or a file with both certificate and private key");
}

}  // namespace rowhouse::wire
