#include "table_service/wire/request_reader.h"

#include "entity/limits.h"
#include "table_service/wire/body_buffer.h"

#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

namespace rowhouse::wire {
namespace {

using State = RequestReader::Progress::State;

// The result of reading `input` in pieces of `step` bytes: "METHOD TARGET|body", or the status and
// code of the refusal, or "more".
std::string Outcome(std::string_view input, std::size_t step = 1U << 20U) {
  RequestReader reader;
  std::string buffer;
  bool in_body = false;
  while (true) {
    const auto progress = in_body ? reader.ReadChunks(buffer) : reader.ReadHead(buffer);
    if (progress.state == State::kRefused) {
      return std::to_string(reader.GetRefusal().status) + " " +
             std::string(ToWire(reader.GetRefusal().code).code);
    }
    buffer.erase(0, progress.used);
    if (progress.state == State::kDone) {
      const Request& request = reader.GetRequest();
      if (in_body || !reader.IsChunked()) {
        return request.method + " " + request.target + "|" + request.body;
      }
      in_body = true;
      continue;
    }
    if (input.empty()) return "more";
    buffer += input.substr(0, step);
    input.remove_prefix(std::min(step, input.size()));
  }
}

std::string Head(std::string_view request_line, std::string_view headers = "Host: x\r\n") {
  return std::string(request_line) + "\r\n" + std::string(headers) + "\r\n";
}

std::string Chunked(std::string_view body) {
  return Head("POST / HTTP/1.1", "Host: x\r\nTransfer-Encoding: chunked\r\n") + std::string(body);
}

struct Case {
  std::string name, input, outcome;
};

void Check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    for (const std::size_t step : {std::size_t{1} << 20U, std::size_t{7}, std::size_t{1}}) {
      BOOST_TEST_CONTEXT(c.name << ", in pieces of " << step) {
        BOOST_TEST(Outcome(c.input, step) == c.outcome);
      }
    }
  }
}

const std::string kMalformed = "400 InvalidInput";

}  // namespace

BOOST_AUTO_TEST_SUITE(ReadHeadTest)

BOOST_AUTO_TEST_CASE(PassesTheRequestLineThroughUntouched) {
  Check({
      {"a typical one", Head("GET /a?b=c HTTP/1.1"), "GET /a?b=c|"},
      {"an unusual verb", Head("MERGE /t HTTP/1.1"), "MERGE /t|"},
      {"an unknown verb in its own case", Head("fo-O /t HTTP/1.1"), "fo-O /t|"},
      {"characters that are not allowed in a URI", Head("GET /\"<>\\^`{|} HTTP/1.1"),
       "GET /\"<>\\^`{|}|"},
      {"UTF-8", Head("GET /\xC3\xBC\xF0\x9F\x8F\xA0 HTTP/1.1"), "GET /\xC3\xBC\xF0\x9F\x8F\xA0|"},
      {"bytes that are not UTF-8", Head("GET /\x80\xFF HTTP/1.1"), "GET /\x80\xFF|"},
      {"broken escapes", Head("GET /%zz%2 HTTP/1.1"), "GET /%zz%2|"},
      {"two slashes", Head("GET //a//b HTTP/1.1"), "GET //a//b|"},
      {"asterisk", Head("OPTIONS * HTTP/1.1"), "OPTIONS *|"},
      {"authority", Head("CONNECT h:1 HTTP/1.1"), "CONNECT h:1|"},
      {"an empty line before it", "\r\n\r\n" + Head("GET / HTTP/1.1"), "GET /|"},
      {"HTTP/1.0 without Host", Head("GET / HTTP/1.0", ""), "GET /|"},
  });
}

