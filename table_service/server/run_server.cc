#include "table_service/server/run_server.h"

#include "base/guarded.h"
#include "table_service/console/assets.h"
#include "table_service/operations/service.h"
#include "table_service/server/azurite_options.h"
#include "table_service/server/azurites_place.h"
#include "table_service/server/development_certificate.h"
#include "table_service/server/errand.h"
#include "table_service/server/front_handler.h"
#include "table_service/server/next_steps.h"
#include "table_service/server/seed.h"
#include "table_service/server/service_manager.h"
#include "table_service/server/stderr_sink.h"
#include "table_service/server/stop_events.h"
#include "table_service/traffic/traffic.h"
#include "table_service/wire/server.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <optional>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>
#include <system_error>
#include <vector>

namespace rowhouse::server {
namespace {

constexpr std::chrono::milliseconds kCloseInterval{1000};

constexpr const char* kLogPattern = "%Y-%m-%dT%H:%M:%S.%e %^%l%$ %v";

// Makes `logger` also write to `file` what level debug logs. What stderr shows stays the same.
tl::expected<void, std::string> AddDebugLog(const std::filesystem::path& file,
                                            spdlog::logger& logger) {
  spdlog::sink_ptr sink;
  try {
    sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file.string());
  } catch (const spdlog::spdlog_ex& error) {
    return tl::unexpected(fmt::format(
        "the debug log cannot be written: {}; check its path and permissions", error.what()));
  }
  sink->set_pattern(kLogPattern);
  logger.sinks().front()->set_level(logger.level());
  logger.sinks().push_back(std::move(sink));
  logger.set_level(spdlog::level::debug);
  logger.flush_on(spdlog::level::debug);
  return {};
}

// Failure: stderr is logged to nevertheless.
tl::expected<void, std::string> SetUpLog(const Options& options) {
  const auto logger = std::make_shared<spdlog::logger>("rowhoused", MakeStderrSink());
  logger->set_pattern(kLogPattern);
  logger->set_level(spdlog::level::from_str(options.log_level));
  spdlog::set_default_logger(logger);
  if (options.debug_log.empty()) return {};
  return AddDebugLog(options.debug_log, *logger);
}

// Divides the descriptors that the process may have.
DescriptorPlan PlanFor(const Options& options) {
  const std::size_t limit = RaiseDescriptorLimit();
  const DescriptorPlan plan = PlanDescriptors(limit, {.io_threads = options.io_threads,
                                                      .commit_threads = options.commit_threads,
                                                      .accounts = options.accounts.size()});
  if (limit < plan.wanted) {
    spdlog::info(
        "the limit of {} open files (ulimit -n) leaves {} for connections and {} for partition "
        "files; from {} on nothing is limited by it",
        limit, plan.connections_max, plan.for_files, plan.wanted);
  }
  return plan;
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

// Returns at the first event that stops the server. A second signal then ends the process
// immediately.
void RunUntilStopped(StopEvents& events, const Options& options, OpenAccounts& accounts,
                     wire::Server& server) {
  using Kind = StopEvents::Event::Kind;
  for (;;) {
    const auto event =
        events.Wait(accounts.HasUnused() ? std::optional(kCloseInterval) : std::nullopt);
    accounts.CloseUnused();
    if (event.kind == Kind::kHangUp && CanReload(options)) {
      RunGuarded("reloading accounts and certificate", {},
                 [&] { Reload(options, accounts, server); });
    } else if (event.kind != Kind::kTimeout) {
      spdlog::info("stopping: {}", event.cause);
      events.Unblock();
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
  if (options.azurite) std::fputs(AzuriteReady(reached).c_str(), stdout);
  if (options.next_steps) {
    std::error_code ignored;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const auto here = std::filesystem::current_path(ignored);
    std::fputs(NextSteps(options, reached, CommandBeside(program, here)).c_str(), stdout);
  }
  std::fflush(stdout);
}

// Logs what the options do not do as one may expect.
void LogStart(const Options& options) {
  if (UsesAzuriteVariable(options.account_sources)) {
    std::vector<std::string> names;
    for (const auto& [name, keys] : options.accounts) names.push_back(name);
    spdlog::info("accounts from AZURITE_ACCOUNTS: {}", fmt::join(names, ", "));
  }
  if (options.azurite) LogAzuritesPlace(options);
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
  server.idle_time = options.idle_time;
  server.connections_max = options.descriptors.connections_max;
  server.memory = std::make_shared<wire::MemoryBudget>((options.memory_max_mib << 20U) / 2);
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
  StopEvents events(options.stop_with_stdin);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails like any other
  LogStart(options);
  OpenAccounts accounts(engine.open_store);
  if (const auto opened = accounts.Use(options.accounts); !opened) return Fail(opened.error());
  if (const auto loaded = LoadSeeds(options, accounts); !loaded) return Fail(loaded.error());

  auto server_options = ToServerOptions(options);
  if (!server_options) return Fail(server_options.error());
  server_options->free_descriptors = engine.free_descriptors;
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
                             .console = console::EmbeddedAssets(),
                             .server = {.connections = server_options->connections,
                                        .memory = server_options->memory,
                                        .certificate = server_options->certificate,
                                        .waiting_calls = [&] { return tables.WaitingCalls(); }}});
  FrontHandler service(admin, tables);
  auto server = wire::Server::Start(*std::move(server_options), service);
  if (!server) return Fail(server.error());

  PrintReady(options, engine, **server);
  TellReady();
  RunUntilStopped(events, options, accounts, **server);
  TellStopping();
  (*server)->Stop();
  return EXIT_SUCCESS;
}

}  // namespace

int RunServer(int argc, const char* const* argv, const EngineMaker& make_engine,
              std::string_view commit) {
  const AccountVariables variables{.rowhouse = std::getenv("ROWHOUSE_ACCOUNTS"),
                                   .azurite = std::getenv("AZURITE_ACCOUNTS")};
  const auto parse =
      argc > 0 && IsAzuriteTable(argv[0]) ? ParseAzuriteCommandLine : ParseCommandLine;
  auto options = parse(argc, argv, variables, commit);
  if (!options) {
    std::fputs(options.error().text.c_str(), options.error().exit_code == 0 ? stdout : stderr);
    return options.error().exit_code;
  }
  if (const auto set_up = SetUpLog(*options); !set_up) return Fail(set_up.error());
  int exit_code = EXIT_FAILURE;
  RunGuarded("the server", {}, [&] {
    if (options->errand == Errand::kServe) options->descriptors = PlanFor(*options);
    const Engine engine = make_engine(*options);
    exit_code =
        options->errand == Errand::kServe ? Run(*options, engine) : RunErrand(*options, engine);
  });
  return exit_code;
}

}  // namespace rowhouse::server
