// Random batches: what is written in any client's style is read back, and no damage to a batch
// breaks the reader. Each case prints its seed.

#include "batch/batch_call.h"
#include "batch/multipart.h"
#include "batch/transaction.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <iostream>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace rowhouse {
namespace {

constexpr const char* kContentType = "multipart/mixed; boundary=batch_b";

class Random {
 public:
  explicit Random(const char* test, unsigned seed = std::random_device{}()) : engine_(seed) {
    std::cout << test << " seed " << seed << '\n';
  }
  std::size_t Below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(engine_);
  }
  bool OneIn(std::size_t count) { return Below(count) == 0; }
  template <class T>
  const T& Choose(const std::vector<T>& from) {
    return from[Below(from.size())];
  }

 private:
  std::mt19937_64 engine_;
};

// JSON on one line, with what could be taken for the end of a part.
std::string RandomBody(Random& random, std::size_t row) {
  static const std::vector<std::string> texts = {
      "",    "x",    "--changeset_c", "}--changeset_c", "--batch_b--", "}--batch_b",
      "\\n", "\\\"", "HTTP/1.1",      "\xC3\xA9",       "}",           "a: b"};
  std::string body = fmt::format(R"({{"PartitionKey":"p","RowKey":"{}")", row);
  for (std::size_t i = random.Below(4); i > 0; --i) {
    body += fmt::format(R"(,"P{}":"{}{}")", i, random.Choose(texts), random.Choose(texts));
  }
  return body + "}";
}

PartRequest RandomWrite(Random& random, std::size_t row) {
  static const std::vector<std::string> methods = {"POST", "PUT", "PATCH", "MERGE", "DELETE"};
  static const std::vector<std::string> roots = {"https://acct.table.example.net/",
                                                 "http://127.0.0.1:10002/acct/", "/", "/acct/"};
  PartRequest write{.method = random.Choose(methods)};
  write.target = random.Choose(roots) + "orders";
  if (write.method != "POST") write.target += fmt::format("(PartitionKey='p',RowKey='{}')", row);
  if (random.OneIn(3)) write.target += "?$format=application%2Fjson";
  if (random.OneIn(2)) write.headers.emplace_back("Content-ID", std::to_string(row));
  if (random.OneIn(2)) write.headers.emplace_back("accept", "application/json");
  if (write.method == "DELETE") {
    write.headers.emplace_back("If-Match", "*");
  } else {
    write.body = RandomBody(random, row);
  }
  return write;
}

// The liberties that clients take (spec 8.1).
struct Style {
  std::string line_end = "\r\n";
  bool part_headers = true;
  bool blank_lines = false;      // before delimiters and after part headers
  bool break_after_body = true;  // false: the delimiter directly follows the JSON
  bool last_dashes = true;
};

Style RandomStyle(Random& random) {
  return {.line_end = random.OneIn(2) ? "\r\n" : "\n",
          .part_headers = !random.OneIn(4),
          .blank_lines = random.OneIn(3),
          .break_after_body = !random.OneIn(3),
          .last_dashes = !random.OneIn(3)};
}

std::string Encode(const std::vector<PartRequest>& operations, const Style& style) {
  const std::string& end = style.line_end;
  std::string text = "--batch_b" + end;
  text += "Content-Type: multipart/mixed; boundary=\"changeset_c\"" + end + end;
  if (style.blank_lines) text += end;
  for (const PartRequest& operation : operations) {
    text += "--changeset_c" + end;
    if (style.part_headers) {
      text += fmt::format("content-type: application/http{0}Content-ID: 1{0}{0}", end);
    }
    if (style.blank_lines) text += end;
    text += fmt::format("{} {} HTTP/1.1{}", operation.method, operation.target, end);
    for (const auto& [name, value] : operation.headers) {
      text += fmt::format("{}: {}{}", name, value, end);
    }
    if (operation.body.empty()) continue;
    text += end + operation.body;
    if (style.break_after_body) text += end;
  }
  text += "--changeset_c--" + end;
  if (style.blank_lines) text += end;
  return text + (style.last_dashes ? "--batch_b--" : "--batch_b");
}

std::vector<PartRequest> RandomWrites(Random& random) {
  std::vector<PartRequest> writes;
  for (std::size_t i = random.Below(6); i > 0; --i) writes.push_back(RandomWrite(random, i));
  return writes;
}

