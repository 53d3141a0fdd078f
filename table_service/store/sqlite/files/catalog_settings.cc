// What account.db keeps besides tables and partitions: access policies, service properties, the greatest time.

#include "table_service/store/sqlite/files/catalog.h"

#include <optional>
#include <string_view>

namespace rowhouse::sqlite {
namespace {

// Returns the form in which a column stores an optional time.
std::string TimeText(const std::optional<DateTime>& time) {
  return time ? time->ToStringSevenDigits() : std::string();
}

DbResult<std::optional<DateTime>> ReadTime(std::string_view text) {
  const auto time = DateTime::Parse(text);
  if (text.empty() || time) return time;
  return tl::unexpected(
      DbError{DbError::Kind::kCorrupt, "account.db: not a time: " + std::string(text)});
}

}  // namespace

DbResult<CatalogPolicies> Catalog::Policies() {
  const MutexLock lock(mutex_);
  auto rows = connection_.Prepare(
      "SELECT table_id, id, start, expiry, permission FROM access_policies "
      "ORDER BY table_id, position");
  if (!rows) return tl::unexpected(rows.error());
  CatalogPolicies policies;
  for (;;) {
    const auto row = rows->Step();
    if (!row) return tl::unexpected(row.error());
    if (!*row) return policies;
    const auto start = ReadTime(rows->Text(2));
    if (!start) return tl::unexpected(start.error());
    const auto expiry = ReadTime(rows->Text(3));
    if (!expiry) return tl::unexpected(expiry.error());
    policies[rows->Integer(0)].push_back({.id = std::string(rows->Text(1)),
                                          .start = *start,
                                          .expiry = *expiry,
                                          .permissions = std::string(rows->Text(4))});
  }
}

DbStatus Catalog::SetPolicies(std::int64_t table_id, std::span<const AccessPolicy> policies) {
  const MutexLock lock(mutex_);
  auto transaction = BeginLocked(connection_);
  if (!transaction) return tl::unexpected(transaction.error());
  if (auto done = connection_.Run("DELETE FROM access_policies WHERE table_id=?1", table_id);
      !done) {
    return done;
  }
  std::int64_t position = 0;
  for (const AccessPolicy& policy : policies) {
    auto done = connection_.Run("INSERT INTO access_policies VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
                                table_id, position++, policy.id, TimeText(policy.start),
                                TimeText(policy.expiry), policy.permissions);
    if (!done) return done;
  }
  return CommitLocked(connection_, *transaction);
}

DbResult<std::string> Catalog::ServiceProperties() {
  const MutexLock lock(mutex_);
  auto rows = connection_.Prepare("SELECT document FROM service_properties");
  if (!rows) return tl::unexpected(rows.error());
  const auto row = rows->Step();
  if (!row) return tl::unexpected(row.error());
  return *row ? std::string(rows->Text(0)) : std::string();
}

DbStatus Catalog::SetServiceProperties(const std::string& document) {
  const MutexLock lock(mutex_);
  auto transaction = BeginLocked(connection_);
  if (!transaction) return tl::unexpected(transaction.error());
  auto done = connection_.Run(
      "INSERT INTO service_properties VALUES(1, ?1) "
      "ON CONFLICT(id) DO UPDATE SET document=excluded.document",
      document);
  if (!done) return done;
  return CommitLocked(connection_, *transaction);
}

DbResult<std::int64_t> Catalog::TimestampCeiling() {
  const MutexLock lock(mutex_);
  return connection_.QueryInteger("SELECT value FROM settings WHERE name='timestamp_ceiling'");
}

DbStatus Catalog::SetTimestampCeiling(std::int64_t ticks) {
  const MutexLock lock(mutex_);
  auto transaction = BeginLocked(connection_);
  if (!transaction) return tl::unexpected(transaction.error());
  auto done = connection_.Run(
      "INSERT INTO settings VALUES('timestamp_ceiling', ?1) "
      "ON CONFLICT(name) DO UPDATE SET value=excluded.value",
      ticks);
  if (!done) return done;
  return CommitLocked(connection_, *transaction);
}

}  // namespace rowhouse::sqlite
