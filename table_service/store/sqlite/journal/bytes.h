#pragma once
// Numbers in the commit journal: little-endian, of fixed width.

#include <bit>
#include <cstring>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

static_assert(std::endian::native == std::endian::little,
              "the journal stores numbers as this processor has them");

template <class Number>
void AppendNumber(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// Takes a number off the front of `bytes`. Returns false if they are too short.
template <class Number>
bool TakeNumber(std::string_view& bytes, Number& number) {
  if (bytes.size() < sizeof number) return false;
  std::memcpy(&number, bytes.data(), sizeof number);
  bytes.remove_prefix(sizeof number);
  return true;
}

}  // namespace rowhouse::sqlite