// Changes `text` in one place.
void Damage(std::string& text, Random& random) {
  static const std::vector<std::string> tokens = {"\n",
                                                  "\r\n",
                                                  "--",
                                                  "--batch_b",
                                                  "\n--changeset_c\n",
                                                  "\n--changeset_c--\n",
                                                  "}",
                                                  ":",
                                                  " ",
                                                  "'",
                                                  "(",
                                                  "%",
                                                  "%2F",
                                                  std::string(1, '\0'),
                                                  "\xFF",
                                                  "\xF0\x9F",
                                                  "\"",
                                                  "HTTP/1.1",
                                                  "GET "};
  const std::size_t at = random.Below(text.size() + 1);
  const std::size_t length = random.Below(text.size() - at + 1);
  switch (random.Below(5)) {
    case 0:
      text.insert(at, random.Choose(tokens));
      break;
    case 1:
      text.erase(at, random.Below(20));
      break;
    case 2:
      text.resize(at);
      break;
    case 3:
      text.insert(random.Below(text.size() + 1), text.substr(at, length));
      break;
    default:
      if (at < text.size()) text[at] = static_cast<char>(random.Below(256));
  }
}

// Invariants of every batch that was read and every transaction that was built.
void CheckInvariants(const BatchRequest& batch, std::size_t text_size) {
  std::size_t bytes = 0;
  for (const SubRequest& operation : batch.operations) {
    bytes += operation.method.size() + operation.target.size() + operation.body.size();
    for (const auto& [name, value] : operation.headers) bytes += name.size() + value.size();
  }
  BOOST_REQUIRE(bytes <= text_size);
  BOOST_REQUIRE(batch.operations.size() <= 101U);
  if (batch.is_query) {
    BOOST_REQUIRE(batch.operations.size() == 1U);
    return;
  }
  const auto built =
      BuildTransaction(batch, {.table_exists = [](std::string_view) { return true; }});
  if (!built) {
    BOOST_REQUIRE(built.error().operation < batch.operations.size());
    BOOST_REQUIRE(!built.error().error.message.empty());
    return;
  }
  std::set<std::string> rows;
  for (const Operation& operation : built->changes.operations) rows.insert(operation.row_key);
  BOOST_REQUIRE(rows.size() == batch.operations.size());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(RandomBatchTest)

BOOST_AUTO_TEST_CASE(BatchesOfEveryStyleAreReadBack) {
  Random random("BatchesOfEveryStyleAreReadBack");
  for (int i = 0; i < 2000; ++i) {
    const std::vector<PartRequest> writes = RandomWrites(random);
    const std::string text = Encode(writes, RandomStyle(random));
    const auto batch = ParseBatch(kContentType, text);
    BOOST_REQUIRE_MESSAGE(batch, text);
    BOOST_REQUIRE_MESSAGE(batch->operations.size() == writes.size(), text);
    for (std::size_t k = 0; k < writes.size(); ++k) {
      BOOST_REQUIRE_MESSAGE(batch->operations[k].method == writes[k].method, text);
      BOOST_REQUIRE_MESSAGE(batch->operations[k].target == writes[k].target, text);
      const HeaderViews& headers = batch->operations[k].headers;
      BOOST_REQUIRE_MESSAGE(HeaderList(headers.begin(), headers.end()) == writes[k].headers, text);
      BOOST_REQUIRE_MESSAGE(batch->operations[k].body == writes[k].body, text);
    }
    const auto built =
        BuildTransaction(*batch, {.table_exists = [](std::string_view) { return true; }});
    BOOST_REQUIRE_MESSAGE(built, text);
    BOOST_REQUIRE_MESSAGE(built->writes.size() == writes.size(), text);
  }
}

BOOST_AUTO_TEST_CASE(DamagedBatchesAreReadOrRefused) {
  Random random("DamagedBatchesAreReadOrRefused");
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string text = Encode(RandomWrites(random), RandomStyle(random));
    for (std::size_t k = random.Below(3) + 1; k > 0; --k) Damage(text, random);
    const auto batch = ParseBatch(kContentType, text);
    refused += batch ? 0 : 1;
    if (batch) CheckInvariants(*batch, text.size());
  }
  BOOST_TEST(refused > 0);
}

// A body that lost its end never becomes a smaller batch: a transaction is all or nothing.
BOOST_AUTO_TEST_CASE(CutOffBatchesAreRefused) {
  Random random("CutOffBatchesAreRefused");
  const std::vector<PartRequest> writes = {RandomWrite(random, 1), RandomWrite(random, 2),
                                           RandomWrite(random, 3)};
  for (const std::string line_end : {"\r\n", "\n"}) {
    const std::string text = Encode(writes, {.line_end = line_end});
    const std::size_t last = text.rfind("--batch_b--") + std::string_view("--batch_b").size();
    for (std::size_t size = 0; size < last; ++size) {
      BOOST_REQUIRE_MESSAGE(!ParseBatch(kContentType, text.substr(0, size)), size);
    }
    BOOST_REQUIRE(ParseBatch(kContentType, text));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
