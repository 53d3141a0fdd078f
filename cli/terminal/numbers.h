#pragma once
// Numbers as people read them.

#include "base/number_text.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace rowhouse::cli {

std::string ShortNumber(double number);                   // "950", "54.3k", "1.2M"
std::string BytesText(std::uint64_t bytes);               // "512 B", "1.5 MiB"
std::string DurationText(std::chrono::seconds duration);  // "7 s", "2 min 05 s", "3 h 10 min"
std::string PercentText(double fraction);                 // "12 %", "0.3 %"

}  // namespace rowhouse::cli
