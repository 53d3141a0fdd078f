#pragma once
// The whole service on a free port, over a store in memory, and a client that signs, asks and
// shows the answer as one text.

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

struct Ask {
  std::string method;
  std::string path;  // behind the account, with the query
  std::string body = {};
  std::vector<std::string> headers = {"Accept: application/json;odata=minimalmetadata"};
  bool sign = true;
  bool says_length = true;    // with Content-Length, also of an empty body
  bool names_account = true;  // the account stands before the path
  std::string scheme = "SharedKeyLite";
};

// The headers that sign `ask` at `path` by its scheme, each with its line break.
std::string SigningHeaders(const Ask& ask, std::string_view path);

class ServiceFixture {
 public:
  explicit ServiceFixture(TrafficOptions traffic = {}, admin::AdminOptions admin = {});

  // Sends `ask`, signed by its scheme, with "x-ms-version: 2019-02-02" unless it names a
  // version, and shows the answer:
  //   STATUS REASON
  //   Name: value        sorted; without Date, Connection, Content-Length and Transfer-Encoding
  //   (blank)
  //   body
  // What the server makes up is replaced: request ids by ID, times of errors by NOW, GUIDs of
  // boundaries by GUID, Timestamps and ETags' times by T1, T2, ... in the order of their first
  // appearance in this fixture.
  std::string ShowWhole(const Ask& ask);
  // The same without what nearly all answers share (Server, x-ms-request-id, x-ms-version,
  // X-Content-Type-Options), with BASE for the base URL, and with "json LEVEL" for the types of
  // JSON.
  std::string Show(const Ask& ask);
  // The status alone.
  int StatusOf(const Ask& ask);
  // The value of a header of the answer.
  std::string HeaderOf(const Ask& ask, std::string_view name);

  void CreateTable(const std::string& name);
  // `members` as in R"("Qty":1)"; returns the ETag.
  std::string Insert(const std::string& table, const std::string& partition, const std::string& row,
                     const std::string& members = "");

  // `ask` as it is sent.
  static std::string TextOf(const Ask& ask);
  test::RawClient Connect() const { return test::RawClient(server_->Port()); }

 private:
  test::RawResponse Send(const Ask& ask);
  std::string Normalized(std::string text);

  std::unique_ptr<store::AccountStore> store_;
  AccountDirectory accounts_;
  Traffic traffic_;
  TableService tables_;
  admin::AdminService admin_;
  server::FrontHandler service_;
  std::unique_ptr<wire::Server> server_;
  std::map<std::string, std::string> times_;  // text of a time to its name
};

}  // namespace rowhouse::operations
