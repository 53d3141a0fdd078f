#pragma once
// Asking before something is lost.

#include <string_view>

namespace rowhouse::cli {

enum class Answer : unsigned char { kYes, kNo, kNotInteractive };

// Asks "QUESTION [y/N] " on stderr and reads the answer from stdin. Anything but y or yes is no.
// kNotInteractive when stdin is not a terminal: a script has to say --yes.
Answer Confirm(std::string_view question);

}  // namespace rowhouse::cli
