// rowhoused: the one place that names concrete types.

#include "table_service/http/development_certificate.h"
#include "table_service/http/server.h"
#include "table_service/http/service.h"
#include "table_service/options.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

namespace rowhouse {
namespace {

using OpenStores = std::map<std::string, std::unique_ptr<TableStore>, std::less<>>;

void SetUpLog(const std::string& level) {
  auto logger = spdlog::stderr_color_mt("rowhoused");
  logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e %^%l%$ %v");
  logger->set_level(spdlog::level::from_str(level));
  spdlog::set_default_logger(std::move(logger));
}

// Connections and partition files need descriptors; the usual soft limit of 1,024 is for programs
// that use select().
void RaiseDescriptorLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// Threads inherit the mask, so that a signal waits for WaitForStopSignal().
sigset_t BlockStopSignals() {
  sigset_t signals{};
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return signals;
}

// Returns at the first signal; a second one ends the process at once.
void WaitForStopSignal(const sigset_t& signals) {
  int signal = 0;
  sigwait(&signals, &signal);
  spdlog::info("stopping: signal {}", signal);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

tl::expected<OpenStores, std::string> OpenAll(const Options& options) {
  OpenStores stores;
  for (const auto& [account, keys] : options.accounts) {
    StoreOptions store_options;
    store_options.folder = options.data / account;
    store_options.sync = options.sync;
    store_options.in_memory = options.in_memory;
    store_options.exclusive = options.exclusive;
    store_options.own_file_partitions_max = options.own_files_max;
    store_options.commit_threads = options.commit_threads;
    auto store = TableStore::Open(store_options);
    if (!store) return tl::unexpected(std::move(store.error()));
    stores.emplace(account, *std::move(store));
  }
  return stores;
}

std::string ListeningLine(const Options& options, const http::Server& server) {
  const bool is_ipv6 = options.address.find(':') != std::string::npos;
  const std::string host = is_ipv6 ? "[" + options.address + "]" : options.address;
  std::string urls;
  if (options.port) urls = fmt::format("http://{}:{}/", host, server.Port());
  if (options.port && options.tls) urls += " and ";
  if (options.tls) urls += fmt::format("https://{}:{}/", host, server.TlsPort());
  return fmt::format("listening on {} (data in {})\n", urls,
                     options.in_memory ? "memory" : options.data.string());
}

// The certificate that was given, or the one in the data folder.
tl::expected<http::CertificateFiles, std::string> ChooseCertificate(const Options& options) {
  const TlsChoice& tls = *options.tls;
  if (!tls.self_signed)
    return http::CertificateFiles{.certificate = tls.certificate, .key = tls.key};
  const auto names = http::CertificateNames({}, options.address);
  auto certificate = http::EnsureDevelopmentCertificate(options.data / "~tls", names,
                                                        std::chrono::system_clock::now());
  if (!certificate) return tl::unexpected(certificate.error());
  if (certificate->is_new) {
    spdlog::info("made a new certificate. {}", http::TrustAdvice(certificate->files.certificate));
  } else {
    spdlog::info("TLS with the certificate {}", certificate->files.certificate.string());
  }
  return std::move(certificate->files);
}

tl::expected<http::ServerOptions, std::string> ToServerOptions(const Options& options) {
  http::ServerOptions server;
  server.address = options.address;
  server.port = options.port;
  server.io_threads = options.io_threads;
  if (options.tls) {
    auto files = ChooseCertificate(options);
    if (!files) return tl::unexpected(files.error());
    server.tls = {.port = options.tls->port, .files = *std::move(files)};
  }
  return server;
}

int Fail(const std::string& message) {
  spdlog::critical(message);
  return EXIT_FAILURE;
}

int Run(const Options& options) {
  const sigset_t signals = BlockStopSignals();
  RaiseDescriptorLimit();
  const auto opened = OpenAll(options);
  if (!opened) return Fail(opened.error());
  http::AccountMap map;
  for (const auto& [name, store] : *opened) {
    map[name] = std::make_shared<http::Account>(
        http::Account{.keys = options.accounts.at(name), .store = store.get()});
  }
  const http::AccountDirectory accounts(std::move(map));

  http::ServiceOptions service_options;
  if (!options.check_dates) service_options.auth.clock_skew_max = std::chrono::minutes(0);
  service_options.admin = {.token = options.admin_token,
                           .open_on_loopback = options.ListensOnLoopbackOnly()};
  http::TableService service(accounts, std::move(service_options));
  auto server_options = ToServerOptions(options);
  if (!server_options) return Fail(server_options.error());
  auto server = http::Server::Start(*std::move(server_options), service);
  if (!server) return Fail(server.error());

  std::fputs(ListeningLine(options, **server).c_str(), stdout);
  std::fflush(stdout);
  WaitForStopSignal(signals);
  (*server)->Stop();
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace rowhouse

int main(int argc, char** argv) {
  const auto options = rowhouse::ParseCommandLine(argc, argv, std::getenv("ROWHOUSE_ACCOUNTS"));
  if (!options) {
    std::fputs(options.error().text.c_str(), options.error().exit_code == 0 ? stdout : stderr);
    return options.error().exit_code;
  }
  rowhouse::SetUpLog(options->log_level);
  return rowhouse::Run(*options);
}
