// Synthetic keys: one day's log written under three PartitionKeys, and what the server's detector
// warns of in each.
//
//   plain   2026-03-01        all writes go into one partition, at its end
//   random  2026-03-01.17     a random suffix: spread; a read asks all suffixes
//   hash    2026-03-01.05     a suffix made from the request's id: spread; a read by id knows it
//
// The RowKeys, times, rise within each partition in all three. With suffixes no partition takes
// them all, so that the detector has no more than a note about their order. Needs a Rowhouse server on this machine: the detector is asked by GET
// /_rowhouse/hotspots.

#include "samples/common/sample.h"

#include <algorithm>
#include <cpprest/http_client.h>
#include <cstdio>
#include <functional>
#include <iostream>
#include <rowhouse/bulk_writer.h>
#include <rowhouse/fan_out.h>
#include <vector>

namespace rowhouse::samples {
namespace {

using tables::Entity;
using tables::TableClient;

constexpr const char* kDay = "2026-03-01";
constexpr int kLines = 3000;
constexpr std::size_t kSuffixes = 32;

using KeyOf = std::function<std::string(const std::string& request_id)>;

std::string RequestId(int line) { return "req-" + std::to_string(line * 7919 % 100'000); }

std::string TimeOf(int line) {
  char text[32];
  const int seconds = line * 28;
  std::snprintf(text, sizeof text, "%02d:%02d:%02d.%06d", seconds / 3600, seconds / 60 % 60,
                seconds % 60, line);
  return text;
}

void WriteLog(const TableClient& table, const KeyOf& key_of) {
  tables::BulkWriter writer(table, {.in_flight_max = 1});  // in order of time, as logs come
  for (int line = 0; line < kLines; ++line) {
    Entity entity(key_of(RequestId(line)), TimeOf(line));
    entity["RequestId"] = RequestId(line);
    entity["Milliseconds"] = line % 90;
    writer.Insert(std::move(entity));
  }
  const tables::BulkReport report = writer.Finish();
  Expect(report.failures.empty() && report.done == kLines, "all lines are written");
}

// What the detector warns of in the table. Credentials are not needed on the server's own machine.
std::vector<web::json::value> Findings(const TableClient& table) {
  const web::uri url(table.Url());
  web::http::client::http_client client(url.authority());
  web::uri_builder route("/_rowhouse/hotspots");
  route.append_query("account", web::uri::split_path(url.path()).at(0));
  route.append_query("table", table.Name());
  const web::http::http_response response =
      client.request(web::http::methods::GET, route.to_string()).get();
  const std::string body = response.extract_utf8string(true).get();
  if (response.status_code() != 200) throw std::runtime_error("hotspots: " + body);
  std::vector<web::json::value> findings;
  const web::json::value answer = web::json::value::parse(body);
  for (const web::json::value& finding : answer.at("tables").at(0).at("findings").as_array()) {
    if (finding.at("severity").as_string() != "note") findings.push_back(finding);
  }
  return findings;
}

void PrintFindings(const std::string& name, const std::vector<web::json::value>& findings) {
  if (findings.empty()) {
    std::cout << name << ": nothing found\n";
    return;
  }
  std::cout << name << ": " << findings.size() << " findings\n";
  for (const web::json::value& finding : findings) {
    std::cout << "  " << finding.at("kind").as_string() << ": " << finding.at("why").as_string()
              << '\n';
    const web::json::array& advice = finding.at("advice").as_array();
    if (advice.size() == 0) continue;
    const web::json::value& best = advice.at(0);  // the best comes first
    std::cout << "    a key that spreads: " << best.at("key").as_string() << ", as in "
              << best.at("example").as_string() << '\n';
  }
}

bool Has(const std::vector<web::json::value>& findings, const std::string& kind) {
  return std::any_of(findings.begin(), findings.end(), [&](const web::json::value& finding) {
    return finding.at("kind").as_string() == kind;
  });
}

void WritePlain(const TableClient& table) {
  WriteLog(table, [](const std::string&) { return kDay; });
  const auto findings = Findings(table);
  PrintFindings("plain", findings);
  Expect(Has(findings, "hot-partition"), "one partition that takes all writes is found");
}

void WriteWithRandomSuffix(const TableClient& table) {
  const tables::RandomSuffix suffix(kSuffixes);
  WriteLog(table, [&](const std::string&) { return suffix.Of(kDay); });
  const auto findings = Findings(table);
  PrintFindings("random", findings);
  Expect(findings.empty(), "no partition is hot when the writes are spread");

  // Reading the day: all suffixes at once, merged in order of time.
  std::string last;
  int lines = 0;
  for (const Entity& line : FanOutQuery(table, suffix.Suffixes(), kDay)) {
    Expect(last < line.RowKey(), "a fan-out gives the order of time");
    last = line.RowKey();
    ++lines;
  }
  std::cout << "  read back in order of time: " << lines << " lines\n";
}

void WriteWithHashSuffix(const TableClient& table) {
  const tables::HashSuffix suffix("RequestId", kSuffixes);
  WriteLog(table, [&](const std::string& request_id) { return suffix.Of(kDay, request_id); });
  const auto findings = Findings(table);
  PrintFindings("hash", findings);
  Expect(findings.empty(), "no partition is hot when the writes are spread");

  // Who knows the id knows the suffix: a point read, no fan-out.
  const auto line = suffix.TryGet(table, kDay, TimeOf(1234), RequestId(1234));
  Expect(line.has_value(), "a line is found by its id");
  std::cout << "  point read: " << line->PartitionKey() << ' ' << line->RowKey() << ' '
            << line->Get<std::string>("RequestId") << '\n';
}

void Run(const std::vector<std::string>& connections) {
  const auto service = tables::TableServiceClient::FromConnectionString(connections[0]);
  const SampleTable plain(service, "LogPlain");
  const SampleTable random(service, "LogRandom");
  const SampleTable hash(service, "LogHash");
  WritePlain(*plain);
  WriteWithRandomSuffix(*random);
  WriteWithHashSuffix(*hash);
}

}  // namespace
}  // namespace rowhouse::samples

int main(int argc, char** argv) {
  return rowhouse::samples::RunSample(argc, argv, 1, rowhouse::samples::Run);
}
