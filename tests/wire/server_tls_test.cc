// Tests specific to TLS: handshakes that fail or never end, plain text on the TLS port,
// certificates that cannot be used or that change. The tests of requests also run over TLS.

#include "table_service/wire/pem_files.h"
#include "tests/wire/server_fixture.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <thread>

namespace rowhouse::wire {

using test::RawClient;

namespace {

// A temporary folder with PEM files.
struct Pems {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("rowhouse_pems_" + std::to_string(::getpid()));
  Pems() { std::filesystem::create_directories(folder); }
  Pems(const Pems&) = delete;
  Pems& operator=(const Pems&) = delete;
  ~Pems() { std::filesystem::remove_all(folder); }

  std::filesystem::path Write(const char* name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return folder / name;
  }
  // Writes the output of the openssl tool to a file.
  std::filesystem::path Make(const char* name, const std::string& command) const {
    const std::string line =
        "openssl " + command + " -out '" + (folder / name).string() + "' 2>/dev/null";
    BOOST_REQUIRE(std::system(line.c_str()) == 0);
    return folder / name;
  }
};

std::string Content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ServerTlsTest, ServerFixture)

BOOST_AUTO_TEST_CASE(TheHandlerSeesWhetherTheConnectionUsesTls) {
  handler.handle = [](const Request& request, const Responder& respond) {
    Response response;
    response.body = request.tls ? "tls" : "plain";
    respond(std::move(response));
  };
  RawClient tls = Connect();
  tls.Send(Get("/"));
  BOOST_TEST(tls.ReadResponse()->body == "tls");
  RawClient plain(server->Port());
  plain.Send(Get("/"));
  BOOST_TEST(plain.ReadResponse()->body == "plain");
}

BOOST_AUTO_TEST_CASE(TlsOnlyHasNoPlainPort) {
  options.port.reset();
  RawClient client = Connect();
  client.Send(Get("/"));
  BOOST_TEST(client.ReadResponse()->status == 200);
  BOOST_TEST(server->Port() == 0);
}

BOOST_AUTO_TEST_CASE(PlainTextIsToldToUseTls) {
  Start();
  for (const std::string method : {"GET", "POST", "PUT", "DELETE", "PATCH", "MERGE", "OPTIONS"}) {
    BOOST_TEST_CONTEXT(method) {
      RawClient client(server->TlsPort());
      client.Send(method + " / HTTP/1.1\r\nHost: a\r\n\r\n");
      const auto response = client.ReadResponse();
      BOOST_REQUIRE(response);
      BOOST_TEST(response->status == 400);
      BOOST_TEST(response->body == "This port speaks TLS: begin the URL with https://");
      BOOST_TEST(client.IsClosedWithin(5s));
    }
  }
  BOOST_TEST(handler.handled == 0);
}

BOOST_AUTO_TEST_CASE(NoiseEndsTheConnection) {
  Start();
  for (const std::string& noise : {std::string("\x16\x03\x01\xff\xff"), std::string(70000, 'x'),
                                   std::string("\0\0\0\0\0\0", 6)}) {
    RawClient client(server->TlsPort());
    client.Send(noise);
    client.ShutdownSend();
    client.ReadAll();
    BOOST_TEST(client.IsClosedWithin(5s));
  }
  RawClient good = ConnectTls();
  good.Send(Get("/"));
  BOOST_TEST(good.ReadResponse()->status == 200);
}

BOOST_AUTO_TEST_CASE(AHandshakeHasATimeLimit) {
  options.handshake_time = 100ms;
  Start();
  RawClient silent(server->TlsPort());
  RawClient slow(server->TlsPort());
  slow.Send(std::string("\x16\x03\x01\x02\x00\x01", 6));
  BOOST_TEST(silent.IsClosedWithin(5s));
  BOOST_TEST(slow.IsClosedWithin(5s));
}

BOOST_AUTO_TEST_CASE(BothPortsShareTheLimitOfConnections) {
  options.connections_max = 1;
  RawClient tls = Connect();
  tls.Send(Get("/"));
  BOOST_REQUIRE(tls.ReadResponse());
  RawClient plain(server->Port());
  plain.Send(Get("/"));  // the idle connection is closed to make room
  BOOST_TEST(plain.ReadResponse()->status == 200);
  BOOST_TEST(tls.IsClosedWithin(5s));
  RawClient next = ConnectTls();
  next.Send(Get("/"));
  BOOST_TEST(next.ReadResponse()->status == 200);
}

BOOST_AUTO_TEST_CASE(StopDoesNotWaitForAHandshake) {
  Start();
  RawClient silent(server->TlsPort());
  std::this_thread::sleep_for(50ms);  // until it is accepted
  const auto begin = std::chrono::steady_clock::now();
  server->Stop();
  BOOST_TEST((std::chrono::steady_clock::now() - begin < 5s));
}

BOOST_AUTO_TEST_CASE(AClientThatDoesNotTrustTheCertificateDoesNoHarm) {
  Start();
  const Pems pems;
  const auto other = EnsureDevelopmentCertificate(
      pems.folder / "other", CertificateNames({}, "127.0.0.1"), std::chrono::system_clock::now());
  BOOST_REQUIRE(other);
  bool is_secure = true;
  const RawClient distrustful(server->TlsPort(), other->files.certificate, is_secure);
  BOOST_TEST(!is_secure);
  RawClient good = ConnectTls();
  good.Send(Get("/"));
  BOOST_TEST(good.ReadResponse()->status == 200);
}

BOOST_AUTO_TEST_CASE(ReloadsANewCertificate) {
  const Pems pems;
  const auto names = CertificateNames({}, "127.0.0.1");
  const auto now = std::chrono::system_clock::now();
  const auto first = EnsureDevelopmentCertificate(pems.folder, names, now);
  BOOST_REQUIRE(first);
  options.tls = TlsOptions{.files = first->files};
  auto started = Server::Start(options, handler);
  BOOST_REQUIRE(started);
  server = *std::move(started);
  std::filesystem::copy(first->files.certificate, pems.folder / "first.pem");
  bool is_secure = false;
  RawClient old(server->TlsPort(), pems.folder / "first.pem", is_secure);
  BOOST_TEST(is_secure);

  BOOST_TEST_REQUIRE(options.certificate->Get().has_value());
  const CertificateFacts facts = *options.certificate->Get();
  BOOST_TEST(facts.subject == "CN=Rowhouse development certificate");
  BOOST_TEST(facts.names == names, boost::test_tools::per_element());
  BOOST_TEST(facts.self_signed);
  const auto life = std::chrono::round<std::chrono::days>(facts.not_after - now);
  BOOST_TEST(life.count() == 397);

  pems.Write("certificate.pem", "garbage");
  const auto refused = server->ReloadTls();
  BOOST_REQUIRE(!refused);
  BOOST_TEST(refused.error().find("certificate.pem") != std::string::npos);
  BOOST_REQUIRE(EnsureDevelopmentCertificate(pems.folder, names, now));
  BOOST_REQUIRE(server->ReloadTls());
  for (int i = 0; i < 2; ++i) {  // the first one may have been accepted before
    const RawClient fresh(server->TlsPort(), first->files.certificate, is_secure);
  }
  BOOST_TEST(is_secure);
  old.Send(Get("/"));
  BOOST_TEST(old.ReadResponse()->status == 200);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(LoadTlsContextTest)

BOOST_AUTO_TEST_CASE(RefusalsNameTheFileAndTheRemedy) {
  const Pems pems;
  const auto pair = EnsureDevelopmentCertificate(pems.folder, CertificateNames({}, "::"),
                                                 std::chrono::system_clock::now());
  BOOST_REQUIRE(pair);
  const auto& [certificate, key] = pair->files;
  const auto garbage = pems.Write("garbage.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n");
  const auto missing = pems.folder / "missing.pem";
  const auto other = pems.Make("other.pem", "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048");
  const auto same_kind =
      pems.Make("same_kind.pem", "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256");
  const auto locked =
      pems.Make("locked.pem", "pkey -in '" + key.string() + "' -aes256 -passout pass:secret");
  struct Case {
    const char* name;
    CertificateFiles files;
    std::filesystem::path file;
    const char* remedy;
  };
  const Case cases[] = {
      {"no certificate", {missing, key}, missing, "check its path"},
      {"no key", {certificate, missing}, missing, "check its path"},
      {"garbage as certificate", {garbage, key}, garbage, "openssl x509"},
      {"garbage as key", {certificate, garbage}, garbage, "give the private key's file"},
      {"files swapped", {key, certificate}, key, "BEGIN CERTIFICATE"},
      {"a key of another kind",
       {certificate, other},
       other,
       "for which the certificate was issued"},
      {"another key", {certificate, same_kind}, same_kind, "for which the certificate was issued"},
      {"an encrypted key", {certificate, locked}, locked, "openssl pkey -in"},
      {"a folder", {pems.folder, key}, pems.folder, "PEM"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      CertificateInUse in_use;
      const auto loaded = LoadTlsContext(c.files, in_use);
      BOOST_REQUIRE(!loaded);
      BOOST_TEST(loaded.error().starts_with(c.file.string() + ": "), loaded.error());
      BOOST_TEST(loaded.error().find(c.remedy) != std::string::npos, loaded.error());
      BOOST_TEST(!in_use.Get().has_value());
    }
  }
}

BOOST_AUTO_TEST_CASE(OneFileMayContainBoth) {
  const Pems pems;
  const auto pair = EnsureDevelopmentCertificate(pems.folder, CertificateNames({}, "::"),
                                                 std::chrono::system_clock::now());
  BOOST_REQUIRE(pair);
  const auto both =
      pems.Write("both.pem", Content(pair->files.key) + Content(pair->files.certificate));
  CertificateInUse in_use;
  BOOST_TEST(LoadTlsContext({.certificate = both, .key = both}, in_use).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::wire
