// Multi-tenant: the orders of several tenants, kept in two ways, and what each way costs.
//
//   a partition per tenant   table Orders, PartitionKey = tenant
//   a table per tenant       tables Orders<tenant>, PartitionKey = customer
//
// Requests are counted where the client sees them, by ClientOptions::observer; repetitions aside.

#include "samples/common/sample.h"

#include <atomic>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <rowhouse/bulk_writer.h>

namespace rowhouse::samples {
namespace {

using tables::Entity;
using tables::TableClient;
using tables::TableServiceClient;
using tables::Where;

const std::vector<std::string> kTenants = {"adatum", "contoso", "fabrikam"};
constexpr int kOrders = 250;  // of each tenant

std::atomic<int> requests = 0;

// One way of keeping tenants apart. What differs is what follows from it.
class Layout {
 public:
  virtual ~Layout() = default;
  virtual void AddTenant(const std::string& tenant) = 0;
  virtual TableClient TableOf(const std::string& tenant) const = 0;
  virtual Entity Order(const std::string& tenant, int number) const = 0;
  virtual std::size_t CountOrders(const std::string& tenant) const = 0;
  virtual std::size_t CountLargeOrdersOfAll() const = 0;
  // An address with a signature that lets in this tenant and no other.
  virtual std::string Grant(const std::string& tenant) const = 0;
  virtual void RemoveTenant(const std::string& tenant) = 0;
};

std::string RowKeyOf(int number) { return "order-" + std::to_string(10'000 + number); }

tables::TableSas ReadForAnHour() {
  return {.permissions = "r",
          .limits = {.expiry = tables::DateTime::Now() + std::chrono::hours(1)}};
}

class PartitionPerTenant final : public Layout {
 public:
  explicit PartitionPerTenant(const TableServiceClient& service) : orders_(service, "Orders") {}

  void AddTenant(const std::string&) override {}  // its first order makes the partition
  TableClient TableOf(const std::string&) const override { return *orders_; }
  Entity Order(const std::string& tenant, int number) const override {
    Entity order(tenant, RowKeyOf(number));
    order["Amount"] = number;
    return order;
  }
  std::size_t CountOrders(const std::string& tenant) const override {
    return orders_->Query({.filter = Where("PartitionKey") == tenant, .select = {"RowKey"}})
        .Count();
  }
  std::size_t CountLargeOrdersOfAll() const override {
    return orders_->Query({.filter = Where("Amount") >= 240}).Count();
  }
  std::string Grant(const std::string& tenant) const override {
    tables::TableSas sas = ReadForAnHour();
    sas.from = {.partition_key = tenant};
    sas.to = {.partition_key = tenant};
    return orders_->SasUrl(sas);
  }
  // The orders are read, and deleted a hundred at a time.
  void RemoveTenant(const std::string& tenant) override {
    const auto report = DeleteMatching(*orders_, {.filter = Where("PartitionKey") == tenant});
    Expect(report.failures.empty(), "a tenant's orders can be deleted");
  }

 private:
  SampleTable orders_;
};

class TablePerTenant final : public Layout {
 public:
  explicit TablePerTenant(TableServiceClient service) : service_(std::move(service)) {}

  void AddTenant(const std::string& tenant) override {
    orders_[tenant] = std::make_unique<SampleTable>(service_, "Orders" + tenant);
  }
  TableClient TableOf(const std::string& tenant) const override { return **orders_.at(tenant); }
  // The PartitionKey is free to spread a tenant's own orders, or to group them.
  Entity Order(const std::string&, int number) const override {
    Entity order("customer-" + std::to_string(number % 3), RowKeyOf(number));
    order["Amount"] = number;
    return order;
  }
  std::size_t CountOrders(const std::string& tenant) const override {
    return TableOf(tenant).Query({.select = {"RowKey"}}).Count();
  }
  std::size_t CountLargeOrdersOfAll() const override {
    std::size_t count = 0;
    for (const auto& [tenant, table] : orders_) {
      count += (*table)->Query({.filter = Where("Amount") >= 240}).Count();
    }
    return count;
  }
  std::string Grant(const std::string& tenant) const override {
    return TableOf(tenant).SasUrl(ReadForAnHour());
  }
  void RemoveTenant(const std::string& tenant) override { orders_.erase(tenant); }

 private:
  TableServiceClient service_;
  std::map<std::string, std::unique_ptr<SampleTable>> orders_;
};

void Fill(Layout& layout) {
  for (const std::string& tenant : kTenants) {
    tables::BulkWriter writer(layout.TableOf(tenant));
    for (int i = 0; i < kOrders; ++i) writer.Insert(layout.Order(tenant, i));
    Expect(writer.Finish().failures.empty(), "orders can be written");
  }
}

// A tenant's key opens its own orders, and nobody else's.
void CheckGrant(const Layout& layout) {
  const auto visible = [&](const std::string& tenant) {
    // The address of the other tenant's table, with contoso's signature.
    const std::string signature = layout.Grant("contoso");
    const std::string url = layout.TableOf(tenant).Url() + signature.substr(signature.find('?'));
    const Entity order = layout.Order(tenant, 7);
    try {
      return TableClient::FromSasUrl(url).Exists(order.PartitionKey(), order.RowKey());
    } catch (const tables::TableError& error) {
      if (error.Status() == 403) return false;
      throw;
    }
  };
  Expect(visible("contoso"), "contoso reads its own orders");
  Expect(!visible("fabrikam"), "contoso does not read fabrikam's orders");
}

template <class Action>
int RequestsOf(Action action) {
  const int before = requests;
  action();
  return requests - before;
}

std::vector<int> Costs(Layout& layout) {
  std::vector<int> costs;
  costs.push_back(RequestsOf([&] {
    for (const std::string& tenant : kTenants) layout.AddTenant(tenant);
  }));
  costs.push_back(RequestsOf([&] { Fill(layout); }));
  costs.push_back(RequestsOf(
      [&] { Expect(layout.CountOrders("contoso") == kOrders, "a tenant's orders are found"); }));
  costs.push_back(RequestsOf(
      [&] { Expect(layout.CountLargeOrdersOfAll() == 30, "the large orders of all are found"); }));
  CheckGrant(layout);
  costs.push_back(RequestsOf([&] { layout.RemoveTenant("contoso"); }));
  Expect(layout.CountLargeOrdersOfAll() == 20, "the others' orders stay");
  return costs;
}

void Run(const std::vector<std::string>& connections) {
  const auto service = TableServiceClient::FromConnectionString(
      connections[0], {.observer = [](const tables::AttemptReport& report) {
        requests += report.attempt == 1 ? 1 : 0;
      }});
  PartitionPerTenant partitions(service);
  TablePerTenant tables(service);
  const std::vector<int> first = Costs(partitions);
  const std::vector<int> second = Costs(tables);

  const std::vector<std::string> steps = {"add three tenants", "write 250 orders of each",
                                          "read one tenant's orders", "search those of all",
                                          "remove a tenant"};
  std::cout << "requests to                   partition each  table each\n";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::cout << std::left << std::setw(30) << steps[i] << std::right << std::setw(14) << first[i]
              << std::setw(12) << second[i] << '\n';
  }
  std::cout << "a signature for one tenant    a key range     the table\n"
            << "a transaction spans           the tenant      a customer\n";
}

}  // namespace
}  // namespace rowhouse::samples

int main(int argc, char** argv) {
  return rowhouse::samples::RunSample(argc, argv, 1, rowhouse::samples::Run);
}
