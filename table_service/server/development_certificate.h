#pragma once
// A self-signed certificate that the server creates for development. It cannot sign others, so
// trusting it means trusting only this server.

#include "table_service/wire/tls_context.h"

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse::server {

struct DevelopmentCertificate {
  wire::CertificateFiles files = {};
  bool is_new = false;
};

// Returns the names for which such a certificate is valid: localhost and the loopback addresses,
// ACCOUNT.table.localhost for every account, likewise each of `hosts`, and `address` unless it is a
// wildcard address.
std::vector<std::string> CertificateNames(std::span<const std::string> hosts,
                                          const std::string& address);

// Returns the certificate in `folder`, which is created if missing. Creates a new certificate,
// valid for 397 days, if there is none, if it expires within 30 days of `now`, if it does not cover
// all of `names` (addresses, or host names whose first label may be "*"), or if it cannot be read.
// Only the owner can read the private key's file. Failure: a message that names the file and the
// remedy.
tl::expected<DevelopmentCertificate, std::string> EnsureDevelopmentCertificate(
    const std::filesystem::path& folder, std::span<const std::string> names,
    std::chrono::system_clock::time_point now);

// Returns instructions for making clients trust it: several lines for a person.
std::string TrustAdvice(const std::filesystem::path& certificate);

}  // namespace rowhouse::server
