#pragma once
// The words of a command line, before and after they were understood.

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace rowhouse::cli {

// `words` with the options that stand before the command put behind its name, where they are known:
// "--profile cloud table list" becomes "table list --profile cloud".
std::vector<std::string> WithCommandFirst(const CLI::App& app, std::vector<std::string> words);

// The command that the words begin with: `app` when they begin with none. `used`, if not null, is
// set to how many words its name has.
const CLI::App& CommandOf(const CLI::App& app, const std::vector<std::string>& words,
                          std::size_t* used = nullptr);

// Whether a value follows the option, as for all but flags.
bool TakesValue(const CLI::Option& option);

// "unknown command 'tabel'; did you mean 'table'?" for words that begin with none; else empty.
std::string UnknownCommand(const CLI::App& app, const std::vector<std::string>& words);

// "unknown option --fliter; did you mean --filter?" after `app` has refused `words`; empty when it
// knows all options. The text after an option may be a key and is not shown.
std::string UnknownOptions(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace rowhouse::cli
