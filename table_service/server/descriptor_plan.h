#pragma once
// How the descriptors that the process may have (ulimit -n) are divided.

#include <cstddef>

namespace rowhouse::server {

struct DescriptorNeeds {
  std::size_t io_threads = 2;
  std::size_t commit_threads = 2;  // of each account
  std::size_t accounts = 1;
};

struct DescriptorPlan {
  std::size_t connections_max = 10000;  // of clients
  std::size_t for_files = 3584;         // for partition files, of all accounts together
  std::size_t wanted = 0;               // the limit from which on there are as many as that
};

// What does not fit is taken from both. There are always a few of each.
DescriptorPlan PlanDescriptors(std::size_t limit, const DescriptorNeeds& needs);

// Raises the soft limit, usually 1,024, to the hard limit (the low limit is for programs that use
// select()), and returns it.
std::size_t RaiseDescriptorLimit();

}  // namespace rowhouse::server
