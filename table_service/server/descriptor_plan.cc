#include "table_service/server/descriptor_plan.h"

#include <algorithm>
#include <limits>
#include <sys/resource.h>

namespace rowhouse::server {
namespace {

// Standard streams, signals, the log, what libraries and the parent leave open, walking a folder.
constexpr std::size_t kForProcess = 10;
constexpr std::size_t kForListeners = 3;  // plain and TLS, and a client that waits to be admitted
constexpr std::size_t kPerIoThread = 3;
constexpr std::size_t kPerAccount = 12;  // the lock, two connections to the catalog, the journal
constexpr std::size_t kPerCommitThread = 2;  // building new files, syncing

constexpr std::size_t kForFilesMin = 9;
constexpr std::size_t kConnectionsMin = 4;

}  // namespace

DescriptorPlan PlanDescriptors(std::size_t limit, const DescriptorNeeds& needs) {
  const std::size_t fixed =
      kForProcess + kForListeners + kPerIoThread * needs.io_threads +
      (kPerAccount + kPerCommitThread * needs.commit_threads) * needs.accounts;
  DescriptorPlan plan;
  plan.wanted = fixed + plan.connections_max + plan.for_files;
  if (limit >= plan.wanted) return plan;
  const std::size_t rest = limit > fixed ? limit - fixed : 0;
  plan.for_files = std::clamp(rest / 3, kForFilesMin, plan.for_files);
  plan.connections_max = std::clamp(rest > plan.for_files ? rest - plan.for_files : 0,
                                    kConnectionsMin, plan.connections_max);
  return plan;
}

std::size_t RaiseDescriptorLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return std::numeric_limits<std::size_t>::max();
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

}  // namespace rowhouse::server
