#include "samples/common/sample.h"

#include <exception>
#include <iostream>
#include <stdexcept>

namespace rowhouse::samples {

void Expect(bool holds, std::string_view what) {
  if (!holds) throw std::runtime_error("this should be so: " + std::string(what));
}

int RunSample(int argc, char** argv, std::size_t accounts,
              const std::function<void(const std::vector<std::string>&)>& run) {
  std::vector<std::string> connections(argv + 1, argv + argc);
  if (connections.size() > accounts || (!connections.empty() && connections[0].starts_with('-'))) {
    std::cerr << "usage: " << argv[0] << " [CONNECTION_STRING]" << (accounts > 1 ? "..." : "")
              << '\n';
    return 2;
  }
  if (connections.empty()) connections.emplace_back("UseDevelopmentStorage=true");
  connections.resize(accounts, std::string(connections.back()));
  try {
    run(connections);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << argv[0] << ": " << error.what() << '\n';
    return 1;
  }
}

SampleTable::SampleTable(const tables::TableServiceClient& service, const std::string& name)
    : client_(service.CreateTable(name + tables::Guid::New().ToString().substr(0, 8))) {}

SampleTable::~SampleTable() {
  try {
    client_.DeleteTable();
  } catch (const std::exception& error) {
    std::cerr << "left behind: table " << client_.Name() << ": " << error.what() << '\n';
  }
}

}  // namespace rowhouse::samples
