#pragma once
// The storage port, part one: the tables of an account, their access policies, and the service
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

// Table names are compared ignoring ASCII case and keep the spelling they were created with.
//
// Threads: all calls may overlap. FindTable(), RequireTable(), GetAccessPolicies() and
// GetServiceProperties() run on I/O threads for nearly every request, so an engine must answer them
// from memory or within a millisecond. The others run on worker threads and may wait for a disk or
// a network.
// Errors: the codes that each call names, and kInternalError or kServerBusy if the engine fails.
// After a failure nothing has changed, unless the call says otherwise.
class Tables {
 public:
  virtual ~Tables() = default;

  // After success the table is durable and every later call finds it. kTableAlreadyExists.
  // REQUIRES: CheckTableName(name) has passed
  virtual Status CreateTable(std::string_view name) = 0;
  // After success no later call finds the table, its entities or its policies, and its name can be
  // reused at once. Disk space may be freed later. kResourceNotFound.
  virtual Status DeleteTable(std::string_view name) = 0;
  // Returns the name as created. kResourceNotFound.
  virtual Result<std::string> FindTable(std::string_view name) const = 0;
  // Returns up to `max` names sorted by their lower-case form, starting with the first whose
  // lower-case form is `from` or later.
  virtual Result<std::vector<std::string>> ListTables(std::string_view from,
                                                      std::size_t max) const = 0;

  // Returns the stored access policies of a table, never null. kTableNotFound.
  virtual Result<std::shared_ptr<const AccessPolicies>> GetAccessPolicies(
      std::string_view table) const = 0;
  // Replaces the policies of the table. After success they are durable and apply to every later
  // call. kTableNotFound.
  virtual Status SetAccessPolicies(std::string_view table, AccessPolicies policies) = 0;

  // Returns the service properties of the account, never null. If several servers share the data,
  // they may be some seconds old.
  virtual std::shared_ptr<const ServiceProperties> GetServiceProperties() const = 0;
  // Changes only the properties that `change` names. After success the change is durable and in
  // force.
  virtual Status ChangeServiceProperties(const ServicePropertiesChange& change) = 0;

  // Fails with kTableNotFound if the table does not exist.
  Status RequireTable(std::string_view name) const;
  // Returns the policy `id` of the table, or nothing if either does not exist.
  std::optional<AccessPolicy> FindAccessPolicy(std::string_view table, std::string_view id) const;
};

}  // namespace rowhouse::store
