#include "table_service/server/option_list.h"

#include "table_service/server/rehearsal_options.h"

#include <CLI/CLI.hpp>
#include <string_view>
#include <vector>

namespace rowhouse::server {
namespace {

constexpr std::size_t kDescriptionColumn = 29;

constexpr std::string_view kPurpose =
    "rowhoused serves the REST API of Azure Table storage from SQLite files.\n"
    "Without options it listens on 127.0.0.1:10002 for the development account devstoreaccount1,\n"
    "so UseDevelopmentStorage=true works, and keeps its data in ./data.";

constexpr std::string_view kExamples =
    "Examples:\n"
    "  rowhoused --in-memory --listen 127.0.0.1:0        for a test run: any free port, nothing "
    "kept\n"
    "  rowhoused --data /srv/tables --listen 0.0.0.0:10002 --accounts-file /etc/rowhouse/accounts\n"
    "  ROWHOUSE_ACCOUNTS='shop:KEY1:KEY2;stock:KEY' rowhoused\n"
    "  rowhoused --in-memory --seed people.jsonl         begins with what `rowhouse export` wrote\n"
    "  rowhoused --tls-self-signed                       plain on port 10002, TLS on 10003\n"
    "\n"
    "The one line on stdout, \"listening on ...\", comes when requests are answered; messages go "
    "to\n"
    "stderr. SIGTERM and Ctrl-C finish the requests under way, then end with status 0. SIGHUP "
    "reads "
    "the\n"
    "accounts file and the certificate again; without either it ends the server, too. Status 1: "
    "the\n"
    "data or the address could not be had; 2: a refused command line.";

// One of `values`; keeps the set out of --help, where the type name has it.
CLI::Validator OneOf(std::vector<std::string> values) {
  return CLI::IsMember(std::move(values)).description("");
}

CLI::Validator Between(std::size_t low, std::size_t high) {
  return CLI::Range(low, high).description("");
}

void AddListenAndAccountOptions(CLI::App& app, Options& options, RawOptions& raw) {
  app.add_option("--listen", raw.listen,
                 "Address to listen on; port 0 takes any free one.\n"
                 "Default: 127.0.0.1:10002")
      ->type_name("HOST:PORT")
      ->group("Listening");
  app.add_option("--host", options.hosts,
                 "A name of this machine; ACCOUNT.NAME and ACCOUNT.table.NAME\n"
                 "then name an account, as ACCOUNT.table.localhost always does.\n"
                 "Repeatable")
      ->type_name("NAME")
      ->expected(1)
      ->take_all()
      ->group("Listening");
  app.add_flag("--allow-development-key-anywhere", options.development_key_anywhere,
               "Serve an account with the well-known development key to\n"
               "other machines, too")
      ->group("Listening");
  app.add_option("--account", options.account_sources.named,
                 "An account and its key in base64; repeatable, twice for a\n"
                 "second key. Any account given here, in the file or in\n"
                 "$ROWHOUSE_ACCOUNTS replaces devstoreaccount1")
      ->type_name("NAME=KEY")
      ->expected(1)
      ->take_all()
      ->group("Accounts");
  app.add_option("--accounts-file", options.account_sources.file,
                 "A file with a line NAME=KEY for each key; it keeps the keys\n"
                 "out of the list of processes. SIGHUP has it read again")
      ->type_name("FILE")
      ->group("Accounts");
  app.add_flag("--skip-date-check", raw.skip_date_check,
               "Take signed requests of any date, for replaying recordings.\n"
               "Default: not more than 15 minutes off")
      ->group("Accounts");
  app.add_option("--admin-token", options.admin_token,
                 "Opens the routes under /_rowhouse/ to \"Authorization:\n"
                 "Bearer TOKEN\". Without it they are open to this machine\n"
                 "while the server listens on loopback only. Better given\n"
                 "as $ROWHOUSE_ADMIN_TOKEN: others see command lines")
      ->type_name("TOKEN")
      ->envname("ROWHOUSE_ADMIN_TOKEN")
      ->group("Accounts");
}

void AddResetOption(CLI::App& app, Options& options) {
  app.add_flag("--allow-reset", options.allow_reset,
               "Let POST /_rowhouse/reset delete all tables of an account,\n"
               "for tests that begin anew")
      ->group("Accounts");
}

void AddTlsOptions(CLI::App& app, RawOptions& raw) {
  app.add_option("--tls-cert", raw.tls_certificate,
                 "Certificate in PEM form, with those that lead to its root\n"
                 "behind it; turns TLS on")
      ->type_name("FILE")
      ->group("TLS");
  app.add_option("--tls-key", raw.tls_key,
                 "Its private key, not encrypted. Default: in the\n"
                 "certificate's file")
      ->type_name("FILE")
      ->group("TLS");
  app.add_flag("--tls-self-signed", raw.tls_self_signed,
               "Turn TLS on with a certificate for development, made and\n"
               "kept in DATA/~tls; says how clients are made to trust it")
      ->group("TLS");
  app.add_option("--tls-port", raw.tls_port,
                 "Port for TLS, beside the plain one. Default: the next one,\n"
                 "or any free one when that of --listen is 0")
      ->check(Between(0, 65535))
      ->type_name("PORT")
      ->group("TLS");
  app.add_flag("--tls-only", raw.tls_only,
               "No plain port: TLS on the port of --listen, or on that of\n"
               "--tls-port")
      ->group("TLS");
}

void AddDataOptions(CLI::App& app, Options& options, RawOptions& raw) {
  app.add_option("--data", raw.data, "Folder for the data; made if missing. Default: data")
      ->type_name("DIR")
      ->group("Data");
  app.add_option("--seed", raw.seeds,
                 "Loads tables and entities of an export at the start, in place\n"
                 "of those with the same keys; repeatable. The account is\n"
                 "needed when there are several")
      ->type_name("[ACCOUNT=]FILE")
      ->expected(1)
      ->take_all()
      ->group("Data");
  app.add_flag("--in-memory", options.in_memory,
               "Keep everything in memory; all is gone at the end")
      ->group("Data");
  app.add_option("--sync", raw.sync,
                 "What an answered write survives.\n"
                 "full: power loss (default)\n"
                 "normal: the death of the process; power loss may take the\n"
                 "last moments\n"
                 "off: the same, but power loss may damage files")
      ->check(OneOf({"full", "normal", "off"}))
      ->type_name("full|normal|off")
      ->group("Data");
  app.add_flag("--exclusive", options.exclusive,
               "Lock each file from its first use on, for a data folder on\n"
               "shared storage")
      ->group("Data");
  app.add_option("--own-files-max", options.own_files_max,
                 "Partitions of a table that get a file of their own; later\n"
                 "ones share one. Default: 256")
      ->check(Between(0, 1000000))
      ->type_name("N")
      ->group("Data");
}

void AddTuningOptions(CLI::App& app, Options& options) {
  app.add_option("--io-threads", options.io_threads,
                 "Threads for connections and point reads. Default: one for\n"
                 "each processor, 2 to 8")
      ->check(Between(1, 256))
      ->type_name("N")
      ->group("Tuning");
  app.add_option("--commit-threads", options.commit_threads,
                 "Threads that commit, for each account. Default: 2")
      ->check(Between(1, 256))
      ->type_name("N")
      ->group("Tuning");
  app.add_option("--log-level", options.log_level,
                 "trace, debug (shows each request), info (default),\n"
                 "warning, error or off")
      ->check(OneOf({"trace", "debug", "info", "warning", "error", "off"}))
      ->type_name("LEVEL")
      ->group("Tuning");
}

}  // namespace

void DescribeOptions(CLI::App& app, Options& options, RawOptions& raw) {
  app.name("rowhoused");
  app.description(std::string(kPurpose));
  app.get_formatter()->column_width(kDescriptionColumn);
  app.footer(std::string(kExamples));
  app.set_version_flag("--version", "rowhoused " ROWHOUSE_VERSION);
  AddListenAndAccountOptions(app, options, raw);
  AddResetOption(app, options);
  AddTlsOptions(app, raw);
  AddDataOptions(app, options, raw);
  AddRehearsalOptions(app, options);
  AddTuningOptions(app, options);
}

}  // namespace rowhouse::server
