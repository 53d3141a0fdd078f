#include "table_service/server/run_server.h"

#include "base/guarded.h"
#include "table_service/operations/service.h"
#include "table_service/server/development_certificate.h"
#include "table_service/server/front_handler.h"
#include "table_service/server/next_steps.h"
#include "table_service/server/seed.h"
#include "table_service/traffic/traffic.h"
#include "table_service/wire/server.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <system_error>

namespace rowhouse::server {
namespace {

constexpr timespec kCloseInterval{.tv_sec = 1, .tv_nsec = 0};

void SetUpLog(const std::string& level) {
  auto logger = spdlog::stderr_color_mt("rowhoused");
  logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e %^%l%$ %v");
  logger->set_level(spdlog::level::from_str(level));
  spdlog::set_default_logger(std::move(logger));
}

// Raises the soft limit, usually 1,024, to the hard limit: connections and partition files need
// descriptors. (The low limit is for programs that use select().)
void RaiseDescriptorLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// Blocks the signals that RunUntilStopped() waits for. Must be called before any thread is started,
// as threads inherit the mask.
sigset_t BlockSignals() {
  sigset_t signals{};
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails like any other
  return signals;
}

// Returns true if there is something to reload on SIGHUP. Otherwise the signal stops the server: a
// terminal sends it when closed, and a server that was started there by hand should not keep
// running.
bool CanReload(const Options& options) {
  return !options.account_sources.file.empty() || (options.tls && !options.tls->self_signed);
}

void Reload(const Options& options, OpenAccounts& accounts, wire::Server& server) {
  const auto read = options.ReadAccounts();
  const auto used = read ? accounts.Use(*read) : tl::unexpected(read.error());
  if (used) {
    spdlog::info("accounts reloaded: {} in all; added: {}; removed: {}", read->size(),
                 fmt::join(used->added, ", "), fmt::join(used->removed, ", "));
  } else {
    spdlog::error("{}; accounts and keys are unchanged; fix it and send SIGHUP again",
                  used.error());
  }
  if (!options.tls) return;
  if (const auto reloaded = server.ReloadTls(); reloaded) {
    spdlog::info("certificate reloaded");
  } else {
    spdlog::error("{}; the certificate is unchanged", reloaded.error());
  }
}

// Returns at the first signal to stop. A second one then ends the process immediately.
void RunUntilStopped(const sigset_t& signals, const Options& options, OpenAccounts& accounts,
                     wire::Server& server) {
  for (;;) {
    const int signal = accounts.HasUnused() ? sigtimedwait(&signals, nullptr, &kCloseInterval)
                                            : sigwaitinfo(&signals, nullptr);
    accounts.CloseUnused();
    if (signal == SIGHUP && CanReload(options)) {
      RunGuarded("reloading accounts and certificate", {},
                 [&] { Reload(options, accounts, server); });
    } else if (signal > 0) {
      spdlog::info("stopping: signal {}", signal);
      pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
      return;
    }
  }
}

// Tells the person or the script that started the server that requests are answered from now on.
void PrintReady(const Options& options, const Engine& engine, const wire::Server& server) {
  const bool is_ipv6 = options.address.find(':') != std::string::npos;
  Reached reached{.host = is_ipv6 ? "[" + options.address + "]" : options.address};
  if (options.port) reached.port = server.Port();
  if (options.tls) reached.tls_port = server.TlsPort();
  fmt::print("listening on {} (data in {})\n", Urls(reached), engine.data_place);
  if (options.next_steps) {
    std::error_code ignored;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const auto here = std::filesystem::current_path(ignored);
    std::fputs(NextSteps(options, reached, CommandBeside(program, here)).c_str(), stdout);
  }
  std::fflush(stdout);
}

// Returns the given certificate, or the one in the data folder.
tl::expected<wire::CertificateFiles, std::string> ChooseCertificate(const Options& options) {
  const TlsChoice& tls = *options.tls;
  if (!tls.self_signed)
    return wire::CertificateFiles{.certificate = tls.certificate, .key = tls.key};
  const auto names = CertificateNames(options.hosts, options.address);
  auto certificate =
      EnsureDevelopmentCertificate(options.data / "~tls", names, std::chrono::system_clock::now());
  if (!certificate) return tl::unexpected(certificate.error());
  if (certificate->is_new) {
    spdlog::info("created a new certificate. {}", TrustAdvice(certificate->files.certificate));
  } else {
    spdlog::info("TLS uses the certificate {}", certificate->files.certificate.string());
  }
  return std::move(certificate->files);
}

tl::expected<wire::ServerOptions, std::string> ToServerOptions(const Options& options) {
  wire::ServerOptions server;
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

tl::expected<void, std::string> LoadSeeds(const Options& options, const OpenAccounts& accounts) {
  for (const Seed& seed : options.seeds) {
    const auto account = accounts.Directory().Find(seed.account);
    const auto loaded = LoadSeed(seed.file, seed.account, *account->store);
    if (!loaded) return tl::unexpected("--seed: " + loaded.error());
    spdlog::info("loaded {} entities in {} tables from {}", loaded->entities, loaded->tables,
                 seed.file.string());
  }
  return {};
}

int Run(const Options& options, const Engine& engine) {
  const sigset_t signals = BlockSignals();
  RaiseDescriptorLimit();
  OpenAccounts accounts(engine.open_store);
  if (const auto opened = accounts.Use(options.accounts); !opened) return Fail(opened.error());
  if (const auto loaded = LoadSeeds(options, accounts); !loaded) return Fail(loaded.error());

  auto server_options = ToServerOptions(options);
  if (!server_options) return Fail(server_options.error());
  const AccountDirectory& directory = accounts.Directory();
  AuthPolicy auth;
  if (!options.check_dates) auth.clock_skew_max = std::chrono::minutes(0);
  Traffic traffic({.throttle = options.throttle, .detect = options.detect}, directory,
                  std::chrono::system_clock::now);
  operations::TableService tables(directory, traffic, {.auth = auth, .hosts = options.hosts});
  admin::AdminService admin(directory, traffic,
                            {.auth = auth,
                             .policy = {.token = options.admin_token,
                                        .open_on_loopback = options.ListensOnLoopbackOnly(),
                                        .allow_reset = options.allow_reset},
                             .backups = engine.backups.get(),
                             .server = {.connections = server_options->connections,
                                        .waiting_calls = [&] { return tables.WaitingCalls(); }}});
  FrontHandler service(admin, tables);
  auto server = wire::Server::Start(*std::move(server_options), service);
  if (!server) return Fail(server.error());

  PrintReady(options, engine, **server);
  RunUntilStopped(signals, options, accounts, **server);
  (*server)->Stop();
  return EXIT_SUCCESS;
}

}  // namespace

int RunServer(int argc, const char* const* argv, const EngineMaker& make_engine) {
  const auto options = ParseCommandLine(argc, argv, std::getenv("ROWHOUSE_ACCOUNTS"));
  if (!options) {
    std::fputs(options.error().text.c_str(), options.error().exit_code == 0 ? stdout : stderr);
    return options.error().exit_code;
  }
  SetUpLog(options->log_level);
  int exit_code = EXIT_FAILURE;
  RunGuarded("the server", {}, [&] { exit_code = Run(*options, make_engine(*options)); });
  return exit_code;
}

}  // namespace rowhouse::server
