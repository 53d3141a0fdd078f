#include "table_service/wire/certificate_facts.h"

#include "base/unicode.h"

#include <arpa/inet.h>
#include <array>
#include <ctime>
#include <memory>
#include <openssl/bio.h>
#include <openssl/x509v3.h>
#include <string_view>

namespace rowhouse::wire {
namespace {

struct FreeBio {
  void operator()(BIO* bio) const { BIO_free(bio); }
};
struct FreeNames {
  void operator()(GENERAL_NAMES* names) const { GENERAL_NAMES_free(names); }
};

std::string SubjectOf(const X509& certificate) {
  const std::unique_ptr<BIO, FreeBio> bio(BIO_new(BIO_s_mem()));
  if (!bio || X509_NAME_print_ex(bio.get(), X509_get_subject_name(&certificate), 0,
                                 XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB) < 0) {
    return {};
  }
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  std::string text(data, static_cast<std::size_t>(size));
  return IsValidUtf8(text) ? text : std::string();
}

std::string_view BytesOf(const ASN1_STRING* text) {
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
          static_cast<std::size_t>(ASN1_STRING_length(text))};
}

// Returns an empty text unless `bytes` are an IPv4 or IPv6 address.
std::string AddressText(std::string_view bytes) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const int family = bytes.size() == sizeof(in_addr)    ? AF_INET
                     : bytes.size() == sizeof(in6_addr) ? AF_INET6
                                                        : AF_UNSPEC;
  if (family == AF_UNSPEC) return {};
  return inet_ntop(family, bytes.data(), text.data(), text.size()) == nullptr ? std::string()
                                                                              : text.data();
}

std::vector<std::string> NamesOf(const X509& certificate) {
  const std::unique_ptr<GENERAL_NAMES, FreeNames> names(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)));
  std::vector<std::string> texts;
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* const name = sk_GENERAL_NAME_value(names.get(), i);
    std::string text;
    if (name->type == GEN_DNS) text = BytesOf(name->d.dNSName);
    if (name->type == GEN_IPADD) text = AddressText(BytesOf(name->d.iPAddress));
    if (!text.empty() && IsValidUtf8(text)) texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

CertificateFacts FactsOf(const X509& certificate) {
  CertificateFacts facts{.subject = SubjectOf(certificate), .names = NamesOf(certificate)};
  std::tm end{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(&certificate), &end) == 1) {
    facts.not_after = std::chrono::system_clock::from_time_t(timegm(&end));
  }
  facts.self_signed =
      X509_NAME_cmp(X509_get_subject_name(&certificate), X509_get_issuer_name(&certificate)) == 0;
  return facts;
}

}  // namespace rowhouse::wire
