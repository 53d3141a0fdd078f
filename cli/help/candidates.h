#pragma once
// What can be the next word of a command line.

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::cli {

enum class NameKind : unsigned char { kNone, kTable, kProfile };

struct Candidates {
  std::vector<std::string> words = {};
  NameKind names = NameKind::kNone;  // that can stand there as well
};

// The words that can follow `before` and begin with `last`: commands, options, the values that an
// option takes. Empty where a file or free text is wanted.
Candidates CandidatesFor(const CLI::App& app, const std::vector<std::string>& before,
                         const std::string& last);

// "bash", "zsh", "fish" or "powershell": a script that asks `rowhouse complete` for the candidates.
// REQUIRES: one of them
std::string_view CompletionScript(std::string_view shell);

}  // namespace rowhouse::cli
