#include "tests/client/live_server.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <rowhouse/sas.h>
#include <stdexcept>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace rowhouse::tables {
namespace {

// A rowhoused in memory on a free port. It dies with this process, however that ends.
class Process {
 public:
  Process() {
    std::array<int, 2> output{};
    if (pipe(output.data()) != 0) throw std::runtime_error("pipe");
    child_ = fork();
    if (child_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      dup2(output[1], STDOUT_FILENO);
      execl(ROWHOUSED_PATH, ROWHOUSED_PATH, "--listen", "127.0.0.1:0", "--in-memory", nullptr);
      _exit(127);
    }
    close(output[1]);
    endpoint_ = ReadEndpoint(output[0]);
    // The pipe stays open: a server that cannot write its log might end.
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }

  const std::string& Endpoint() const { return endpoint_; }

 private:
  static std::string ReadEndpoint(int output) {
    constexpr std::string_view kBefore = "listening on ";
    std::string printed;
    for (;;) {
      std::array<char, 1024> buffer{};
      const ssize_t size = read(output, buffer.data(), buffer.size());
      if (size <= 0) throw std::runtime_error("rowhoused does not listen; it printed: " + printed);
      printed.append(buffer.data(), static_cast<std::size_t>(size));
      const std::size_t begin = printed.find(kBefore);
      if (begin == std::string::npos) continue;
      const std::size_t end = printed.find_first_of(" \n", begin + kBefore.size());
      if (end == std::string::npos) continue;
      const std::size_t first = begin + kBefore.size();
      return printed.substr(first, end - first) + "devstoreaccount1";
    }
  }

  pid_t child_ = -1;
  std::string endpoint_;
};

}  // namespace

const std::string& TestEndpoint() {
  static const char* const given = std::getenv("ROWHOUSE_TEST_ENDPOINT");
  if (given != nullptr) {
    static const std::string endpoint = given;
    return endpoint;
  }
  static const Process process;
  return process.Endpoint();
}

TableServiceClient TestService(ClientOptions options) {
  return {TestEndpoint(), SharedKeyCredential::Development(), std::move(options)};
}

std::string NewTableName() {
  static int count = 0;
  return "t" + std::to_string(getpid()) + "x" + std::to_string(++count);
}

TestTable::TestTable(const ClientOptions& options)
    : table_(TestService(options).CreateTable(NewTableName())) {}

TestTable::~TestTable() {
  try {
    table_.DeleteTableIfExists();
  } catch (const TableError&) {
    // The test has said what was wrong.
  }
}

}  // namespace rowhouse::tables