BOOST_AUTO_TEST_CASE(TurnsAnAbsoluteTargetIntoAnOrigin) {
  Check({
      {"with a path", Head("GET http://h:1/a?b HTTP/1.1"), "GET /a?b|"},
      {"scheme in upper case", Head("GET HTTPS://h/a HTTP/1.1"), "GET /a|"},
      {"without a path", Head("GET http://h HTTP/1.1"), "GET /|"},
      {"without a path, with a query", Head("GET http://h?b=/ HTTP/1.1"), "GET /?b=/|"},
      {"without Host", Head("GET http://h/a HTTP/1.1", ""), "GET /a|"},
      {"an address inside a query", Head("GET /a?u=http://h/b HTTP/1.1"), "GET /a?u=http://h/b|"},
      {"another scheme", Head("GET ftp://h/a HTTP/1.1"), "GET ftp://h/a|"},
  });
  RequestReader reader;
  BOOST_REQUIRE((reader.ReadHead(Head("GET http://u@real:1/a HTTP/1.1")).state == State::kDone));
  BOOST_TEST(*reader.GetRequest().Header("host") == "real:1");
}

BOOST_AUTO_TEST_CASE(RefusesWhatIsNotHttp) {
  Check({
      {"a TLS handshake", std::string("\x16\x03\x01\x02\x00", 5), kMalformed},
      {"a bare LF", "GET / HTTP/1.1\nHost: x\n\n", kMalformed},
      {"a bare LF after valid lines", "GET / HTTP/1.1\r\nHost: x\n\r\n", kMalformed},
      {"an LF alone", "\n", kMalformed},
      {"a bare CR in a value", Head("GET / HTTP/1.1", "Host: x\r\nA: b\rc\r\n"), kMalformed},
      {"a NUL in a value", Head("GET / HTTP/1.1", std::string("Host: x\r\nA: b\0c\r\n", 17)),
       kMalformed},
      {"a NUL in the target", std::string("GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n", 28), kMalformed},
      {"a folded header", Head("GET / HTTP/1.1", "Host: x\r\nA: b\r\n c\r\n"), kMalformed},
      {"a header folded by a tab", Head("GET / HTTP/1.1", "Host: x\r\nA: b\r\n\tc\r\n"),
       kMalformed},
      {"a first header that begins with a space", Head("GET / HTTP/1.1", " Host: x\r\n"),
       kMalformed},
      {"a space before the colon", Head("GET / HTTP/1.1", "Host : x\r\n"), kMalformed},
      {"a header without colon", Head("GET / HTTP/1.1", "Host\r\n"), kMalformed},
      {"an empty name", Head("GET / HTTP/1.1", "Host: x\r\n: y\r\n"), kMalformed},
      {"a space in the target", Head("GET /a b HTTP/1.1"), kMalformed},
      {"no target", Head("GET HTTP/1.1"), kMalformed},
      {"no version", Head("GET /"), kMalformed},
      {"another protocol", Head("GET / HTTX/1.1"), kMalformed},
      {"another version", Head("GET / HTTP/2.0"), kMalformed},
      {"a version in lower case", Head("GET / http/1.1"), kMalformed},
  });
}

