#include "table_service/server/development_certificate.h"

#include "table_service/wire/pem_files.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace rowhouse::server {
namespace {

using std::chrono::system_clock;

constexpr const char* kCommonName = "Rowhouse development certificate";
constexpr std::chrono::hours kLifetime(397 * 24);  // the longest that browsers accept
constexpr std::chrono::hours kRenewalTime(30 * 24);
constexpr std::chrono::hours kClockAllowance(24);
constexpr long kVersion3 = 2;

bool IsAddress(const std::string& name) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  return inet_pton(AF_INET, name.c_str(), bytes.data()) == 1 ||
         inet_pton(AF_INET6, name.c_str(), bytes.data()) == 1;
}

bool Covers(X509* certificate, const std::string& name) {
  if (IsAddress(name)) return X509_check_ip_asc(certificate, name.c_str(), 0) == 1;
  const std::string host = name.starts_with("*.") ? "account" + name.substr(1) : name;
  return X509_check_host(certificate, host.c_str(), host.size(), 0, nullptr) == 1;
}

bool IsUsable(const wire::CertificateFiles& files, std::span<const std::string> names,
              system_clock::time_point now) {
  const auto certificate = wire::ReadCertificate(files.certificate);
  const auto key = wire::ReadPrivateKey(files.key);
  if (!certificate || !key) return false;
  const bool is_pair = X509_check_private_key(certificate->get(), key->get()) == 1;
  ERR_clear_error();
  std::time_t renewal = system_clock::to_time_t(now + kRenewalTime);
  return is_pair && X509_cmp_time(X509_get0_notAfter(certificate->get()), &renewal) > 0 &&
         std::all_of(names.begin(), names.end(),
                     [&](const auto& name) { return Covers(certificate->get(), name); });
}

bool AddExtension(X509* certificate, int id, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, id, value.c_str());
  if (extension == nullptr) return false;
  const bool added = X509_add_ext(certificate, extension, -1) == 1;
  X509_EXTENSION_free(extension);
  return added;
}

std::string AlternativeNames(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += ',';
    text += (IsAddress(name) ? "IP:" : "DNS:") + name;
  }
  return text;
}

bool SetSerialNumber(X509* certificate) {
  std::uint64_t number = 0;
  if (RAND_bytes(reinterpret_cast<unsigned char*>(&number), sizeof number) != 1) return false;
  return ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), number | 1U) == 1;
}

// Returns null if OpenSSL fails.
wire::CertificatePtr MakeCertificate(EVP_PKEY* key, std::span<const std::string> names,
                                     system_clock::time_point now) {
  wire::CertificatePtr certificate(X509_new());
  if (!certificate) return nullptr;
  X509* const x509 = certificate.get();
  X509_NAME* const name = X509_get_subject_name(x509);
  const bool made = X509_set_version(x509, kVersion3) == 1 && SetSerialNumber(x509) &&
                    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                                               reinterpret_cast<const unsigned char*>(kCommonName),
                                               -1, -1, 0) == 1 &&
                    X509_set_issuer_name(x509, name) == 1 &&
                    ASN1_TIME_set(X509_getm_notBefore(x509),
                                  system_clock::to_time_t(now - kClockAllowance)) != nullptr &&
                    ASN1_TIME_set(X509_getm_notAfter(x509),
                                  system_clock::to_time_t(now + kLifetime)) != nullptr &&
                    X509_set_pubkey(x509, key) == 1 &&
                    AddExtension(x509, NID_basic_constraints, "critical,CA:FALSE") &&
                    AddExtension(x509, NID_key_usage, "critical,digitalSignature") &&
                    AddExtension(x509, NID_ext_key_usage, "serverAuth") &&
                    AddExtension(x509, NID_subject_key_identifier, "hash") &&
                    AddExtension(x509, NID_subject_alt_name, AlternativeNames(names)) &&
                    X509_sign(x509, key, EVP_sha256()) > 0;
  return made ? std::move(certificate) : nullptr;
}

