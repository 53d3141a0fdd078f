#pragma once
// Numbers as people read them.

#include <cstdint>
#include <string>

namespace rowhouse {

std::string WithCommas(std::uint64_t number);  // "1,234,567"

}  // namespace rowhouse
