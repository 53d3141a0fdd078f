#include "table_service/server/development_certificate.h"

#include "table_service/wire/certificate_facts.h"
#include "table_service/wire/pem_files.h"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <openssl/x509v3.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace rowhouse::server {
namespace {

using namespace std::chrono_literals;

const auto kNow = std::chrono::system_clock::now();

struct Fixture {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("rowhouse_cert_" + std::to_string(::getpid()));
  std::vector<std::string> names = CertificateNames({}, "127.0.0.1");
  ~Fixture() { std::filesystem::remove_all(folder); }

  DevelopmentCertificate Ensure(std::chrono::system_clock::time_point now = kNow) const {
    auto made = EnsureDevelopmentCertificate(folder, names, now);
    BOOST_REQUIRE_MESSAGE(made, (made ? "" : made.error()));
    return *std::move(made);
  }
  bool MakesANewOne(std::chrono::system_clock::time_point now = kNow) const {
    const bool is_new = Ensure(now).is_new;
    wire::CertificateInUse in_use;
    BOOST_TEST(LoadTlsContext(Ensure(now).files, in_use).has_value());
    return is_new;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(DevelopmentCertificateTest, Fixture)

BOOST_AUTO_TEST_CASE(IsCreatedOnceAndThenReused) {
  BOOST_TEST(MakesANewOne());
  BOOST_TEST(!MakesANewOne());
  BOOST_TEST(!MakesANewOne(kNow + 366 * 24h));
}

BOOST_AUTO_TEST_CASE(OnlyTheOwnerCanReadTheKey) {
  struct stat key {};
  BOOST_REQUIRE(::stat(Ensure().files.key.c_str(), &key) == 0);
  BOOST_TEST((key.st_mode & 0777U) == 0600U);
}

BOOST_AUTO_TEST_CASE(IsRenewedIfNeeded) {
  Ensure();
  BOOST_TEST_CONTEXT("it runs out soon") { BOOST_TEST(MakesANewOne(kNow + 368 * 24h)); }
  BOOST_TEST_CONTEXT("another name is wanted") {
    names.push_back("tables.example");
    BOOST_TEST(MakesANewOne());
  }
  BOOST_TEST_CONTEXT("its key is missing") {
    std::filesystem::remove(folder / "key.pem");
    BOOST_TEST(MakesANewOne());
  }
  BOOST_TEST_CONTEXT("it is rubbish") {
    std::ofstream(folder / "certificate.pem") << "rubbish";
    BOOST_TEST(MakesANewOne());
  }
  BOOST_TEST_CONTEXT("key and certificate are of two pairs") {
    std::filesystem::copy(folder / "key.pem", folder / "old.pem");
    std::filesystem::remove(folder / "certificate.pem");
    Ensure();
    std::filesystem::rename(folder / "old.pem", folder / "key.pem");
    BOOST_TEST(MakesANewOne());
  }
}

BOOST_AUTO_TEST_CASE(IsValidForItsNamesAndNoOthers) {
  const std::vector<std::string> hosts = {"tables.example", "box"};
  names = CertificateNames(hosts, "192.0.2.7");
  const auto certificate = wire::ReadCertificate(Ensure().files.certificate);
  BOOST_REQUIRE(certificate);
  const auto is_valid_for = [&](const char* name) {
    return X509_check_host(certificate->get(), name, 0, 0, nullptr) == 1 ||
           X509_check_ip_asc(certificate->get(), name, 0) == 1;
  };
  for (const char* name :
       {"localhost", "127.0.0.1", "::1", "devstoreaccount1.table.localhost",
        "shop-secondary.table.localhost", "tables.example", "shop.tables.example",
        "shop.table.tables.example", "box", "shop.table.box", "192.0.2.7"}) {
    BOOST_TEST(is_valid_for(name), name);
  }
  for (const char* name : {"example", "shop.box", "127.0.0.2", "a.b.table.localhost"}) {
    BOOST_TEST(!is_valid_for(name), name);
  }
}

BOOST_AUTO_TEST_CASE(SignsNoOtherCertificate) {
  const auto certificate = wire::ReadCertificate(Ensure().files.certificate);
  BOOST_REQUIRE(certificate);
  BOOST_TEST(X509_check_ca(certificate->get()) == 0);
}

BOOST_AUTO_TEST_CASE(AFolderThatCannotBeCreatedIsNamed) {
  const auto made = EnsureDevelopmentCertificate("/proc/no/such", names, kNow);
  BOOST_REQUIRE(!made);
  BOOST_TEST(made.error().find("/proc/no/such") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(TheAdviceNamesTheFile) {
  const std::string advice = TrustAdvice("/data/~tls/certificate.pem");
  for (const char* text : {"curl --cacert /data/~tls/certificate.pem", "NODE_EXTRA_CA_CERTS=/data",
                           "REQUESTS_CA_BUNDLE=/data", "update-ca-certificates"}) {
    BOOST_TEST(advice.find(text) != std::string::npos, text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::server
