// Device telemetry: readings by device, and the latest one of each kept next to them.
//
//   PartitionKey  RowKey
//   device-03     latest                         the newest reading once more
//   device-03     reading-2026-03-01T12:00:00Z   a reading; in order of time
//
// Both lie in the partition of the device, so that one transaction writes both. Readings come late,
// out of order, twice, and from several receivers at a time; `latest` is right all the same.

#include "samples/common/sample.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <iostream>
#include <random>
#include <rowhouse/fan_out.h>

namespace rowhouse::samples {
namespace {

using tables::DateTime;
using tables::Entity;
using tables::TableClient;
using tables::Where;

constexpr int kDevices = 6;
constexpr int kReadings = 24;  // of each device, one a minute
constexpr int kReceivers = 4;

struct Reading {
  std::string device;
  DateTime at;
  double celsius = 0;
};

std::string Device(int number) { return "device-0" + std::to_string(number); }

DateTime Minute(int minute) {
  return *DateTime::Parse("2026-03-01T12:00:00Z") + std::chrono::minutes(minute);
}

std::string RowKeyOf(DateTime at) { return "reading-" + at.ToString(); }

Entity ToEntity(const Reading& reading, std::string row_key) {
  Entity entity(reading.device, std::move(row_key));
  entity["At"] = reading.at;
  entity["Celsius"] = reading.celsius;
  return entity;
}

// Adds the reading, and makes it the latest if it is. Returns false if it was there already.
bool Record(const TableClient& table, const Reading& reading) {
  while (true) {
    const std::optional<Entity> latest = table.TryGet(reading.device, "latest");
    tables::Transaction transaction;
    transaction.Insert(ToEntity(reading, RowKeyOf(reading.at)));
    if (!latest) {
      transaction.Insert(ToEntity(reading, "latest"));
    } else if (latest->Get<DateTime>("At") < reading.at) {
      transaction.UpdateReplace(ToEntity(reading, "latest"),
                                tables::IfMatch::Version(latest->ETag()));
    }
    try {
      table.Submit(transaction);
      return true;
    } catch (const tables::TransactionError& error) {
      if (error.FailedOperation() == 0U && error.Is("EntityAlreadyExists")) return false;
      const bool overtaken = error.FailedOperation() == 1U &&
                             (error.Is("EntityAlreadyExists") ||  // the device's first reading
                              error.Is("UpdateConditionNotSatisfied"));
      if (!overtaken) throw;
    }
  }
}

// Every reading, every tenth of them twice, in no order.
std::vector<Reading> Deliveries() {
  std::vector<Reading> deliveries;
  for (int device = 0; device < kDevices; ++device) {
    for (int minute = 0; minute < kReadings; ++minute) {
      const double celsius = 18 + device + 0.25 * (minute * 7 % 12);
      const Reading reading{Device(device), Minute(minute), celsius};
      deliveries.push_back(reading);
      if (minute % 10 == 0) deliveries.push_back(reading);
    }
  }
  std::shuffle(deliveries.begin(), deliveries.end(), std::mt19937(1));
  return deliveries;
}

// Several receivers share the deliveries.
void Receive(const TableClient& table) {
  const std::vector<Reading> deliveries = Deliveries();
  std::atomic<std::size_t> next = 0;
  std::atomic<int> recorded = 0;
  std::vector<std::future<void>> receivers;
  receivers.reserve(kReceivers);
  for (int i = 0; i < kReceivers; ++i) {
    receivers.push_back(std::async(std::launch::async, [&] {
      for (std::size_t mine = next++; mine < deliveries.size(); mine = next++) {
        if (Record(table, deliveries[mine])) ++recorded;
      }
    }));
  }
  for (std::future<void>& receiver : receivers) receiver.get();
  std::cout << "received " << deliveries.size() << ", recorded " << recorded << '\n';
}

// A point read: the cheapest there is.
void PrintLatest(const TableClient& table) {
  const Entity latest = table.Get(Device(3), "latest");
  Expect(latest.Get<DateTime>("At") == Minute(kReadings - 1), "the latest reading is kept");
  std::cout << "latest of " << latest.PartitionKey() << ": "
            << latest.Get<DateTime>("At").ToString() << ' ' << latest.Get<double>("Celsius")
            << '\n';
}

// RowKeys in order of time make a span of time a range of keys.
void PrintSpan(const TableClient& table) {
  std::cout << "five minutes of " << Device(3) << ':';
  const tables::Filter span = Where("PartitionKey") == Device(3) &&
                              Where("RowKey").InRange(RowKeyOf(Minute(10)), RowKeyOf(Minute(15)));
  for (const Entity& reading : table.Query({.filter = span})) {
    std::cout << ' ' << reading.Get<double>("Celsius");
  }
  std::cout << '\n';
}

// Across partitions: one small query for each device, eight at a time, instead of a scan through
// everything. What comes is merged by RowKey, that is, by time.
void PrintAcrossDevices(const TableClient& table) {
  std::vector<std::string> devices;
  devices.reserve(kDevices);
  for (int device = 0; device < kDevices; ++device) devices.push_back(Device(device));

  std::cout << "latest of all:";
  for (const Entity& latest :
       FanOutQuery(table, devices, {.filter = Where("RowKey") == "latest"})) {
    std::cout << ' ' << latest.Get<double>("Celsius");
  }
  const tables::Filter warm = Where("RowKey").StartsWith("reading-") && Where("Celsius") >= 25.0;
  std::cout << "\nfirst four over 25:";
  for (const Entity& reading : FanOutQuery(table, devices, {.filter = warm, .limit = 4})) {
    std::cout << ' ' << reading.PartitionKey() << " at "
              << reading.Get<DateTime>("At").ToString().substr(11, 5);
  }
  const auto readings =
      FanOutQuery(table, devices, {.filter = Where("RowKey").StartsWith("reading-")}).ToVector();
  Expect(std::is_sorted(readings.begin(), readings.end(),
                        [](const Entity& a, const Entity& b) { return a.RowKey() < b.RowKey(); }),
         "a fan-out gives the order of time");
  std::cout << "\nreadings of all devices, in order of time: " << readings.size() << '\n';
}

void Run(const std::vector<std::string>& connections) {
  const auto service = tables::TableServiceClient::FromConnectionString(connections[0]);
  const SampleTable telemetry(service, "Telemetry");
  Receive(*telemetry);
  PrintLatest(*telemetry);
  PrintSpan(*telemetry);
  PrintAcrossDevices(*telemetry);
}

}  // namespace
}  // namespace rowhouse::samples

int main(int argc, char** argv) {
  return rowhouse::samples::RunSample(argc, argv, 1, rowhouse::samples::Run);
}
