#include "table_service/operations/call_traffic.h"

#include "base/ascii.h"
#include "batch/entity_write.h"
#include "table_service/operations/busy_answer.h"
#include "table_service/traffic/request_units.h"
#include "table_service/traffic/traffic.h"

#include <cassert>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace rowhouse::operations {
namespace {

RequestKind KindOf(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::kInsert:
      return RequestKind::kInsertEntity;
    case OperationKind::kReplace:
    case OperationKind::kMerge:
      return RequestKind::kUpdateEntity;
    case OperationKind::kInsertOrReplace:
    case OperationKind::kInsertOrMerge:
      return RequestKind::kUpsertEntity;
    case OperationKind::kDelete:
      return RequestKind::kDeleteEntity;
  }
  return RequestKind::kOther;
}

// Returns the only partition that a query reads, if there is only one.
std::optional<std::string_view> PartitionOf(const ScanPlan& plan) {
  if (plan.ranges.empty()) return std::nullopt;
  const std::string& first = plan.ranges.front().partitions.low;
  for (const ScanRange& range : plan.ranges) {
    if (!range.partitions.IsPoint() || range.partitions.low != first) return std::nullopt;
  }
  return first;
}

bool Admit(const ServiceCall& call, const RequestLoad& load) {
  if (!call.service.traffic.throttle().IsOn()) return true;
  const auto refusal =
      call.service.traffic.throttle().Admit(load, std::chrono::steady_clock::now());
  if (refusal) AnswerBusy(call, *refusal);
  return !refusal;
}

void Charge(const ServiceCall& call, RequestKind kind, std::string_view table, double units) {
  Traffic& traffic = call.service.traffic;
  traffic.meter().CountOperation(kind, units);
  if (!traffic.throttle().IsOn()) return;
  RunGuarded("charging request", call.id, [&] {
    traffic.throttle().Charge({.account = call.address.account, .table = table}, units,
                              std::chrono::steady_clock::now());
  });
}

// Clients mark requests that load data in bulk (docs/hot-partitions.md).
bool IsBulkLoad(const ServiceCall& call) {
  const auto mark = call.request.Header("x-rowhouse-bulk-load");
  return mark && EqualsIgnoringAsciiCase(*mark, "true");
}

void Record(const ServiceCall& call, std::string_view table, KeyAccess access) {
  Traffic& traffic = call.service.traffic;
  if (traffic.watch() == nullptr) return;
  access.bulk_load = IsBulkLoad(call);
  RunGuarded("recording request", call.id, [&] {
    traffic.registry().Record(call.address.account, table, access, traffic.Now());
  });
}

AccessKind AccessKindOf(RequestKind kind) {
  if (kind == RequestKind::kInsertEntity) return AccessKind::kInsert;
  if (kind == RequestKind::kUpdateEntity) return AccessKind::kUpdate;
  return kind == RequestKind::kDeleteEntity ? AccessKind::kDelete : AccessKind::kUpsert;
}

std::size_t BytesOf(const EntityWrite& write, const Operation& operation) {
  return write.key.partition.size() + write.key.row.size() + operation.properties.size();
}

std::vector<KeyAccess> AccessesOf(const ServiceCall& call, std::span<const EntityWrite> writes,
                                  std::span<const Operation> operations) {
  const bool bulk_load = IsBulkLoad(call);
  std::vector<KeyAccess> accesses;
  accesses.reserve(writes.size());
  for (std::size_t i = 0; i < writes.size(); ++i) {
    accesses.push_back({.kind = AccessKindOf(KindOf(operations[i])),
                        .partition_key = writes[i].key.partition,
                        .row_key = writes[i].key.row,
                        .properties = operations[i].properties,
                        .bytes = BytesOf(writes[i], operations[i]),
                        .bulk_load = bulk_load});
  }
  return accesses;
}

}  // namespace

bool AdmitRequest(const ServiceCall& call) {
  return Admit(call, {.account = call.address.account});
}

bool AdmitOperations(const ServiceCall& call, std::string_view table,
                     std::string_view partition_key, std::size_t operations) {
  return Admit(call, {.account = call.address.account,
                      .table = table,
                      .partition_key = partition_key,
                      .operations = operations});
}

bool AdmitQuery(const ServiceCall& call, std::string_view table, const ScanPlan& plan) {
  return Admit(
      call, {.account = call.address.account, .table = table, .partition_key = PartitionOf(plan)});
}

void CountRead(const ServiceCall& call, std::string_view table, const EntityKey& key,
               std::optional<std::size_t> bytes) {
  Charge(call, RequestKind::kGetEntity, table, ReadUnits(bytes.value_or(0)));
  Record(call, table,
         {.kind = AccessKind::kRead,
          .partition_key = key.partition,
          .row_key = key.row,
          .bytes = bytes.value_or(0),
          .found = bytes.has_value()});
}

void CountQuery(const ServiceCall& call, std::string_view table, const ScanPlan& plan,
                std::size_t bytes) {
  Charge(call, RequestKind::kQueryEntities, table, QueryUnits(bytes));
  const std::string* last = nullptr;
  for (const ScanRange& range : plan.ranges) {  // in key order
    const std::string& partition = range.partitions.low;
    if (!range.partitions.IsPoint() || (last != nullptr && partition == *last)) continue;
    last = &partition;
    Record(call, table,
           {.kind = AccessKind::kQuery,
            .partition_key = partition,
            .row_key = range.rows.low,
            .bytes = bytes / plan.ranges.size()});
  }
}

void CountWrites(const ServiceCall& call, std::span<const EntityWrite> writes,
                 std::span<const Operation> operations) {
  assert(writes.size() == operations.size() && !writes.empty());
  for (std::size_t i = 0; i < writes.size(); ++i) {
    Charge(call, KindOf(operations[i]), writes[i].table,
           WriteUnits(BytesOf(writes[i], operations[i])));
  }
  Traffic& traffic = call.service.traffic;
  if (traffic.watch() == nullptr) return;
  RunGuarded("recording request", call.id, [&] {
    traffic.registry().Record(call.address.account, writes.front().table,
                              AccessesOf(call, writes, operations), traffic.Now());
  });
}

void CountTableDeleted(const ServiceCall& call, std::string_view table) {
  RunGuarded("forgetting table", table,
             [&] { call.service.traffic.registry().Forget(call.address.account, table); });
}

}  // namespace rowhouse::operations
