#pragma once
// The server that the tests talk to: a rowhoused of their own, or the one that
// ROWHOUSE_TEST_ENDPOINT names ("http://127.0.0.1:10002/devstoreaccount1"), which may be another
// implementation.

#include <boost/test/unit_test.hpp>
#include <rowhouse/options.h>
#include <rowhouse/table_client.h>
#include <rowhouse/table_service_client.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace rowhouse::tables {

// On cases that Azurite 3.37 fails where the service and Rowhouse agree.
inline const auto kNotAzurite = boost::unit_test::label("not_azurite");

// A rowhoused of the tests' own on the loopback address. It dies with this process, however that
// ends.
class ServerProcess {
 public:
  // `listen` is an address with a port, 0 for a free one.
  explicit ServerProcess(const std::vector<std::string>& options,
                         const std::string& listen = "127.0.0.1:0");
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;
  ~ServerProcess();

  // Of the development account, at the first port that it listens on.
  const std::string& Endpoint() const { return endpoint_; }

 private:
  pid_t child_ = -1;
  std::string endpoint_;
};

// Of the development account. Starts the server at the first call; it ends with the program.
const std::string& TestEndpoint();

TableServiceClient TestService(ClientOptions options = {});

// A table of a new name, which is deleted at the end.
class TestTable {
 public:
  explicit TestTable(const ClientOptions& options = {});
  TestTable(const TestTable&) = delete;
  TestTable& operator=(const TestTable&) = delete;
  ~TestTable();

  const TableClient& operator*() const { return table_; }
  const TableClient* operator->() const { return &table_; }

 private:
  TableClient table_;
};

std::string NewTableName();

// The code of the TableError that `call` throws; "" when it throws none.
template <class Call>
std::string CodeOf(const Call& call) {
  try {
    call();
  } catch (const TableError& error) {
    return error.Code();
  }
  return "";
}

}  // namespace rowhouse::tables
