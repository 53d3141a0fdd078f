// HTTP proxies: how their addresses are read, who goes through them, what goes wrong.

#include "client/calls/proxy.h"

#include "tests/client/scripted_server.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <rowhouse/table_client.h>
#include <stdexcept>
#include <string>

namespace rowhouse::tables {
namespace {

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// The scripted server as a proxy.
std::string ProxyUrl(const ScriptedServer& server, const std::string& user = {}) {
  const std::string endpoint = server.Endpoint();
  const std::string authority = endpoint.substr(7, endpoint.rfind('/') - 7);
  return "http://" + user + authority;
}

TableClient ClientOf(std::string_view endpoint, const std::string& proxy) {
  return {endpoint,
          "People",
          SharedKeyCredential("acct", "AAAA"),
          {.retry = {.attempts_max = 1}, .proxy = proxy}};
}

TableError ErrorOf(const TableClient& table) {
  try {
    table.UpsertMerge(Entity("p", "r"));
  } catch (const TableError& error) {
    return error;
  }
  BOOST_ERROR("must throw");
  return TableError({});
}

BOOST_AUTO_TEST_SUITE(ProxyTest)

BOOST_AUTO_TEST_CASE(AddressesOfProxies) {
  const std::pair<std::string_view, ProxyAddress> cases[] = {
      {"", {}},
      {"http://proxy.example:3128", {.url = "http://proxy.example:3128"}},
      {"HTTP://proxy.example:3128/", {.url = "http://proxy.example:3128"}},
      {"proxy.example:3128", {.url = "http://proxy.example:3128"}},
      {"http://proxy", {.url = "http://proxy:80"}},
      {"http://ada:l%40ve%3Alace@10.0.0.1:80",
       {.url = "http://10.0.0.1:80", .user = "ada", .password = "l@ve:lace"}},
      {"ada@proxy:1", {.url = "http://proxy:1", .user = "ada"}},
  };
  for (const auto& [text, expected] : cases) {
    const ProxyAddress proxy = ParseProxy(text);
    BOOST_TEST(proxy.url == expected.url, text);
    BOOST_TEST(proxy.user == expected.user, text);
    BOOST_TEST(proxy.password == expected.password, text);
  }
}

BOOST_AUTO_TEST_CASE(WhatIsNoProxyIsRefusedWithoutItsPassword) {
  for (const char* text : {"https://u:secret@proxy:3128", "socks5://u:secret@proxy", "http://",
                           "http://u:secret@", "u:secret@proxy:0", "u:secret@proxy:x",
                           "u:secret@proxy:1/path", "u:secret%2@proxy:1", "u:secret@a b"}) {
    try {
      ClientOf("https://acct.example", text);
      BOOST_ERROR(text);
    } catch (const std::invalid_argument& error) {
      BOOST_TEST(Contains(error.what(), "http://HOST:PORT"), error.what());
      BOOST_TEST(!Contains(error.what(), "secret"), error.what());
    }
  }
}

BOOST_AUTO_TEST_CASE(TheEnvironmentNamesTheProxyOfAnOrigin) {
  struct Case {
    std::string_view origin;
    std::map<std::string, std::string, std::less<>> variables;
    std::string_view value;
  };
  const Case cases[] = {
      {"https://a.example", {}, ""},
      {"https://a.example", {{"HTTPS_PROXY", "s"}, {"HTTP_PROXY", "p"}}, "s"},
      {"http://a.example:1", {{"HTTPS_PROXY", "s"}, {"HTTP_PROXY", "p"}}, "p"},
      {"https://a.example", {{"HTTPS_PROXY", "s"}, {"https_proxy", "lower"}}, "lower"},
      {"http://127.0.0.1:10002", {{"HTTP_PROXY", "p"}}, ""},
      {"https://localhost:1", {{"HTTPS_PROXY", "s"}}, ""},
      {"https://a.example", {{"HTTPS_PROXY", "s"}, {"NO_PROXY", "*"}}, ""},
      {"https://a.example", {{"HTTPS_PROXY", "s"}, {"NO_PROXY", "b.example, A.example"}}, ""},
      {"https://t.a.example", {{"HTTPS_PROXY", "s"}, {"no_proxy", "a.example"}}, ""},
      {"https://t.a.example", {{"HTTPS_PROXY", "s"}, {"no_proxy", ".a.example"}}, ""},
      {"https://t.a.example", {{"HTTPS_PROXY", "s"}, {"no_proxy", "*.a.example"}}, ""},
      {"https://ta.example", {{"HTTPS_PROXY", "s"}, {"NO_PROXY", "a.example"}}, "s"},
      {"https://a.example:1", {{"HTTPS_PROXY", "s"}, {"NO_PROXY", "a.example:1"}}, ""},
      {"https://a.example:2", {{"HTTPS_PROXY", "s"}, {"NO_PROXY", "a.example:1"}}, "s"},
      {"https://10.0.0.1:1", {{"HTTPS_PROXY", "s"}, {"NO_PROXY", ",, 10.0.0.1"}}, ""},
  };
  for (const Case& item : cases) {
    const ProxyVariable found = ProxyOf(item.origin, [&](std::string_view name) {
      const auto at = item.variables.find(name);
      return at == item.variables.end() ? std::string() : at->second;
    });
    BOOST_TEST(found.value == item.value, item.origin);
    BOOST_TEST(found.name.empty() == item.value.empty(), item.origin);
  }
}

BOOST_AUTO_TEST_CASE(RequestsToOthersGoThroughIt) {
  const ScriptedServer proxy({Done()});
  ClientOf("http://acct.tables.example", ProxyUrl(proxy, "ada:lovelace@"))
      .UpsertMerge(Entity("p", "r"));
  const auto requests = proxy.Requests();
  BOOST_REQUIRE(requests.size() == 1U);
  BOOST_TEST(Contains(requests[0], " http://acct.tables.example/People("), requests[0]);
  BOOST_TEST(Contains(requests[0], "Host: acct.tables.example\r\n"), requests[0]);
  BOOST_TEST(Contains(requests[0], "Proxy-Authorization: Basic YWRhOmxvdmVsYWNl\r\n"), requests[0]);
}

BOOST_AUTO_TEST_CASE(RequestsToThisMachineDoNot) {
  const ScriptedServer proxy({Done()});
  const ScriptedServer server({Done()});
  ClientOf(server.Endpoint(), ProxyUrl(proxy)).UpsertMerge(Entity("p", "r"));
  BOOST_TEST(proxy.Requests().empty());
  BOOST_TEST(server.Requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(AProxyThatWantsCredentialsSaysHow) {
  const ScriptedServer proxy({{.answer = Answer(407, "Proxy-Authenticate: Basic\r\n")}});
  const TableError plain = ErrorOf(ClientOf("http://acct.example", ProxyUrl(proxy)));
  BOOST_TEST(plain.Status() == 407);
  BOOST_TEST(Contains(plain.Message(), "http://USER:PASSWORD@HOST:PORT"), plain.Message());

  const TableError tunnel = ErrorOf(ClientOf("https://acct.example", ProxyUrl(proxy)));
  BOOST_TEST((tunnel.Kind() == ErrorKind::kNotSent));
  BOOST_TEST(Contains(tunnel.Message(), "http://USER:PASSWORD@HOST:PORT"), tunnel.Message());
  BOOST_TEST(Contains(proxy.Requests().back(), "CONNECT acct.example:443 HTTP/1.1"));
}

BOOST_AUTO_TEST_CASE(AProxyThatIsNotThereIsNamed) {
  for (const char* endpoint : {"http://acct.example", "https://acct.example"}) {
    const TableError error = ErrorOf(ClientOf(endpoint, "http://u:secret@127.0.0.1:9"));
    BOOST_TEST((error.Kind() == ErrorKind::kNotSent));
    BOOST_TEST(Contains(error.Message(), "http://127.0.0.1:9"), error.Message());
    BOOST_TEST(!Contains(error.Message(), "secret"), error.Message());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
