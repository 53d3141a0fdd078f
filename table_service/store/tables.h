#pragma once
// The storage port, first part: the tables of an account, their access policies, and the service
// properties of the account. Spec 5.1-5.8.

#include "entity/error.h"
#include "settings/access_policy.h"
#include "settings/service_properties.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::store {

// Names of tables compare without regard to ASCII case and keep the spelling of their creation.
//
// Threads: all calls may overlap. FindTable(), RequireTable(), GetAccessPolicies() and
// GetServiceProperties() run on I/O threads, for nearly every request: an engine answers them from
// memory, or within a millisecond. The others run on worker threads and may wait for a disk or a
// network.
// Errors: the codes that each call names, and for all of them kInternalError or kServerBusy when
// the engine fails; nothing has been changed then, unless the call says otherwise.
class Tables {
 public:
  virtual ~Tables() = default;

  // On success the table is durable and every later call finds it. kTableAlreadyExists.
  // REQUIRES: CheckTableName(name) has passed
  virtual Status CreateTable(std::string_view name) = 0;
  // On success the table, its entities and its policies are gone for every later call, and its name
  // can be used at once. Space may be given back later. kResourceNotFound.
  virtual Status DeleteTable(std::string_view name) = 0;
  // The name as created. kResourceNotFound.
  virtual Result<std::string> FindTable(std::string_view name) const = 0;
  // Up to `max` names in order of their lower-case form, from the first whose lower-case form is
  // `from` or later.
  virtual Result<std::vector<std::string>> ListTables(std::string_view from,
                                                      std::size_t max) const = 0;

  // Stored access policies of a table; never null. kTableNotFound.
  virtual Result<std::shared_ptr<const AccessPolicies>> GetAccessPolicies(
      std::string_view table) const = 0;
  // Replaces those that the table has. On success the policies are durable, and in force for every
  // later call. kTableNotFound.
  virtual Status SetAccessPolicies(std::string_view table, AccessPolicies policies) = 0;

  // Service properties of the account; never null. Where several servers share the data, those of
  // some seconds ago.
  virtual std::shared_ptr<const ServiceProperties> GetServiceProperties() const = 0;
  // Keeps what `change` does not name. On success the change is durable and in force.
  virtual Status ChangeServiceProperties(const ServicePropertiesChange& change) = 0;

  // kTableNotFound.
  Status RequireTable(std::string_view name) const;
  // The policy `id` of the table; nothing when either is missing.
  std::optional<AccessPolicy> FindAccessPolicy(std::string_view table, std::string_view id) const;
};

}  // namespace rowhouse::store
