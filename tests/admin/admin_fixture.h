#pragma once
// The complete service, whose admin routes are open to this machine, and a client that calls them.

#include "tests/operations/service_fixture.h"

#include <string>
#include <utility>

namespace rowhouse::admin {

inline AdminOptions OpenOnLoopback() { return {.policy = {.open_on_loopback = true}}; }

struct AdminFixture : operations::ServiceFixture {
  AdminFixture() : AdminFixture(OpenOnLoopback()) {}
  explicit AdminFixture(AdminOptions options, TrafficOptions traffic = {})
      : ServiceFixture(std::move(traffic), std::move(options)) {}

  test::RawResponse CallRoute(const std::string& method, const std::string& target,
                              const std::string& headers = "Host: localhost\r\n") {
    test::RawClient client = Connect();
    client.Send(method + " " + target + " HTTP/1.1\r\n" + headers + "Content-Length: 0\r\n\r\n");
    const auto answer = client.ReadResponse(method != "HEAD");
    BOOST_REQUIRE_MESSAGE(answer, "no answer to " << method << " " << target);
    return *answer;
  }
};

}  // namespace rowhouse::admin
