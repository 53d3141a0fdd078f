#pragma once
// The exit codes of the `rowhouse` command. Scripts rely on these; --help lists them.

namespace rowhouse::cli {

enum class ExitCode : int {
  kSuccess = 0,
  kFailure = 1,        // anything that has no code of its own
  kUsage = 2,          // a refused command line; nothing was done
  kNotFound = 3,       // no such table or entity
  kConflict = 4,       // it exists already, or changed since it was read
  kDenied = 5,         // the credentials are missing, wrong or do not allow it
  kUnavailable = 6,    // the server cannot be reached, or stayed busy through all retries
  kIncomplete = 7,     // some of the work is done; the message says how to continue
  kCheckFailed = 8,    // a check ran and found something: keys check, repartition
  kInterrupted = 130,  // Ctrl-C; what can be resumed says so
};

}  // namespace rowhouse::cli
