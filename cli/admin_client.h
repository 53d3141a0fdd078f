#pragma once
// Requests to the admin routes of a Rowhouse server, which the cloud does not have.

#include "cli/connection_options.h"

#include <memory>
#include <optional>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse::tables {
class Transport;
}

namespace rowhouse::cli {

using AdminQuery = std::vector<std::pair<std::string, std::string>>;

// An answer, read.
class AdminAnswer {
 public:
  // CommandError: `body` is not JSON.
  explicit AdminAnswer(std::string body);
  simdjson::dom::element Root() const { return root_; }
  const std::string& Text() const { return body_; }

 private:
  std::string body_;
  std::unique_ptr<simdjson::dom::parser> parser_;
  simdjson::dom::element root_;
};

// Signed with the account's key, or with the admin token when there is one. Credentials that only
// hold a shared access signature are sent without either: a server on this machine lets them in.
class AdminClient {
 public:
  explicit AdminClient(const ConnectionOptions& options);

  const std::string& Account() const { return account_; }
  const std::string& Origin() const { return origin_; }

  // The answer of /_rowhouse/<route>. CommandError with the server's own words when it refuses, and
  // kNotFound, saying that this needs a Rowhouse server, when it has no such route. TableError
  // without an answer.
  AdminAnswer Get(std::string_view route, const AdminQuery& query) const;
  AdminAnswer Post(std::string_view route, const AdminQuery& query) const;
  AdminAnswer Delete(std::string_view route, const AdminQuery& query) const;
  // Nothing where the server has no such route or does not let this caller in.
  std::optional<AdminAnswer> TryGet(std::string_view route, const AdminQuery& query) const;

 private:
  struct Reply {
    int status = 0;
    std::string body = {};
  };
  Reply Send(std::string_view method, std::string_view route, const AdminQuery& query) const;
  AdminAnswer Expect(std::string_view route, Reply reply) const;

  std::shared_ptr<tables::Transport> transport_;
  std::string origin_;
  std::string account_;
  std::string key_;  // decoded bytes; empty: none
  std::string token_;
  std::chrono::seconds timeout_;
};

// Members of an answer, with what to take where one is missing.
std::string TextOf(simdjson::dom::element object, std::string_view name);
double NumberOf(simdjson::dom::element object, std::string_view name);
std::vector<simdjson::dom::element> ListOf(simdjson::dom::element object, std::string_view name);
bool Holds(simdjson::dom::element object, std::string_view name);

}  // namespace rowhouse::cli
