#pragma once
// The frame of a sample: its arguments, its exit status, and tables that do not outlive it.

#include <cstddef>
#include <functional>
#include <rowhouse/table_client.h>
#include <rowhouse/table_service_client.h>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::samples {

// Ends the sample with an error unless `holds`. `what` says what should have been so.
void Expect(bool holds, std::string_view what);

// Calls `run` with `accounts` connection strings: those that the command line gives, then the last
// one again, then the development account of this machine. Returns the exit status: 0, or 1 after
// an exception, 2 after wrong arguments, which are reported on stderr.
int RunSample(int argc, char** argv, std::size_t accounts,
              const std::function<void(const std::vector<std::string>&)>& run);

// A table called `name` and eight random digits, so that it collides with no other; deleted at the
// end.
class SampleTable {
 public:
  SampleTable(const tables::TableServiceClient& service, const std::string& name);
  ~SampleTable();
  SampleTable(const SampleTable&) = delete;
  SampleTable& operator=(const SampleTable&) = delete;

  const tables::TableClient& operator*() const { return client_; }
  const tables::TableClient* operator->() const { return &client_; }

 private:
  tables::TableClient client_;
};

}  // namespace rowhouse::samples
