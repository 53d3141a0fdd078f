#include "table_service/server/option_list.h"

#include "base/option_check.h"
#include "base/version_line.h"
#include "table_service/server/rehearsal_options.h"

#include <CLI/CLI.hpp>
#include <string_view>
#include <vector>

namespace rowhouse::server {
namespace {

constexpr std::size_t kDescriptionColumn = 29;
// Half of it holds the largest answer: limits::kPageBytesMax and an entity, in a text that may have
// doubled just before. A smaller budget would refuse such an answer for ever.
constexpr int kMemoryMibMin = 128;

constexpr std::string_view kPurpose =
    "rowhoused serves the REST API of Azure Table storage from SQLite files.\n"
    "Without options it listens on 127.0.0.1:10002 for the development account devstoreaccount1,\n"
    "so UseDevelopmentStorage=true works, and keeps its data in ./data.";

constexpr std::string_view kExamples =
    "Examples:\n"
    "  rowhoused --in-memory --listen 127.0.0.1:0        for a test: any free port, keeps nothing\n"
    "  rowhoused --data /srv/tables --listen 0.0.0.0:10002 --accounts-file /etc/rowhouse/accounts\n"
    "  ROWHOUSE_ACCOUNTS='shop:KEY1:KEY2;stock:KEY' rowhoused\n"
    "  rowhoused --in-memory --seed people.jsonl         starts with data from `rowhouse export`\n"
    "  rowhoused --tls-self-signed                       plain HTTP on port 10002, TLS on 10003\n"
    "\n"
    "Prints \"listening on ...\" to stdout once requests are answered; messages\n"
    "go to stderr. SIGTERM and Ctrl-C finish the requests in progress and end the server with\n"
    "status 0. SIGHUP reloads the accounts file and the certificate; without these it ends the\n"
    "server, too. Status 1: the data folder or the address could not be used; 2: invalid\n"
    "command line.";

void AddListenAndAccountOptions(CLI::App& app, Options& options, RawOptions& raw) {
  app.add_option("--listen", raw.listen,
                 "Address to listen on; port 0 means any free port.\n"
                 "Default: 127.0.0.1:10002")
      ->type_name("HOST:PORT")
      ->envname("ROWHOUSE_LISTEN")
      ->group("Listening");
  app.add_option("--host", options.hosts,
                 "Host name of this machine: ACCOUNT.NAME and\n"
                 "ACCOUNT.table.NAME then address an account, as\n"
                 "ACCOUNT.table.localhost always does. Repeatable")
      ->type_name("NAME")
      ->expected(1)
      ->take_all()
      ->group("Listening");
  app.add_flag("--allow-development-key-anywhere", options.development_key_anywhere,
               "Serve an account with the public development key even to\n"
               "other machines")
      ->envname("ROWHOUSE_ALLOW_DEVELOPMENT_KEY_ANYWHERE")
      ->group("Listening");
  app.add_option("--account", options.account_sources.named,
                 "Account name and account key in base64. Repeatable; twice\n"
                 "for a second key. Accounts given here, in the file or in\n"
                 "$ROWHOUSE_ACCOUNTS replace devstoreaccount1; without any,\n"
                 "those in $AZURITE_ACCOUNTS do")
      ->type_name("NAME=KEY")
      ->expected(1)
      ->take_all()
      ->group("Accounts");
  app.add_option("--accounts-file", options.account_sources.file,
                 "File with a line NAME=KEY for each key, which keeps the\n"
                 "keys out of the process list. SIGHUP reloads it")
      ->type_name("FILE")
      ->group("Accounts");
  app.add_flag("--skip-date-check", raw.skip_date_check,
               "Accept signed requests with any date, for replaying\n"
               "recordings. Default: within 15 minutes of the server's time")
      ->group("Accounts");
  app.add_option("--admin-token", options.admin_token,
                 "Admit requests with \"Authorization: Bearer TOKEN\" to the\n"
                 "routes under /_rowhouse/. Without a token they are open to\n"
                 "this machine if the server listens on loopback only. Prefer\n"
                 "$ROWHOUSE_ADMIN_TOKEN: other users can see command lines")
      ->type_name("TOKEN")
      ->envname("ROWHOUSE_ADMIN_TOKEN")
      ->group("Accounts");
}

void AddResetOption(CLI::App& app, Options& options) {
  app.add_flag("--allow-reset", options.allow_reset,
               "Let POST /_rowhouse/reset delete all tables of an account,\n"
               "so that a test can start from scratch")
      ->group("Accounts");
}

void AddTlsOptions(CLI::App& app, RawOptions& raw) {
  app.add_option("--tls-cert", raw.tls_certificate,
                 "Enable TLS with this certificate in PEM format, which may be\n"
                 "followed by its chain")
      ->type_name("FILE")
      ->group("TLS");
  app.add_option("--tls-key", raw.tls_key,
                 "Private key, not encrypted. Default: the certificate's file")
      ->type_name("FILE")
      ->group("TLS");
  app.add_flag("--tls-self-signed", raw.tls_self_signed,
               "Enable TLS with a development certificate, created and kept\n"
               "in DATA/~tls; logs how to make clients trust it")
      ->group("TLS");
  app.add_option("--tls-port", raw.tls_port,
                 "Port for TLS, in addition to plain HTTP. Default: the port\n"
                 "after that of --listen, or any free port if that is 0")
      ->check(Between(0, 65535))
      ->type_name("PORT")
      ->group("TLS");
  app.add_flag("--tls-only", raw.tls_only,
               "No plain HTTP: TLS on the port of --listen, or on --tls-port")
      ->group("TLS");
}

void AddDataOptions(CLI::App& app, Options& options, RawOptions& raw) {
  app.add_option("--data", raw.data, "Data folder; created if missing. Default: data")
      ->type_name("DIR")
      ->group("Data");
  app.add_option("--seed", raw.seeds,
                 "Load tables and entities at startup, from an export or\n"
                 "from the tables of ACCOUNT in Azurite's\n"
                 "__azurite_db_table__.json, replacing entities with the\n"
                 "same keys. ACCOUNT is required if there are several.\n"
                 "Repeatable")
      ->type_name("[ACCOUNT=]FILE")
      ->expected(1)
      ->take_all()
      ->group("Data");
  app.add_flag("--in-memory", options.in_memory,
               "Keep everything in memory; all data is lost at the end")
      ->group("Data");
  app.add_option("--sync", raw.sync,
                 "Which failures an answered write survives.\n"
                 "full: power loss (default)\n"
                 "normal: a crash of the process; power loss may lose the\n"
                 "latest writes\n"
                 "off: a crash of the process; power loss may damage files")
      ->check(OneOf({"full", "normal", "off"}))
      ->type_name("full|normal|off")
      ->group("Data");
  app.add_option("--journal", raw.journal,
                 "on (default): with --sync=full, all writes that wait are\n"
                 "made durable by one sync of a journal, whatever their\n"
                 "partitions; off: by one sync of each partition's file")
      ->check(OneOf({"on", "off"}))
      ->type_name("on|off")
      ->group("Data");
  app.add_flag("--exclusive", options.exclusive,
               "Keep each file locked from its first use on, for a data\n"
               "folder on shared storage")
      ->group("Data");
  app.add_option("--own-files-max", options.own_files_max,
                 "Number of partitions of a table with a file of their own;\n"
                 "later ones share one file. Default: 256")
      ->check(Between(0, 1000000))
      ->type_name("N")
      ->group("Data");
}

void AddErrands(CLI::App& app, RawOptions& raw) {
  app.add_flag("--check", raw.check,
               "Read all files of all accounts in the data folder, say what\n"
               "is wrong and what to do about it, and end with status 1 if\n"
               "anything is. No server may use the folder meanwhile")
      ->group("Instead of serving");
  app.add_flag("--repair", raw.repair,
               "Make an account.db that was lost or is damaged anew from the\n"
               "files. Deletes nothing; without such a fault, changes\n"
               "nothing. Policies and service properties cannot be restored")
      ->group("Instead of serving");
}

void AddTuningOptions(CLI::App& app, Options& options) {
  app.add_option("--io-threads", options.io_threads,
                 "Threads for connections and point reads. Default: one per\n"
                 "processor, 2 to 8")
      ->check(Between(1, 256))
      ->type_name("N")
      ->group("Tuning");
  app.add_option("--commit-threads", options.commit_threads,
                 "Threads per account that commit writes. Default: 2")
      ->check(Between(1, 256))
      ->type_name("N")
      ->group("Tuning");
  app.add_option("--memory-max", options.memory_max_mib,
                 "Memory that clients can make the server use: half of it for\n"
                 "bodies of requests and answers, a quarter for pages of the\n"
                 "files, a quarter for rows (--row-cache). What exceeds the\n"
                 "half is refused with 503. Default: 1024")
      ->check(Between(kMemoryMibMin, 1 << 20))
      ->type_name("MIB")
      ->group("Tuning");
  app.add_option("--row-cache", options.row_cache_mib,
                 "Memory per account for the rows of partition files that are\n"
                 "read again and again without a write in between; 0: none.\n"
                 "Not used with --in-memory and --exclusive. Default: 128")
      ->check(Between(0, 1 << 20))
      ->type_name("MIB")
      ->group("Tuning");
  app.add_option("--log-max", options.log_max_mib,
                 "Size of a partition file's write-ahead log from which on\n"
                 "writes to this file are refused with 503. It grows while\n"
                 "another program keeps reading the file. Default: 1024")
      ->check(Between(32, 1 << 20))
      ->type_name("MIB")
      ->group("Tuning");
  app.add_option("--log-level", options.log_level,
                 "trace, debug (logs each request), info (default),\n"
                 "warn or warning, error, off")
      ->check(OneOf({"trace", "debug", "info", "warn", "warning", "error", "off"}))
      ->type_name("LEVEL")
      ->group("Tuning");
  app.add_flag("--next-steps", options.next_steps,
               "After the line \"listening on ...\", also print a connection\n"
               "string, a command and an address to try")
      ->group("Tuning");
  app.add_flag("--stop-with-stdin", options.stop_with_stdin,
               "End as with SIGTERM when stdin ends. With a pipe there,\n"
               "the server ends with the program that started it, also\n"
               "when that is killed")
      ->group("Tuning");
}

}  // namespace

void DescribeOptions(CLI::App& app, Options& options, RawOptions& raw, std::string_view commit) {
  app.name("rowhoused");
  app.description(std::string(kPurpose));
  app.get_formatter()->column_width(kDescriptionColumn);
  app.footer(std::string(kExamples));
  app.set_version_flag("--version", WithCommit("rowhoused " ROWHOUSE_VERSION, commit));
  AddListenAndAccountOptions(app, options, raw);
  AddResetOption(app, options);
  AddTlsOptions(app, raw);
  AddDataOptions(app, options, raw);
  AddErrands(app, raw);
  AddRehearsalOptions(app, options);
  AddTuningOptions(app, options);
}

}  // namespace rowhouse::server