BOOST_AUTO_TEST_CASE(RefusesAmbiguousLengths) {
  const auto with = [](std::string_view headers) {
    return Head("POST / HTTP/1.1", "Host: x\r\n" + std::string(headers));
  };
  Check({
      {"both", with("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"), kMalformed},
      {"both, the other way", with("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n"),
       kMalformed},
      {"two lengths", with("Content-Length: 3\r\nContent-Length: 4\r\n"), kMalformed},
      {"the same length twice", with("Content-Length: 3\r\nContent-Length: 3\r\n"), "POST /|"},
      {"a list of lengths", with("Content-Length: 3, 4\r\n"), kMalformed},
      {"a list of the same length", with("Content-Length: 3, 3\r\n"), "POST /|"},
      {"not a number", with("Content-Length: abc\r\n"), kMalformed},
      {"negative", with("Content-Length: -1\r\n"), kMalformed},
      {"with a sign", with("Content-Length: +1\r\n"), kMalformed},
      {"hexadecimal", with("Content-Length: 0x10\r\n"), kMalformed},
      {"empty", with("Content-Length:\r\n"), kMalformed},
      {"beyond 64 bits", with("Content-Length: 18446744073709551616\r\n"), kMalformed},
      {"another coding", with("Transfer-Encoding: gzip\r\n"), "501 NotImplemented"},
      {"another coding under it", with("Transfer-Encoding: gzip, chunked\r\n"),
       "501 NotImplemented"},
      {"chunked not last", with("Transfer-Encoding: chunked, gzip\r\n"), "501 NotImplemented"},
      {"chunked twice", with("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
       kMalformed},
      {"identity first", with("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n"),
       "501 NotImplemented"},
      {"chunked in HTTP/1.0", Head("POST / HTTP/1.0", "Transfer-Encoding: chunked\r\n"),
       kMalformed},
  });
}

BOOST_AUTO_TEST_CASE(RefusesInvalidHostsAndExpectations) {
  const std::string no_host = "400 HostInformationNotPresent";
  Check({
      {"no Host", Head("GET / HTTP/1.1", "A: b\r\n"), no_host},
      {"an empty Host", Head("GET / HTTP/1.1", "Host:\r\n"), no_host},
      {"two Hosts", Head("GET / HTTP/1.1", "Host: x\r\nHost: x\r\n"), kMalformed},
      {"another expectation", Head("GET / HTTP/1.1", "Host: x\r\nExpect: coffee\r\n"),
       "417 InvalidHeaderValue"},
      {"ignored in HTTP/1.0", Head("GET / HTTP/1.0", "Expect: coffee\r\n"), "GET /|"},
  });
}

BOOST_AUTO_TEST_CASE(EnforcesItsLimits) {
  const auto target = [](std::size_t bytes) { return "/" + std::string(bytes - 1, 'a'); };
  BOOST_TEST(Outcome(Head("GET " + target(limits::kTargetBytesMax) + " HTTP/1.1")) ==
             "GET " + target(limits::kTargetBytesMax) + "|");
  BOOST_TEST(Outcome(Head("GET " + target(limits::kTargetBytesMax + 1) + " HTTP/1.1")) ==
             "414 InvalidUri");

  const auto head = [](std::size_t bytes) {
    const std::string rest = Head("GET / HTTP/1.1", "Host: x\r\nA: \r\n");
    return Head("GET / HTTP/1.1",
                "Host: x\r\nA: " + std::string(bytes - rest.size(), 'a') + "\r\n");
  };
  BOOST_TEST(Outcome(head(limits::kHeaderBytesMax)) == "GET /|");
  BOOST_TEST(Outcome(head(limits::kHeaderBytesMax + 1)) == "431 RequestHeadersTooLarge");
  BOOST_TEST(Outcome(std::string(limits::kHeaderBytesMax, 'a'), 4096) ==
             "431 RequestHeadersTooLarge");
  BOOST_TEST(Outcome(std::string(limits::kHeaderBytesMax - 1, 'a'), 4096) == "more");

  const auto fields = [](std::size_t count) {
    std::string lines = "Host: x\r\n";
    for (std::size_t i = 1; i < count; ++i) lines += "A" + std::to_string(i) + ":\r\n";
    return Head("GET / HTTP/1.1", lines);
  };
  BOOST_TEST(Outcome(fields(limits::kHeaderFieldsMax)) == "GET /|");
  BOOST_TEST(Outcome(fields(limits::kHeaderFieldsMax + 1)) == "431 RequestHeadersTooLarge");

  const auto sized = [](std::size_t bytes) {
    return Head("POST / HTTP/1.1", "Host: x\r\nContent-Length: " + std::to_string(bytes) + "\r\n");
  };
  BOOST_TEST(Outcome(sized(limits::kBodyBytesMax)) == "POST /|");
  BOOST_TEST(Outcome(sized(limits::kBodyBytesMax + 1)) == "413 RequestBodyTooLarge");
  BOOST_TEST(Outcome(sized(18446744073709551615U)) == "413 RequestBodyTooLarge");
}

BOOST_AUTO_TEST_CASE(ReportsWhetherTheConnectionIsKept) {
  struct KeepCase {
    std::string name, head;
    bool keeps;
  };
  const std::vector<KeepCase> cases = {
      {"1.1", Head("GET / HTTP/1.1"), true},
      {"1.1 close", Head("GET / HTTP/1.1", "Host: x\r\nConnection: close\r\n"), false},
      {"1.1 close in a list", Head("GET / HTTP/1.1", "Host: x\r\nConnection: TE, Close\r\n"),
       false},
      {"1.0", Head("GET / HTTP/1.0"), false},
      {"1.0 keep-alive", Head("GET / HTTP/1.0", "Connection: Keep-Alive\r\n"), true},
  };
  for (const KeepCase& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      RequestReader reader;
      BOOST_REQUIRE((reader.ReadHead(c.head).state == State::kDone));
      BOOST_TEST(reader.KeepsAlive() == c.keeps);
    }
  }
}

