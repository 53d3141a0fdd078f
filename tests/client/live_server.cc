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

// "http://127.0.0.1:PORT/ACCOUNT", when the server says that it listens.
std::string ReadEndpoint(int output) {
  constexpr std::string_view before = "listening on ";
  std::string printed;
  for (;;) {
    std::array<char, 1024> buffer{};
    const ssize_t size = read(output, buffer.data(), buffer.size());
    if (size <= 0) throw std::runtime_error("rowhoused does not listen; it printed: " + printed);
    printed.append(buffer.data(), static_cast<std::size_t>(size));
    const std::size_t begin = printed.find(before);
    if (begin == std::string::npos) continue;
    const std::size_t first = begin + before.size();
    const std::size_t end = printed.find_first_of(" \n", first);
    if (end == std::string::npos) continue;
    return printed.substr(first, end - first) + "devstoreaccount1";
  }
}

}  // namespace

ServerProcess::ServerProcess(const std::vector<std::string>& options, const std::string& listen) {
  std::vector<std::string> words = {ROWHOUSED_PATH, "--listen", listen};
  words.insert(words.end(), options.begin(), options.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::array<int, 2> output{};
  if (pipe(output.data()) != 0) throw std::runtime_error("pipe");
  child_ = fork();
  if (child_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(output[1], STDOUT_FILENO);
    execv(ROWHOUSED_PATH, arguments.data());
    _exit(127);
  }
  close(output[1]);
  endpoint_ = ReadEndpoint(output[0]);
  // The pipe stays open: a server that cannot write its log might end.
}

ServerProcess::~ServerProcess() {
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

const std::string& TestEndpoint() {
  static const char* const given = std::getenv("ROWHOUSE_TEST_ENDPOINT");
  if (given != nullptr) {
    static const std::string endpoint = given;
    return endpoint;
  }
  static const ServerProcess process({"--in-memory"});
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