// Returns the PEM text that `write` writes, or an empty text if it fails.
template <class Write>
std::string Pem(Write write) {
  BIO* const bio = BIO_new(BIO_s_mem());
  std::string text;
  if (bio != nullptr && write(bio) == 1) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    text.assign(data, static_cast<std::size_t>(size));
  }
  BIO_free(bio);
  return text;
}

// Replaces the content of `file` completely or not at all.
tl::expected<void, std::string> WriteFile(const std::filesystem::path& file, mode_t mode,
                                          std::string_view text) {
  const std::string draft = file.string() + ".new";
  unlink(draft.c_str());
  const int descriptor = open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  bool written = descriptor >= 0 &&
                 write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                 fsync(descriptor) == 0;
  int code = errno;
  if (descriptor >= 0) close(descriptor);
  if (written && rename(draft.c_str(), file.c_str()) != 0) {
    written = false;
    code = errno;
  }
  if (written) return {};
  return tl::unexpected(fmt::format("cannot write {}: {}; make its folder writable by this user",
                                    file.string(), std::generic_category().message(code)));
}

}  // namespace

std::vector<std::string> CertificateNames(std::span<const std::string> hosts,
                                          const std::string& address) {
  std::vector<std::string> names = {"localhost", "127.0.0.1", "::1", "*.table.localhost"};
  for (const std::string& host : hosts) {
    names.push_back(host);
    names.push_back("*.table." + host);
    // Clients do not accept a wildcard directly before a top-level domain.
    if (host.find('.') != std::string::npos) names.push_back("*." + host);
  }
  const bool is_listed = std::find(names.begin(), names.end(), address) != names.end();
  if (!is_listed && address != "0.0.0.0" && address != "::") names.push_back(address);
  return names;
}

tl::expected<DevelopmentCertificate, std::string> EnsureDevelopmentCertificate(
    const std::filesystem::path& folder, std::span<const std::string> names,
    system_clock::time_point now) {
  DevelopmentCertificate certificate{
      .files = {.certificate = folder / "certificate.pem", .key = folder / "key.pem"}};
  if (IsUsable(certificate.files, names, now)) return certificate;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return tl::unexpected(
        fmt::format("cannot create the folder {}: {}; choose another data folder with --data DIR, "
                    "or start where this user can write",
                    folder.string(), error.message()));
  }
  const wire::PrivateKeyPtr key(EVP_EC_gen("P-256"));
  const wire::CertificatePtr made = key ? MakeCertificate(key.get(), names, now) : nullptr;
  if (!made) {
    return tl::unexpected(fmt::format("cannot create a certificate: {}; give one with --tls-cert",
                                      wire::TakeOpensslError()));
  }
  // The private key is written first: one without its certificate is replaced at the next start.
  if (auto written = WriteFile(certificate.files.key, 0600, Pem([&](BIO* bio) {
                                 return PEM_write_bio_PKCS8PrivateKey(bio, key.get(), nullptr,
                                                                      nullptr, 0, nullptr, nullptr);
                               }));
      !written) {
    return tl::unexpected(written.error());
  }
  if (auto written = WriteFile(certificate.files.certificate, 0644,
                               Pem([&](BIO* bio) { return PEM_write_bio_X509(bio, made.get()); }));
      !written) {
    return tl::unexpected(written.error());
  }
  certificate.is_new = true;
  return certificate;
}

std::string TrustAdvice(const std::filesystem::path& certificate) {
  const std::string file = std::filesystem::absolute(certificate).lexically_normal().string();
  return fmt::format(
      "To trust the development certificate {0}:\n"
      "  curl:                curl --cacert {0} https://...\n"
      "  Node.js:             export NODE_EXTRA_CA_CERTS={0}\n"
      "  Python, Azure CLI:   export REQUESTS_CA_BUNDLE={0}\n"
      "  Debian, system-wide: cp {0} /usr/local/share/ca-certificates/rowhouse.crt && "
      "update-ca-certificates",
      file);
}

}  // namespace rowhouse::server