BOOST_AUTO_TEST_CASE(KeepsHeadersInOrderAndAsSent) {
  RequestReader reader;
  const std::string head = Head("GET / HTTP/1.1", "hOsT:x\r\nA: \t1 \r\nB:\r\nA: 2\xC3\xBC\t3\r\n");
  BOOST_REQUIRE((reader.ReadHead(head + "rest").state == State::kDone));
  const HeaderList expected = {{"hOsT", "x"}, {"A", "1, 2\xC3\xBC\t3"}, {"B", ""}};
  BOOST_TEST((reader.GetRequest().headers == expected));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ReadChunksTest)

BOOST_AUTO_TEST_CASE(JoinsChunks) {
  Check({
      {"two", Chunked("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"), "POST /|abcde"},
      {"none", Chunked("0\r\n\r\n"), "POST /|"},
      {"sizes in upper case and with leading zeros", Chunked("00A\r\n0123456789\r\n000\r\n\r\n"),
       "POST /|0123456789"},
      {"line breaks inside", Chunked("4\r\n\r\n\r\n\r\n0\r\n\r\n"), "POST /|\r\n\r\n"},
      {"extensions", Chunked("1;a\r\nx\r\n1;b=c;d=\"e;\\\"\"\r\ny\r\n0;z\r\n\r\n"), "POST /|xy"},
      {"trailers", Chunked("1\r\nx\r\n0\r\nA: b\r\nC: d\r\n\r\n"), "POST /|x"},
      {"unfinished", Chunked("3\r\nab"), "more"},
      {"unfinished at the end", Chunked("1\r\na\r\n0\r\n"), "more"},
  });
}

BOOST_AUTO_TEST_CASE(ATrailerIsNotAHeader) {
  RequestReader reader;
  std::string input = Chunked("0\r\nAuthorization: forged\r\n\r\n");
  input.erase(0, reader.ReadHead(input).used);
  BOOST_REQUIRE((reader.ReadChunks(input).state == State::kDone));
  BOOST_TEST(!reader.GetRequest().Header("Authorization"));
}

BOOST_AUTO_TEST_CASE(LeavesTheNextRequest) {
  RequestReader reader;
  std::string input = Chunked("1\r\na\r\n0\r\n\r\n") + "GET /next";
  input.erase(0, reader.ReadHead(input).used);
  const auto progress = reader.ReadChunks(input);
  BOOST_REQUIRE((progress.state == State::kDone));
  BOOST_TEST(input.substr(progress.used) == "GET /next");
}

