#pragma once
// A certificate that the server makes for itself, for development. It is its own root, it cannot
// sign others, so trusting it means trusting this server alone.

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

// What such a certificate is valid for: localhost and the loopback addresses, ACCOUNT.table.
// localhost for every account, the same of each of `hosts`, and `address` when it is one that
// clients can name.
std::vector<std::string> CertificateNames(std::span<const std::string> hosts,
                                          const std::string& address);

// The certificate in `folder`, which is created when missing. A new one, valid for 397 days, is
// made when there is none, when it runs out within 30 days of `now`, when it does not name all of
// `names` (host names, one label in front may be "*", or addresses), or when it cannot be read.
// Only the owner can read the key's file. Failure: a text that names the file and the remedy.
tl::expected<DevelopmentCertificate, std::string> EnsureDevelopmentCertificate(
    const std::filesystem::path& folder, std::span<const std::string> names,
    std::chrono::system_clock::time_point now);

// How clients are made to trust it: several lines for a person.
std::string TrustAdvice(const std::filesystem::path& certificate);

}  // namespace rowhouse::server
