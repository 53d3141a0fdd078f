#pragma once
// The complete service on a free port over a store in memory, and a client that signs and sends
// requests and returns the answers as text.

#include "base/date_time.h"
#include "table_service/admin/admin_service.h"
#include "table_service/operations/service.h"
#include "table_service/server/front_handler.h"
#include "table_service/traffic/traffic.h"
#include "table_service/wire/server.h"
#include "tests/support/raw_client.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::operations {

struct TestCall {
  std::string method;
  std::string path;  // after the account, with the query
  std::string body = {};
  std::vector<std::string> headers = {"Accept: application/json;odata=minimalmetadata"};
  bool sign = true;
  bool has_length = true;   // send Content-Length, even for an empty body
  bool has_account = true;  // put the account before the path
  std::string scheme = "SharedKeyLite";
};

// Returns the headers that sign `call` at `path` by its scheme, each with a line break.
std::string SigningHeaders(const TestCall& call, std::string_view path);

class ServiceFixture {
 public:
  explicit ServiceFixture(TrafficOptions traffic = {}, admin::AdminOptions admin = {});

  // Sends `call`, signed by its scheme, with "x-ms-version: 2019-02-02" unless it has a version,
  // and returns the answer in this form:
  //   STATUS REASON
  //   Name: value        sorted; without Date, Connection, Content-Length and Transfer-Encoding
  //   (blank)
  //   body
  // Generated values are replaced: request ids by ID, times of errors by NOW, GUIDs of boundaries
  // by GUID, Timestamps and ETags' times by T1, T2, ... in the order of their first appearance in
  // this fixture.
  std::string ShowComplete(const TestCall& call);
  // Likewise, but without the headers that nearly all answers have (Server, x-ms-request-id,
  // x-ms-version, X-Content-Type-Options), with BASE for the base URL, and with "json LEVEL" for
  // the types of JSON.
  std::string Show(const TestCall& call);
  // Returns only the status.
  int StatusOf(const TestCall& call);
  // Returns the value of a header of the answer.
  std::string HeaderOf(const TestCall& call, std::string_view name);

  void CreateTable(const std::string& name);
  // Inserts an entity with `members`, as in R"("Qty":1)". Returns the ETag.
  std::string Insert(const std::string& table, const std::string& partition, const std::string& row,
                     const std::string& members = "");

  // Returns the bytes of `call` as sent.
  static std::string TextOf(const TestCall& call);
  test::RawClient Connect() const { return test::RawClient(server_->Port()); }

 private:
  test::RawResponse Send(const TestCall& call);
  std::string Normalized(std::string text);

  std::unique_ptr<store::AccountStore> store_;
  AccountDirectory accounts_;
  Traffic traffic_;
  TableService tables_;
  admin::AdminService admin_;
  server::FrontHandler service_;
  std::unique_ptr<wire::Server> server_;
  std::map<std::string, std::string> times_;  // from the text of a time to its name
};

}  // namespace rowhouse::operations