BOOST_AUTO_TEST_CASE(RefusesBadSizes) {
  Check({
      {"not a number", Chunked("x\r\n"), kMalformed},
      {"empty", Chunked("\r\n\r\n"), kMalformed},
      {"negative", Chunked("-5\r\nabcde\r\n"), kMalformed},
      {"0x", Chunked("0x5\r\nabcde\r\n0\r\n\r\n"), kMalformed},
      {"a space", Chunked("5 5\r\nabcde\r\n"), kMalformed},
      {"garbage after it", Chunked("5!\r\nabcde\r\n"), kMalformed},
      {"an extension with a bare CR", Chunked("1;a\rb\r\nx\r\n0\r\n\r\n"), kMalformed},
      {"a trailer that is not a field", Chunked("0\r\nGET / HTTP/1.1\r\n\r\n"), kMalformed},
      {"a folded trailer", Chunked("0\r\nA: b\r\n c: d\r\n\r\n"), kMalformed},
      {"more data than announced", Chunked("3\r\nabcdef\r\n0\r\n\r\n"), kMalformed},
      {"a bare LF", Chunked("3\nabc\n0\n\n0\r\n\r\n"), kMalformed},
  });
}

BOOST_AUTO_TEST_CASE(EnforcesItsLimits) {
  const std::string mib(1U << 20U, 'a');
  std::string four;
  for (int i = 0; i < 4; ++i) four += "100000\r\n" + mib + "\r\n";
  const std::string too_large = "413 RequestBodyTooLarge";
  BOOST_TEST(Outcome(Chunked(four + "0\r\n\r\n")).size() == 7 + 4 * mib.size());
  BOOST_TEST(Outcome(Chunked(four + "1\r\na\r\n0\r\n\r\n")) == too_large);
  BOOST_TEST(Outcome(Chunked("400001\r\n")) == too_large);
  BOOST_TEST(Outcome(Chunked("7fffffff\r\n")) == too_large);
  BOOST_TEST(Outcome(Chunked("ffffffffffffffff\r\n")) == too_large);
  BOOST_TEST(Outcome(Chunked("10000000000000000\r\n")) == too_large);
  BOOST_TEST(Outcome(Chunked("1\r\na\r\nffffffffffffffff\r\n")) == too_large);
  // An endless line, and an endless trailer.
  BOOST_TEST(Outcome(Chunked("1;" + std::string(limits::kHeaderBytesMax, 'e')), 4096) ==
             "431 RequestHeadersTooLarge");
  std::string trailer;
  for (int i = 0; i < 100; ++i) trailer += "A: " + std::string(1000, 'e') + "\r\n";
  BOOST_TEST(Outcome(Chunked("0\r\n" + trailer), 4096) == "431 RequestHeadersTooLarge");
}

// With any input the reader stays within its bounds and terminates.
BOOST_AUTO_TEST_CASE(SurvivesRandomDamage) {
  const auto seed = std::random_device{}();
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  const std::string good =
      Chunked("3;a=\"b\"\r\nabc\r\n2\r\nde\r\n0\r\nA: b\r\n\r\n") + Head("GET /t HTTP/1.1");
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string bad = good;
    for (auto changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t at = random() % bad.size();
      constexpr std::string_view kBytes("\r\n \t:;0f,\0\x80", 11);
      if (random() % 3 == 0) {
        bad.erase(at, 1 + random() % 4);
      } else {
        bad[at] = kBytes[random() % kBytes.size()];
      }
    }
    const std::string outcome = Outcome(bad, 1 + random() % 200);
    if (outcome.front() == '4' || outcome.front() == '5') ++refused;
    BOOST_TEST_REQUIRE(!outcome.empty(), "seed " << seed);
  }
  BOOST_TEST(refused > 1000, "seed " << seed);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ReserveBodyTest)

BOOST_AUTO_TEST_CASE(DoublesUpToTheLimit) {
  std::string body;
  ReserveBody(body, 1000);
  BOOST_TEST(body.capacity() >= 1000U);
  while (body.size() < limits::kBodyBytesMax) {
    ReserveBody(body, body.size() + 1);
    BOOST_TEST(body.capacity() <= limits::kBodyBytesMax);
    body.resize(body.capacity());
  }
  BOOST_TEST(body.capacity() == limits::kBodyBytesMax);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::wire
