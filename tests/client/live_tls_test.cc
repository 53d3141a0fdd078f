// Certificates, by a rowhoused with one of its own making.

#include "tests/client/live_server.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <rowhouse/table_client.h>
#include <stdexcept>
#include <thread>

namespace rowhouse::tables {
namespace {

using namespace std::chrono_literals;

// The data of a server, with its certificate.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "rowhouse-tls-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  std::vector<std::string> Options() const {
    return {"--data", path_.string(), "--tls-self-signed", "--tls-only"};
  }
  std::string Certificate() const { return path_ / "~tls" / "certificate.pem"; }

 private:
  std::filesystem::path path_;
};

TableClient ClientOf(std::string_view endpoint, ClientOptions options) {
  options.retry.attempts_max = 1;
  return {endpoint, "People", SharedKeyCredential::Development(), std::move(options)};
}

// The message of a call that sent nothing.
std::string NotSent(const TableClient& table) {
  try {
    table.Insert(Entity("p", "r"));
  } catch (const TableError& error) {
    BOOST_TEST((error.Kind() == ErrorKind::kNotSent));
    return error.Message();
  }
  BOOST_ERROR("must throw");
  return {};
}

BOOST_AUTO_TEST_SUITE(LiveTlsTest, *kNotAzurite)

BOOST_AUTO_TEST_CASE(ACertificateIsTrustedOnlyIfNamed) {
  const Folder folder;
  const Folder other;
  const ServerProcess server(folder.Options());
  { const ServerProcess makes_a_certificate(other.Options()); }
  BOOST_TEST(server.Endpoint().starts_with("https://"));

  const TableClient table = ClientOf(server.Endpoint(), {.ca_file = folder.Certificate()});
  table.Create();
  table.Insert(Entity("p", "1"));
  BOOST_TEST(table.Query().Count() == 1U);
  const TableClient trusting = ClientOf(server.Endpoint(), {.verify_certificate = false});
  BOOST_TEST(trusting.Exists("p", "1"));

  for (const std::string& file : {std::string(), other.Certificate()}) {
    const std::string text = NotSent(ClientOf(server.Endpoint(), {.ca_file = file}));
    BOOST_TEST(text.find("not trusted") != std::string::npos, text);
    BOOST_TEST(text.find("name a file of certificates") != std::string::npos, text);
  }
}

BOOST_AUTO_TEST_CASE(AFileWithoutCertificatesMakesNoClient) {
  const Folder folder;
  for (const std::string& file : {folder.Certificate(), std::string("/dev/null")}) {
    try {
      ClientOf("https://localhost:1/a", {.ca_file = file});
      BOOST_ERROR("must throw");
    } catch (const std::invalid_argument& error) {
      BOOST_TEST(std::string(error.what()).find(file) != std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(PlainServersAreToldFromTls) {
  const ServerProcess plain({"--in-memory"});
  const std::string text = NotSent(ClientOf("https" + plain.Endpoint().substr(4), {}));
  BOOST_TEST(text.find("http://") != std::string::npos, text);
}

// A server that is killed closes its connections without the notice that TLS has for that.
BOOST_AUTO_TEST_CASE(AReusedConnectionThatWasClosedIsRepeatedAtOnce) {
  const Folder folder;
  std::optional<ServerProcess> server(std::in_place, folder.Options());
  const std::string endpoint = server->Endpoint();
  const TableClient table = ClientOf(endpoint, {.ca_file = folder.Certificate()});
  table.Create();
  table.Insert(Entity("p", "1"));
  std::this_thread::sleep_for(50ms);  // until the connection is free
  const std::string address = endpoint.substr(8, endpoint.rfind('/') - 8);
  server.reset();
  server.emplace(folder.Options(), address);
  BOOST_TEST(server->Endpoint() == endpoint);
  table.Insert(Entity("p", "2"));
  BOOST_TEST(table.Query().Count() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
