#pragma once
// The server that the tests talk to: a rowhoused of their own, or the one that
// ROWHOUSE_TEST_ENDPOINT names ("http://127.0.0.1:10002/devstoreaccount1"), which may be another
// implementation.

#include <boost/test/unit_test.hpp>
#include <rowhouse/options.h>
#include <rowhouse/table_client.h>
#include <rowhouse/table_service_client.h>
#include <string>

namespace rowhouse::tables {

// On cases that Azurite 3.35 fails where the service and Rowhouse agree.
inline const auto kNotAzurite = boost::unit_test::label("not_azurite");

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
